// Suite rewrites cel-spec's tests from text to bytes, so that the oracle can read them without knowing the messages
// that stand in them: no environment of Kubernetes knows them, and what is linked into a program changes what cel-go
// says of them.
//
//	suite FROM TO    the *.textproto of one folder as *.binpb of another, which must be there
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	_ "cel.dev/expr/conformance/proto2"
	_ "cel.dev/expr/conformance/proto3"
	conformance "cel.dev/expr/conformance/test"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"
)

func run(from, to string) error {
	files, err := filepath.Glob(filepath.Join(from, "*.textproto"))
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var suite conformance.SimpleTestFile
		if err := prototext.Unmarshal(text, &suite); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		bytes, err := proto.Marshal(&suite)
		if err != nil {
			return err
		}
		name := strings.TrimSuffix(filepath.Base(file), ".textproto") + ".binpb"
		if err := os.WriteFile(filepath.Join(to, name), bytes, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: suite FROM TO")
		os.Exit(1)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "suite:", err)
		os.Exit(1)
	}
}

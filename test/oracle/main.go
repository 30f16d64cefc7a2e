// The oracle answers what Kubernetes' own Go libraries make of an input, so that tests in C++ can hold
// our code against them. One request a line on stdin, one answer a line on stdout, both JSON objects; the
// field "op" picks the question. Each file says which ones it answers and with what.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

type (
	request struct {
		Op string `json:"op"`
		// The whole line, for the handler to decode its own fields from.
		raw json.RawMessage
	}
	answer  map[string]any
	handler func(request) (answer, error)
)

var background = context.Background()

var handlers = map[string]handler{
	"quantity.parse":     quantityParse,
	"quantity.json":      quantityJSON,
	"quantity.compare":   quantityCompare,
	"quantity.add":       quantityAdd,
	"quantity.sub":       quantitySub,
	"quantity.apply":     quantityApply,
	"labels.match":       labelsMatch,
	"nodeSelector.match": nodeSelectorMatch,
	"names":              names,
	"allocate":           allocate,
	"yaml.toJSON":        yamlToJSON,
	"cel.base":           celBase,
	"cel.device":         celDevice,
	"cel.spec":           celSpec,
}

// A request that fails as a question of its kind may fail ("1x" is no quantity) is answered with
// {"error": TEXT}; one that the oracle can't understand or survive with {"broken": TEXT}, which no test
// may take for an outcome.
func reply(line []byte) (result answer) {
	defer func() {
		if cause := recover(); cause != nil {
			result = answer{"broken": fmt.Sprint("panic: ", cause)}
		}
	}()
	asked := request{raw: line}
	if err := json.Unmarshal(line, &asked); err != nil {
		return answer{"broken": err.Error()}
	}
	handle, known := handlers[asked.Op]
	if !known {
		return answer{"broken": "unknown op " + asked.Op}
	}
	result, err := handle(asked)
	if err != nil {
		return answer{"error": err.Error()}
	}
	return result
}

// fields decodes a request's fields; one that does not fit is a mistake of the test.
func fields[T any](asked request) T {
	var into T
	if err := json.Unmarshal(asked.raw, &into); err != nil {
		panic(err)
	}
	return into
}

func serve(in *bufio.Reader, out *bufio.Writer) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			if err := encoder.Encode(reply(line)); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return out.Flush()
		}
		if err != nil {
			return err
		}
		// Answers go out as soon as nothing more is to be read, so that a client may ask many at once.
		if in.Buffered() == 0 {
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
}

func main() {
	if err := serve(bufio.NewReaderSize(os.Stdin, 1<<16), bufio.NewWriter(os.Stdout)); err != nil {
		fmt.Fprintln(os.Stderr, "oracle:", err)
		os.Exit(1)
	}
}

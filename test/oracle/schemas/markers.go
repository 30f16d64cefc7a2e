package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"strconv"
	"strings"
)

// What the comments of a package say of its types.
type packageMarkers struct {
	enums    map[string]bool     // type -> it is marked as an enumeration
	words    map[string][]string // type -> the values of its constants
	required map[string]bool     // TYPE.FIELD
}

func (t *tables) markersOf(pkg string) (*packageMarkers, error) {
	if markers := t.markers[pkg]; markers != nil {
		return markers, nil
	}
	list := exec.Command("go", "list", "-f", "{{.Dir}}", pkg)
	list.Dir = t.module
	folder, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("where the sources of %s are: %w", pkg, err)
	}
	isSource := func(info fs.FileInfo) bool {
		return !strings.HasSuffix(info.Name(), "_test.go") && !strings.HasPrefix(info.Name(), "zz_") &&
			!strings.HasSuffix(info.Name(), ".pb.go")
	}
	//nolint:staticcheck // the packages have no build tags that matter here
	parsed, err := parser.ParseDir(token.NewFileSet(), strings.TrimSpace(string(folder)), isSource,
		parser.ParseComments)
	if err != nil {
		return nil, err
	}
	markers := &packageMarkers{map[string]bool{}, map[string][]string{}, map[string]bool{}}
	for _, files := range parsed {
		for _, file := range files.Files {
			for _, declaration := range file.Decls {
				if general, is := declaration.(*ast.GenDecl); is {
					markers.read(general)
				}
			}
		}
	}
	t.markers[pkg] = markers
	return markers, nil
}

func hasMarker(comment *ast.CommentGroup, marker string) bool {
	if comment == nil {
		return false
	}
	for _, line := range comment.List {
		if strings.TrimSpace(strings.TrimPrefix(line.Text, "//")) == marker {
			return true
		}
	}
	return false
}

func (m *packageMarkers) read(declaration *ast.GenDecl) {
	for _, spec := range declaration.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			if hasMarker(declaration.Doc, "+enum") || hasMarker(spec.Doc, "+enum") {
				m.enums[spec.Name.Name] = true
			}
			if fields, is := spec.Type.(*ast.StructType); is {
				m.readFields(spec.Name.Name, fields)
			}
		case *ast.ValueSpec:
			m.readConstant(spec)
		}
	}
}

func (m *packageMarkers) readFields(owner string, fields *ast.StructType) {
	for _, field := range fields.Fields.List {
		for _, name := range field.Names {
			if hasMarker(field.Doc, "+required") {
				m.required[owner+"."+name.Name] = true
			}
		}
	}
}

// readConstant knows `Name Type = "word"` and `Name = Type("word")`.
func (m *packageMarkers) readConstant(spec *ast.ValueSpec) {
	for _, value := range spec.Values {
		typ := spec.Type
		if call, is := value.(*ast.CallExpr); is && len(call.Args) == 1 {
			typ, value = call.Fun, call.Args[0]
		}
		name, named := typ.(*ast.Ident)
		literal, is := value.(*ast.BasicLit)
		if !named || !is || literal.Kind != token.STRING {
			continue
		}
		if word, err := strconv.Unquote(literal.Value); err == nil {
			m.words[name.Name] = append(m.words[name.Name], word)
		}
	}
}

package main

import (
	"fmt"
	"strconv"
	"strings"
)

// The kinds of rules/shape/schema.h.
const (
	kindStruct = "kStruct"
	kindList   = "kList"
	kindMap    = "kMap"
	kindEnum   = "kEnum"
)

// One type: a scalar, fields, words, or a list or map of another one.
type typeRow struct {
	kind    string
	name    string // for people; of a list the key that may not stand twice
	element int
	fields  []fieldRow
	words   []string
}

type fieldRow struct {
	name     string
	typ      int
	required bool
}

type rootRow struct {
	group, version, kind string
	typ                  int
}

type tables struct {
	module  string
	types   []typeRow
	known   map[string]int // a type's identity -> where it stands
	markers map[string]*packageMarkers
	roots   []rootRow
}

func newTables(module string) *tables {
	return &tables{module: module, known: map[string]int{}, markers: map[string]*packageMarkers{}}
}

// intern gives equal types one row. What a type refers to is added first, so that its index is its identity.
func (t *tables) intern(row typeRow) int {
	identity := fmt.Sprintf("%#v", row)
	if at, found := t.known[identity]; found {
		return at
	}
	t.types = append(t.types, row)
	t.known[identity] = len(t.types) - 1
	return len(t.types) - 1
}

func (t *tables) scalar(kind string) int {
	return t.intern(typeRow{kind: kind})
}

const lineLengthMax = 100

// rows writes one initialiser after another, as many on a line as fit.
func rows(out *strings.Builder, items []string) {
	line := " "
	for _, item := range items {
		if len(line)+1+len(item) > lineLengthMax {
			out.WriteString(line + "\n")
			line = " "
		}
		line += " " + item
	}
	out.WriteString(line + "\n")
}

// write prints the tables as C++. A type's fields lie together, in the order of Go or of their names.
func (t *tables) write() []byte {
	var fields, types, words strings.Builder
	fieldCount, wordCount := 0, 0
	for i, row := range t.types {
		first, count := 0, 0
		switch row.kind {
		case kindStruct:
			first, count = fieldCount, len(row.fields)
			fieldCount += count
			fmt.Fprintf(&fields, "    // %d %s\n", i, row.name)
			items := []string{}
			for _, field := range row.fields {
				item := "{" + strconv.Quote(field.name) + ", " + strconv.Itoa(field.typ)
				if field.required {
					item += ", true"
				}
				items = append(items, item+"},")
			}
			rows(&fields, items)
		case kindEnum:
			first, count = wordCount, len(row.words)
			wordCount += count
			items := []string{}
			for _, word := range row.words {
				items = append(items, strconv.Quote(word)+",")
			}
			rows(&words, items)
		case kindList, kindMap:
			first = row.element
		}
		fmt.Fprintf(&types, "    {Kind::%s, %d, %d, %q},  // %d\n", row.kind, first, count, row.name, i)
	}
	var out strings.Builder
	out.WriteString(`// Made from the Go types of k8s.io/api and from CustomResourceDefinitions by test/oracle/schemas,
// which holds this file against them. Not to be edited.

#include "rules/shape/schema.h"

// clang-format off
namespace drawbridge::rules::shape {
namespace {

constexpr Field kFields[] = {
`)
	out.WriteString(fields.String())
	out.WriteString("};\n\nconstexpr std::string_view kWords[] = {\n")
	out.WriteString(words.String())
	out.WriteString("};\n\nconstexpr Type kTypes[] = {\n")
	out.WriteString(types.String())
	out.WriteString("};\n\nconstexpr Root kRoots[] = {\n")
	for _, root := range t.roots {
		fmt.Fprintf(&out, "    {%q, %q, %q, %d},\n", root.group, root.version, root.kind, root.typ)
	}
	out.WriteString(`};

}  // namespace

std::span<const Field> all_fields() {
  return kFields;
}
std::span<const std::string_view> all_words() {
  return kWords;
}
std::span<const Type> all_types() {
  return kTypes;
}
std::span<const Root> all_roots() {
  return kRoots;
}

}  // namespace drawbridge::rules::shape
// clang-format on
`)
	return []byte(out.String())
}

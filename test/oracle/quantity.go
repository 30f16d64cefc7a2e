package main

import (
	"encoding/json"
	"fmt"
	"strconv"

	"k8s.io/apimachinery/pkg/api/resource"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

// describe says everything about a quantity that callers of the Go type can see. 64-bit numbers are
// strings, since not every reader of JSON keeps them. AsInt64, Value and the rest are asked on copies:
// comparing changes the representation of a Go Quantity.
func describe(q resource.Quantity) answer {
	number, suffix := q.CanonicalizeBytes(nil)
	// The bits of the double, since it may be no number.
	float := strconv.FormatFloat(q.AsApproximateFloat64(), 'x', -1, 64)
	result := answer{
		"canonical": string(number) + string(suffix),
		"stored":    q.String(),
		"value":     strconv.FormatInt(q.Value(), 10),
		"milli":     strconv.FormatInt(q.MilliValue(), 10),
		"sign":      q.Sign(),
		"float":     float,
		"format":    string(q.Format),
	}
	if whole, ok := q.AsInt64(); ok {
		result["asInt64"] = strconv.FormatInt(whole, 10)
	}
	return result
}

// quantity.parse {s} -> describe()
func quantityParse(asked request) (answer, error) {
	q, err := resource.ParseQuantity(fields[struct{ S string }](asked).S)
	if err != nil {
		return nil, err
	}
	return describe(q), nil
}

// quantity.json {value: any JSON value, reencode} -> describe(), as the API server decodes a field. With
// reencode, the value goes through a client first that reads the file as plain data, as kubectl does.
func quantityJSON(asked request) (answer, error) {
	question := fields[struct {
		Value    json.RawMessage
		Reencode bool
	}](asked)
	text := []byte(question.Value)
	if question.Reencode {
		var plain any
		if err := utiljson.Unmarshal(text, &plain); err != nil {
			panic(err)
		}
		var err error
		if text, err = json.Marshal(plain); err != nil {
			panic(err)
		}
	}
	var q resource.Quantity
	if err := q.UnmarshalJSON(text); err != nil {
		return nil, err
	}
	return describe(q), nil
}

type pair struct{ A, B string }

func parsePair(asked request) (a, b resource.Quantity, err error) {
	texts := fields[pair](asked)
	if a, err = resource.ParseQuantity(texts.A); err != nil {
		return a, b, err
	}
	b, err = resource.ParseQuantity(texts.B)
	return a, b, err
}

// quantity.compare {a, b} -> {compare: -1, 0 or 1}
func quantityCompare(asked request) (answer, error) {
	a, b, err := parsePair(asked)
	if err != nil {
		return nil, err
	}
	return answer{"compare": a.Cmp(b)}, nil
}

// quantity.add {a, b} -> describe(a + b)
func quantityAdd(asked request) (answer, error) {
	a, b, err := parsePair(asked)
	if err != nil {
		return nil, err
	}
	a.Add(b)
	return describe(a), nil
}

// quantity.sub {a, b} -> describe(a - b)
func quantitySub(asked request) (answer, error) {
	a, b, err := parsePair(asked)
	if err != nil {
		return nil, err
	}
	a.Sub(b)
	return describe(a), nil
}

// quantity.apply {start, steps: [{do: add|sub|multiply, with}]} -> describe() of what comes out, to reach
// representations that no text has.
func quantityApply(asked request) (answer, error) {
	job := fields[struct {
		Start string
		Steps []struct{ Do, With string }
	}](asked)
	q, err := resource.ParseQuantity(job.Start)
	if err != nil {
		return nil, err
	}
	for _, step := range job.Steps {
		if step.Do == "multiply" {
			factor, err := strconv.ParseInt(step.With, 10, 64)
			if err != nil {
				panic(err)
			}
			q.Mul(factor)
			continue
		}
		with, err := resource.ParseQuantity(step.With)
		if err != nil {
			return nil, err
		}
		switch step.Do {
		case "add":
			q.Add(with)
		case "sub":
			q.Sub(with)
		default:
			panic(fmt.Sprintf("unknown step %q", step.Do))
		}
	}
	return describe(q), nil
}

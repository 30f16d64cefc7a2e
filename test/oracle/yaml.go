package main

import "sigs.k8s.io/yaml"

// yaml.toJSON {text, strict} -> {json: the JSON as text}, of one document. strict refuses duplicate keys.
func yamlToJSON(asked request) (answer, error) {
	question := fields[struct {
		Text   string
		Strict bool
	}](asked)
	convert := yaml.YAMLToJSON
	if question.Strict {
		convert = yaml.YAMLToJSONStrict
	}
	text, err := convert([]byte(question.Text))
	if err != nil {
		return nil, err
	}
	return answer{"json": string(text)}, nil
}

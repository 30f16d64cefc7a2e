package main

import (
	"encoding/json"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/component-helpers/scheduling/corev1/nodeaffinity"
)

// labels.match {selector: metav1.LabelSelector or null, labels} -> {match, validates}. Where the API's
// validation and the conversion disagree about a selector, validates says so.
func labelsMatch(asked request) (answer, error) {
	question := fields[struct {
		Selector json.RawMessage
		Labels   map[string]string
	}](asked)
	var parsed *metav1.LabelSelector
	if err := json.Unmarshal(question.Selector, &parsed); err != nil {
		return nil, err
	}
	selector, err := metav1.LabelSelectorAsSelector(parsed)
	if err != nil {
		return nil, err
	}
	problems := validation.ValidateLabelSelector(parsed, validation.LabelSelectorValidationOptions{}, nil)
	return answer{
		"match":     selector.Matches(labels.Set(question.Labels)),
		"validates": len(problems) == 0,
	}, nil
}

// nodeSelector.match {selector: v1.NodeSelector, labels, name} -> {match}
func nodeSelectorMatch(asked request) (answer, error) {
	question := fields[struct {
		Selector json.RawMessage
		Labels   map[string]string
		Name     string
	}](asked)
	var parsed corev1.NodeSelector
	if err := json.Unmarshal(question.Selector, &parsed); err != nil {
		return nil, err
	}
	selector, err := nodeaffinity.NewNodeSelector(&parsed)
	if err != nil {
		return nil, err
	}
	node := corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: question.Name, Labels: question.Labels}}
	return answer{"match": selector.Match(&node)}, nil
}

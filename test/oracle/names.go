package main

import "k8s.io/apimachinery/pkg/api/validate/content"

// names {s} -> whether s is each kind of name.
func names(asked request) (answer, error) {
	s := fields[struct{ S string }](asked).S
	return answer{
		"dnsLabel":      len(content.IsDNS1123Label(s)) == 0,
		"dnsSubdomain":  len(content.IsDNS1123Subdomain(s)) == 0,
		"qualifiedName": len(content.IsLabelKey(s)) == 0,
		"labelValue":    len(content.IsLabelValue(s)) == 0,
		"cIdentifier":   len(content.IsCIdentifier(s)) == 0,
	}, nil
}

package kueue

// fault is a kind of disagreement; none is "".
type fault string

const (
	// The grave one: a person is kept from what would run.
	falseRefusal fault = "refused, and Kueue could admit it"
	silentNever  fault = "nothing said, and Kueue can never admit it"
	falseNever   fault = "warned that Kueue never admits it, and Kueue could"
	silentWait   fault = "nothing said, and it does not fit now"
	falseWait    fault = "said to wait, and Kueue would admit it now"
)

// outcome is what Kueue makes of a workload.
type outcome string

const (
	never  outcome = "never"
	notNow outcome = "not now"
	fits   outcome = "fits"
)

func (d decision) outcome() outcome {
	switch {
	case !d.couldEver():
		return never
	case !d.now.fits || d.stopped:
		return notNow
	}
	return fits
}

// compare is the fault of what Drawbridge says, or the name of the rule by which a difference is none.
func compare(of decision, says said) (fault, string) {
	found := difference(of, says)
	if found == "" {
		return "", ""
	}
	for _, rule := range exceptions {
		if rule.fault == found && rule.applies(of, says) {
			return "", rule.name
		}
	}
	return found, ""
}

func difference(of decision, says said) fault {
	could := of.couldEver()
	switch {
	case says.refused && could:
		return falseRefusal
	case says.refused:
		return ""
	case says.warnedNever && could:
		return falseNever
	case says.warnedNever:
		return ""
	case !could:
		return silentNever
	case says.waits && of.outcome() == fits:
		return falseWait
	case !says.waits && of.outcome() == notNow:
		return silentWait
	}
	return ""
}

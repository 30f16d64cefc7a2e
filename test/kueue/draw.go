package kueue

import (
	"math/rand/v2"

	"k8s.io/apimachinery/pkg/api/resource"
)

// draw is a source of choices; the same seed gives the same ones.
type draw struct{ *rand.Rand }

func newDraw(seed uint64) draw {
	return draw{rand.New(rand.NewPCG(seed, 0))}
}

func (d draw) percent(of int) bool { return d.IntN(100) < of }

// between includes both ends.
func (d draw) between(least, most int) int { return least + d.IntN(most-least+1) }

func oneOf[T any](d draw, choices ...T) T { return choices[d.IntN(len(choices))] }

func quantity(text string) resource.Quantity { return resource.MustParse(text) }

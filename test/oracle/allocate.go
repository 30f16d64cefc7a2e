package main

import (
	"errors"

	corev1 "k8s.io/api/core/v1"
	resourcev1 "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	dracel "k8s.io/dynamic-resource-allocation/cel"
	"k8s.io/dynamic-resource-allocation/structured"
)

// Which nodes could serve claims of one pod, by the scheduler's own allocator, where nobody has a device
// yet: {"nodes": [...], "failed": {NODE: why}}. A failure on one node ends the scheduler's search as a whole.

type allocateQuestion struct {
	Slices  []*resourcev1.ResourceSlice `json:"slices"`
	Classes classList                   `json:"classes"`
	Claims  []*resourcev1.ResourceClaim `json:"claims"`
	Nodes   []string                    `json:"nodes"`
}

type classList []*resourcev1.DeviceClass

func (list classList) List() ([]*resourcev1.DeviceClass, error) { return list, nil }

func (list classList) Get(name string) (*resourcev1.DeviceClass, error) {
	for _, class := range list {
		if class.Name == name {
			return class, nil
		}
	}
	return nil, errors.New("no such class: " + name)
}

func allocate(asked request) (answer, error) {
	question := fields[allocateQuestion](asked)
	features := structured.Features{
		AdminAccess:          true,
		PrioritizedList:      true,
		PartitionableDevices: true,
		DeviceTaints:         true,
		ConsumableCapacity:   true,
	}
	allocator, err := structured.NewAllocator(background, features, structured.AllocatedState{},
		question.Classes, question.Slices, dracel.NewCache(100, dracel.Features{EnableConsumableCapacity: true}))
	if err != nil {
		return nil, err
	}
	served, failed := []string{}, map[string]string{}
	for _, name := range question.Nodes {
		node := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: name}}
		result, err := allocator.Allocate(background, node, question.Claims)
		if err != nil {
			failed[name] = err.Error()
		} else if len(result) == len(question.Claims) && len(result) > 0 {
			served = append(served, name)
		}
	}
	return answer{"nodes": served, "failed": failed}, nil
}

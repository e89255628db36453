package daemon

import "sync"

// queue hands values from one goroutine to another. Who puts never waits. The zero
// queue is ready.
type queue[T any] struct {
	mu    sync.Mutex
	more  *sync.Cond
	all   []T
	ended bool
}

func (q *queue[T]) change(do func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.more == nil {
		q.more = sync.NewCond(&q.mu)
	}
	do()
	q.more.Broadcast()
}

func (q *queue[T]) put(v T) { q.change(func() { q.all = append(q.all, v) }) }

// end says that nothing more is put. What was put is still there to get.
func (q *queue[T]) end() { q.change(func() { q.ended = true }) }

// get is the next value, once there is one; false after the end.
func (q *queue[T]) get() (v T, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.more == nil {
		q.more = sync.NewCond(&q.mu)
	}
	for len(q.all) == 0 {
		if q.ended {
			return v, false
		}
		q.more.Wait()
	}
	v, q.all = q.all[0], q.all[1:]
	return v, true
}

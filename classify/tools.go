package classify

// Tool classifies a call of a tool that is no shell: its name and its input as
// JSON.
func Tool(name string, input []byte, sc *Scene, p *Policy) Result {
	s := newScan(sc, p)
	s.res.finish(s.policy)
	return *s.res
}

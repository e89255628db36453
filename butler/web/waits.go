package web

import (
	"slices"

	"guard/butler/ext"
	"guard/butler/host"
)

// waitRoutes show the owner what an extension would do that they have not
// accepted, and take their word on it.
func (s *Server) waitRoutes() []route {
	return []route{
		{"GET /api/extensions/waiting", read, s.withHost(waitingForWord)},
		{"POST /api/extensions/accept", act, s.withHost(acceptExtensions)},
	}
}

func waitingForWord(h *host.Host, _ *call) (any, error) {
	list := h.Waiting()
	for i, w := range list {
		list[i].Name, list[i].Effect, list[i].Before = see(w.Name), seeEffect(w.Effect), seeEffect(w.Before)
	}
	return list, nil
}

func seeEffect(e ext.Effect) ext.Effect {
	out := slices.Clone(e)
	for i, p := range out {
		out[i] = ext.Part{Member: see(p.Member), Value: see(p.Value)}
	}
	return out
}

// acceptExtensions is the owner's word on extensions as they were shown, which
// their digests name.
func acceptExtensions(h *host.Host, c *call) (any, error) {
	var in struct {
		Words []host.Word `json:"words"`
	}
	if err := c.body(&in); err != nil {
		return nil, err
	}
	return h.Accept(in.Words, "owner, web")
}

package hub

import (
	"context"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxWatched is how many resources of one provider clients may watch.
const maxWatched = 1000

var errWatched = fmt.Errorf("%d resources of it are watched already", maxWatched)

// subscribe watches a resource for a client. The provider is told once, however
// many clients watch, and again whenever it is started. While it does not run
// there is nothing to tell.
func (v *view) subscribe(ctx context.Context, req *mcp.SubscribeRequest) error {
	uri := req.Params.URI
	s := v.holder(uri)
	if s == nil {
		return mcp.ResourceNotFoundError(uri)
	}
	first, err := s.watchMore(uri)
	if err != nil || !first {
		return err
	}
	_, err = asked(ctx, s, func(ctx context.Context, l *live) (struct{}, error) {
		return struct{}{}, l.subscribe(ctx, uri)
	})
	if err != nil {
		s.watchLess(uri)
	}
	return err
}

func (v *view) unsubscribe(ctx context.Context, req *mcp.UnsubscribeRequest) error {
	uri := req.Params.URI
	s := v.holder(uri)
	if s == nil {
		return mcp.ResourceNotFoundError(uri)
	}
	if !s.watchLess(uri) {
		return nil
	}
	s.mu.Lock()
	l := s.live
	s.mu.Unlock()
	if l == nil {
		return nil
	}
	return l.session.Unsubscribe(ctx, &mcp.UnsubscribeParams{URI: uri})
}

// holder is the provider of a resource.
func (v *view) holder(uri string) *slot {
	if v.only != nil {
		return v.only
	}
	return v.whose(kindResource, uri)
}

// watchMore counts one more watcher of uri, and reports whether it is the first.
func (s *slot) watchMore(uri string) (first bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.watched == nil {
		s.watched = map[string]int{}
	}
	if s.watched[uri] == 0 && len(s.watched) >= maxWatched {
		return false, errWatched
	}
	s.watched[uri]++
	return s.watched[uri] == 1, nil
}

// watchLess counts one less, and reports whether it was the last.
func (s *slot) watchLess(uri string) (last bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.watched[uri] == 0 {
		return false
	}
	if s.watched[uri]--; s.watched[uri] > 0 {
		return false
	}
	delete(s.watched, uri)
	return true
}

// subscribe asks the provider to tell of changes. One that cannot is asked
// nothing: its clients hear of none.
func (l *live) subscribe(ctx context.Context, uri string) error {
	caps := l.session.InitializeResult().Capabilities
	if caps == nil || caps.Resources == nil || !caps.Resources.Subscribe {
		return errors.New("it does not tell of changes")
	}
	return l.session.Subscribe(ctx, &mcp.SubscribeParams{URI: uri})
}

// resubscribe tells a provider that was started anew what is watched.
func (s *slot) resubscribe(ctx context.Context, l *live) {
	s.mu.Lock()
	var uris []string
	for uri := range s.watched {
		uris = append(uris, uri)
	}
	s.mu.Unlock()
	for _, uri := range uris {
		if err := l.subscribe(ctx, uri); err != nil {
			s.hub.log.Warn("hub: a resource is not watched any more", "namespace", s.spec.Namespace, "uri", uri, "err", err)
		}
	}
}

// updated tells those who watch that a resource has changed.
func (s *slot) updated(ctx context.Context, p *mcp.ResourceUpdatedNotificationParams) {
	for _, v := range []*view{s.view, s.hub.all} {
		if v == s.hub.all && v.whose(kindResource, p.URI) != s {
			continue
		}
		_ = v.server.ResourceUpdated(ctx, &mcp.ResourceUpdatedNotificationParams{URI: p.URI}) // who is gone hears nothing
	}
}

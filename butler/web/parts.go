package web

// Parts are the rooms that the API shows. Those that are nil do not run here.
type Parts struct {
	// Token tells which extension a token was given to.
	Token func(token string) (extension string, ok bool)
}

// parts is the API of the rooms.
func (s *Server) parts() []route { return nil }

// running names the parts that run.
func (s *Server) running() []string { return []string{"log", "policy"} }

// waiting is how many items wait for the owner.
func (s *Server) waiting() int { return 0 }

// waitingBySession is how many items of each session wait.
func (s *Server) waitingBySession() map[string]int { return nil }

// partSettings is what is in force in the parts.
func (s *Server) partSettings() []setting { return nil }

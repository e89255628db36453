package coord

// Say writes what it is given, for tests.
func (c *Conn) Say(b []byte) error {
	_, err := c.s.Write(b)
	return err
}

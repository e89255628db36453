package classify

func (k *call) scanSed(text, row string) {}
func (k *call) scanAwk(text, row string) {}
func (k *call) scanPwsh(text, row string) {}
func (k *call) scanAppleScript(text, row string) {}

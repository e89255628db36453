package classify

import (
	"net/netip"
	"strconv"
	"strings"
)

// url is an address that a call talks to.
func (k *call) url(w Word, row string) {
	if w.flow().secret() {
		k.sent = append(k.sent, w)
	}
	text := w.Text()
	if !w.Known() {
		switch {
		case w.flow().secret():
			if i := strings.Index(text, "@"); i > 0 && strings.Contains(text[:i], w.hole()) && strings.Contains(w.stem(), "://") {
				k.sent = k.sent[:len(k.sent)-1] // userinfo: it is the authentication
				k.effect(Secret|Fetch, row)
				return
			}
		case w.flow().plain(), w.flow().place() == "" && isVar(strings.Trim(w.hole(), `"`)) && !w.flow().built():
		case w.glob(): // ? and & of a query that was not quoted
		default:
			k.effect(Send, row)
			return
		}
		if host := hostOf(w.stem()); host == "" || !strings.Contains(strings.TrimPrefix(w.stem(), "http"), "/") || strings.HasSuffix(w.stem(), "://") {
			if !w.glob() {
				k.effect(Fetch, row)
				return
			}
		}
	}
	k.effect(addressEffect(text), row)
	if strings.HasPrefix(text, "file:") {
		k.touch(reads, w, row, k.src)
		k.reads = append(k.reads, k.content(w))
	}
	if looksSecret(text) || w.Known() && !isLoopback(hostOf(text)) && secretQuery(text) {
		k.effect(Secret, row)
	}
}

// secretQuery reports whether the query of an address gives a credential by
// its name: ?access_token=…
func secretQuery(text string) bool {
	_, query, ok := strings.Cut(text, "?")
	if !ok {
		return false
	}
	for p := range strings.FieldsFuncSeq(query, func(r rune) bool { return r == '&' || r == ';' || r == '#' }) {
		name, val, _ := strings.Cut(p, "=")
		name = strings.ReplaceAll(name, "-", "_")
		if len(val) < 8 || !secretName(name) && !strings.EqualFold(name, "apikey") {
			continue
		}
		low := strings.ToLower(name)
		if strings.Contains(low, "page") || strings.Contains(low, "next") || strings.Contains(low, "csrf") || strings.Contains(low, "continu") || strings.Contains(low, "sync") || strings.Trim(val, "xX*.<>") == "" {
			continue
		}
		return true
	}
	return false
}

// addressEffect is what talking to an address means, by the address alone.
func addressEffect(text string) Effect {
	if strings.HasPrefix(text, "file:") {
		return 0
	}
	host, user := hostOf(text), userinfo(text)
	e := Fetch
	switch {
	case isMetadata(host):
		e |= Secret
	case isLoopback(host):
		e = Loopback
		if dockerPort(text) {
			e |= Elevate
		}
		if _, rest, ok := strings.Cut(text, ":19387"); ok && (strings.HasPrefix(rest, "/api") || strings.HasPrefix(rest, "/myspace-butler")) {
			e |= Tamper // butler's own: a person decides there
		}
	}
	if user {
		e |= Secret
	}
	return e
}

// hostOf is the host of an address, with or without a scheme.
func hostOf(text string) string {
	if i := strings.Index(text, "://"); i >= 0 {
		text = text[i+3:]
	}
	if i := strings.IndexAny(text, "/?#"); i >= 0 {
		text = text[:i]
	}
	if i := strings.LastIndexByte(text, '@'); i >= 0 {
		text = text[i+1:]
	}
	if strings.HasPrefix(text, "[") {
		if i := strings.IndexByte(text, ']'); i > 0 {
			return text[1:i]
		}
	}
	if i := strings.IndexByte(text, ':'); i >= 0 && strings.Count(text, ":") == 1 {
		text = text[:i]
	}
	return strings.ToLower(strings.TrimSuffix(text, "."))
}

// dockerPort reports whether an address names the ports on which a container
// daemon listens: whoever talks to it is root.
func dockerPort(text string) bool {
	if i := strings.Index(text, "://"); i >= 0 {
		text = text[i+3:]
	}
	if i := strings.IndexAny(text, "/?#"); i >= 0 {
		text = text[:i]
	}
	return strings.HasSuffix(text, ":2375") || strings.HasSuffix(text, ":2376")
}

// daemonEffect is what it means to talk to the container daemon, or the context
// of one, that w names.
func daemonEffect(w Word) Effect {
	switch {
	case w.Is(""), w.Has("default desktop-linux desktop-windows colima orbstack rancher-desktop rootless podman-machine-default podman-machine-default-root"):
		return 0
	case w.Known() && (strings.HasPrefix(w.Text(), "unix:") || strings.HasPrefix(w.Text(), "npipe:") || strings.HasPrefix(w.Text(), "fd:")):
		return 0
	case w.Known() && strings.Contains(w.Text(), ":") && isLoopback(hostOf(w.Text())):
		return Elevate
	}
	return Remote
}

func userinfo(text string) bool {
	i := strings.Index(text, "://")
	if i < 0 {
		return false
	}
	text = text[i+3:]
	if j := strings.IndexAny(text, "/?#"); j >= 0 {
		text = text[:j]
	}
	at := strings.LastIndexByte(text, '@')
	return at > 0 && strings.Contains(text[:at], ":")
}

// address reads the spellings of an IPv4 address that inet_aton knows: dotted,
// decimal, hexadecimal, octal, with parts left out.
func address(host string) (netip.Addr, bool) {
	if a, err := netip.ParseAddr(host); err == nil {
		return a.Unmap(), true
	}
	parts := strings.Split(host, ".")
	if len(parts) > 4 {
		return netip.Addr{}, false
	}
	var n uint64
	for i, p := range parts {
		v, err := strconv.ParseUint(p, 0, 32)
		if err != nil {
			return netip.Addr{}, false
		}
		if i == len(parts)-1 {
			n = n<<(8*(4-uint(i))) | v
		} else {
			if v > 255 {
				return netip.Addr{}, false
			}
			n = n<<8 | v
		}
	}
	if n > 0xffffffff {
		return netip.Addr{}, false
	}
	return netip.AddrFrom4([4]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}), true
}

func isLoopback(host string) bool {
	if host == "localhost" || strings.HasSuffix(host, ".localhost") || host == "host.docker.internal" || host == "0.0.0.0" || host == "::" {
		return true
	}
	a, ok := address(host)
	return ok && a.IsLoopback()
}

// isMetadata reports whether host is a cloud's metadata service, which hands
// out credentials.
func isMetadata(host string) bool {
	if strings.HasPrefix(host, "metadata.google") || host == "metadata" || host == "instance-data" || host == "metadata.azure.internal" || host == "instance-data.ec2.internal" {
		return true
	}
	for _, name := range []string{"169.254.169.254", "169-254-169-254", "a9fea9fe", "100.100.100.200", "169.254.170.2", "2852039166"} {
		if strings.Contains(host, name) {
			return true
		}
	}
	a, ok := address(host)
	if !ok {
		return false
	}
	if a.Is4() {
		b := a.As4()
		return b[0] == 169 && b[1] == 254 || b == [4]byte{100, 100, 100, 200} || b == [4]byte{192, 0, 0, 192}
	}
	return a == netip.MustParseAddr("fd00:ec2::254") || a == netip.MustParseAddr("fd20:ce::254")
}

// data is text that is sent: the word itself, or with @ a file's content.
func (k *call) data(w Word, row string) {
	if rest, ok := strings.CutPrefix(w.Text(), "@"); ok {
		f := w
		f.set(rest)
		f.edit().stem = strings.TrimPrefix(f.stem(), "@")
		k.send(f, row)
		return
	}
	if i := strings.Index(w.Text(), "=@"); i > 0 && w.Known() { // -F name=@file
		rest, _, _ := strings.Cut(w.Text()[i+2:], ";")
		k.send(lit(rest), row)
		return
	}
	if i := strings.Index(w.Text(), "=<"); i > 0 && w.Known() {
		k.send(lit(w.Text()[i+2:]), row)
		return
	}
	if i := strings.Index(w.Text(), "=@"); i > 0 && !w.Known() && strings.HasPrefix(w.stem(), w.Text()[:i+2]) { // -F f=@{}
		f := w
		f.set(w.Text()[i+2:])
		f.edit().stem = w.stem()[i+2:]
		k.send(f, row)
		return
	}
	k.effect(Send, row)
	if w.flow().secret() {
		k.sent = append(k.sent, w)
	}
	if looksSecret(w.Text()) {
		k.effect(Secret, row)
	}
}

// send is a path whose content leaves the machine.
func (k *call) send(w Word, row string) {
	k.effect(Send, row)
	if w.Is("-") || w.Is(".") && k.piped || k.stream(w) {
		k.stdin = true
		if k.in.secret() {
			k.foundWhy(Leak, row, k.in.from(), k.src)
		}
		return
	}
	for _, p := range k.paths(w) {
		if k.zone(p) == zoneSecrets && !k.away && !k.boxed {
			k.foundWhy(Leak, row, k.show(p), k.src)
			return
		}
	}
	k.touch(reads, w, row, k.src)
	if f := k.content(w); f.secret() {
		k.foundWhy(Leak, row, w.Text(), k.src)
	}
	if f := k.contentBelow(w, row); f.secret() {
		k.foundWhy(Leak, row, w.Text()+" with all below it", k.src)
	}
}

// header is a header of a request: a credential in it may be authentication.
func (k *call) header(w Word, row string) {
	if rest, ok := strings.CutPrefix(w.Text(), "@"); ok && w.Known() {
		k.send(lit(rest), row)
		return
	}
	name, _, _ := strings.Cut(strings.ToLower(w.Text()), ":")
	auth := false
	for _, n := range []string{"authorization", "proxy-authorization", "cookie", "x-api-key", "api-key", "apikey", "private-token", "job-token", "x-auth-token", "x-token", "x-vault-token", "x-goog-api-key", "x-figma-token", "x-auth-key", "x-shopify-access-token", "x-access-token", "dd-api-key", "dd-application-key", "circle-token", "x-github-token"} {
		auth = auth || name == n
	}
	switch {
	case auth && (w.flow().secret() || !w.Known() || len(w.Text()) > len(name)+8):
		k.effect(Secret, row)
	case w.flow().secret():
		k.sent = append(k.sent, w)
	case !w.Known() && (w.flow().built() || w.flow().place() != "" || !w.flow().plain() && (strings.Contains(w.Text(), "$(") || strings.Contains(w.Text(), "`"))):
		k.effect(Send, row) // what a command printed goes along
	}
}

// looksSecret reports whether text holds something that is shaped like a
// credential.
func looksSecret(text string) bool {
	for _, pre := range []string{"sk-ant-", "sk-proj-", "sk_live_", "rk_live_", "ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "AKIA", "ASIA", "AIzaSy", "npm_", "hf_", "dop_v1_", "eyJhbGciOi", "-----BEGIN"} {
		i := strings.Index(text, pre)
		if i < 0 {
			continue
		}
		if i > 0 {
			if c := text[i-1]; c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' {
				continue
			}
		}
		n := 0
		for j := i + len(pre); j < len(text) && (text[j] == '_' || text[j] == '-' || text[j] == ' ' || text[j] >= '0' && text[j] <= '9' || text[j]|0x20 >= 'a' && text[j]|0x20 <= 'z'); j++ {
			n++
		}
		if n >= 4 {
			return true
		}
	}
	return false
}

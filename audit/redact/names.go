package redact

// maxName bounds how far back a name is read.
const maxName = 96

// nameBefore returns the name that ends before i, past blanks and a closing
// quote (`"token" :`, `\"token\":`), and whether blanks lay between.
func nameBefore(s string, i int) (name string, spaced bool) {
	j := i
	for j > 0 && i-j < 8 && blank(s[j-1]) {
		j--
		spaced = true
	}
	if j > 0 && quote(s[j-1]) {
		if j--; j > 0 && s[j-1] == '\\' {
			j--
		}
	}
	start := j
	for start > 0 && j-start < maxName && nameByte(s[start-1]) {
		start--
	}
	return s[start:j], spaced
}

type nameKind uint8

const (
	notSecret nameKind = iota
	weakName           // secret as a flag or variable, an ordinary word in prose
	secretName
	headerName // its value is all the rest of the line
)

// kindOf says what a name tells about its value. It is read in parts: those
// that _ - . and capitals divide.
func kindOf(name string) nameKind {
	if len(name) < 3 || len(name) >= maxName {
		return notSecret
	}
	var buf [2 * maxName]byte
	norm := normal(buf[:0], name)
	switch string(norm) {
	case "authorization", "proxy_authorization", "cookie", "set_cookie":
		return headerName
	case "pass", "auth", "creds", "sig", "signature", "x_amz_signature":
		return weakName
	case "pwd", "oldpwd":
		return notSecret
	}
	found := notSecret
	var before, last []byte
	for len(norm) > 0 {
		n := 0
		for n < len(norm) && norm[n] != '_' {
			n++
		}
		part := norm[:n]
		norm = norm[min(n+1, len(norm)):]
		if len(part) == 0 || digits(part) {
			continue
		}
		if secretPart(before, part) {
			found = secretName
		}
		before, last = part, part
	}
	if harmless(last) {
		return notSecret
	}
	return found
}

func normal(dst []byte, name string) []byte {
	upper := func(i int) bool { return i >= 0 && i < len(name) && name[i] >= 'A' && name[i] <= 'Z' }
	lower := func(i int) bool { return i >= 0 && i < len(name) && name[i] >= 'a' && name[i] <= 'z' }
	for i := range len(name) {
		c := name[i]
		switch {
		case c == '-' || c == '.' || c == '_':
			if len(dst) > 0 && dst[len(dst)-1] != '_' {
				dst = append(dst, '_')
			}
			continue
		case upper(i) && (lower(i-1) || upper(i-1) && lower(i+1)):
			dst = append(dst, '_')
		}
		if upper(i) {
			c += 'a' - 'A'
		}
		dst = append(dst, c)
	}
	return dst
}

func digits(b []byte) bool {
	for _, c := range b {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

func secretPart(before, part []byte) bool {
	switch string(part) {
	case "pass", "pwd", "pw", "auth", "creds", "credential", "credentials", "secrets", "passwords",
		"jwt", "bearer", "pat", "otp", "passin", "passout", "cookie", "sas", "dsn":
		return true
	case "key", "keys":
		switch string(before) {
		case "api", "access", "private", "secret", "signing", "encryption", "master", "account",
			"auth", "storage", "ssh", "deploy", "session", "shared", "app", "license", "service", "subscription":
			return true
		}
	}
	for _, end := range [...]string{"token", "password", "passwd", "passphrase", "secret", "apikey", "accesskey", "secretkey", "privatekey"} {
		if len(part) >= len(end) && string(part[len(part)-len(end):]) == end {
			return true
		}
	}
	return false
}

// harmless reports whether a last part makes a name one of something about a
// secret.
func harmless(part []byte) bool {
	switch string(part) {
	case "file", "files", "path", "dir", "name", "names", "id", "ids",
		"url", "uri", "stdin", "type", "ttl", "length", "len", "size",
		"count", "limit", "expiry", "expires", "expiration", "env", "endpoint", "store",
		"manager", "arn", "policy", "prompt", "version", "provider", "scope", "scopes",
		"budget", "usage", "method", "mode", "algorithm", "required", "enabled", "disabled",
		"user", "username", "domain", "host", "plugin":
		return true
	}
	return false
}

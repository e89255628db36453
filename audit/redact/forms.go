package redact

import "strings"

// prefixes are the beginnings by which issuers mark their keys (GitHub, GitLab,
// AWS, Slack, Google, npm, PyPI, Stripe, OpenAI, Anthropic and others, from
// their documentation, 2026-11). What follows is masked when it is at least min
// bytes long; the beginning stays, since it says what was there.
var prefixes = []struct {
	text string
	min  int
	set  func(byte) bool
	next uint8
}{
	{"sk-", 16, keyByte, 0}, {"sk_live_", 10, keyByte, 0}, {"sk_test_", 10, keyByte, 0}, {"rk_live_", 10, keyByte, 0},
	{"rk_test_", 10, keyByte, 0}, {"whsec_", 16, base64Byte, 0},
	{"ghp_", 16, keyByte, 0}, {"gho_", 16, keyByte, 0}, {"ghu_", 16, keyByte, 0}, {"ghs_", 16, keyByte, 0}, {"ghr_", 16, keyByte, 0},
	{"github_pat_", 16, keyByte, 0},
	{"glpat-", 12, keyByte, 0}, {"gldt-", 12, keyByte, 0}, {"glrt-", 12, keyByte, 0}, {"glcbt-", 12, keyByte, 0}, {"glptt-", 12, keyByte, 0}, {"glsoat-", 12, keyByte, 0},
	{"AKIA", 16, upperByte, 0}, {"ASIA", 16, upperByte, 0}, {"ABIA", 16, upperByte, 0}, {"ACCA", 16, upperByte, 0},
	{"xoxb-", 10, keyByte, 0}, {"xoxp-", 10, keyByte, 0}, {"xoxa-", 10, keyByte, 0}, {"xoxr-", 10, keyByte, 0}, {"xoxs-", 10, keyByte, 0},
	{"xoxe-", 10, keyByte, 0}, {"xoxc-", 10, keyByte, 0}, {"xoxd-", 10, base64Byte, 0}, {"xapp-", 10, keyByte, 0}, {"xoxe.xoxp-", 10, keyByte, 0},
	{"hooks.slack.com/services/", 10, base64Byte, 0}, {"discord.com/api/webhooks/", 10, base64Byte, 0},
	{"api.telegram.org/bot", 10, botByte, 0},
	{"npm_", 20, keyByte, 0}, {"pypi-", 20, keyByte, 0}, {"dckr_pat_", 10, keyByte, 0}, {"dckr_oat_", 10, keyByte, 0},
	{"AIza", 20, keyByte, 0}, {"ya29.", 16, keyByte, 0}, {"GOCSPX-", 16, keyByte, 0}, {"1//0", 30, keyByte, 0},
	{"hf_", 20, keyByte, 0}, {"gsk_", 20, keyByte, 0}, {"xai-", 20, keyByte, 0}, {"r8_", 20, keyByte, 0}, {"pplx-", 20, keyByte, 0},
	{"SG.", 16, jwtByte, 0}, {"key-", 32, hexByte, 0}, {"shpat_", 16, keyByte, 0}, {"shpss_", 16, keyByte, 0}, {"shpca_", 16, keyByte, 0},
	{"dop_v1_", 16, keyByte, 0}, {"doo_v1_", 16, keyByte, 0}, {"hvs.", 16, keyByte, 0}, {"hvb.", 16, keyByte, 0}, {"s.", 24, alnumOnly, 0},
	{"tskey-", 12, keyByte, 0}, {"lin_api_", 16, keyByte, 0}, {"secret_", 32, keyByte, 0}, {"ntn_", 20, keyByte, 0},
	{"ATATT", 20, base64Byte, 0}, {"ATBB", 20, keyByte, 0}, {"sq0atp-", 16, keyByte, 0}, {"sq0csp-", 16, keyByte, 0}, {"EAAA", 40, keyByte, 0},
	{"dapi", 32, hexByte, 0}, {"pul-", 32, hexByte, 0}, {"sntrys_", 16, base64Byte, 0}, {"sntryu_", 16, base64Byte, 0}, {"fio-u-", 16, keyByte, 0},
	{"figd_", 16, keyByte, 0}, {"pat-na1-", 16, keyByte, 0}, {"PMAK-", 16, keyByte, 0}, {"rubygems_", 16, keyByte, 0}, {"CFPAT-", 16, keyByte, 0},
	{"AGE-SECRET-KEY-1", 20, upperByte, 0}, {"eyJ", 17, jwtByte, 0},
	{"Bearer ", 16, bearerByte, 0}, {"bearer ", 16, bearerByte, 0},
}

func keyByte(c byte) bool    { return wordByte(c) || c == '-' }
func base64Byte(c byte) bool { return keyByte(c) || c == '+' || c == '/' || c == '=' || c == '%' }
func jwtByte(c byte) bool    { return keyByte(c) || c == '.' }
func bearerByte(c byte) bool { return base64Byte(c) || c == '.' || c == '~' }
func botByte(c byte) bool    { return keyByte(c) || c == ':' }
func alnumOnly(c byte) bool  { return wordByte(c) && c != '_' }
func upperByte(c byte) bool  { return c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' }
func hexByte(c byte) bool    { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' }

// token masks a key that begins at i with a known prefix.
func (f *finder) token(i int) int {
	s := f.s[i:]
	for k := byFirst[s[0]]; k > 0; k = prefixes[k-1].next {
		p := &prefixes[k-1]
		if !strings.HasPrefix(s, p.text) {
			continue
		}
		n := len(p.text)
		for n < len(s) && p.set(s[n]) {
			n++
		}
		if n-len(p.text) < p.min {
			continue
		}
		from := i + len(p.text)
		if p.text == "eyJ" {
			if strings.Count(s[:n], ".") == 0 {
				return 0
			}
			from = i
		}
		return f.mask(from, i+n)
	}
	return 0
}

// block masks a private key from the line after its BEGIN to its END, or to the
// end of the text.
func (f *finder) block(i int) int {
	s := f.s[i:]
	const begin = "-----BEGIN "
	label := s[len(begin):min(len(begin)+64, len(s))]
	n := strings.Index(label, "-----")
	if n < 0 || !strings.Contains(label[:n], "PRIVATE KEY") {
		return 0
	}
	from := len(begin) + n + len("-----")
	to := len(s)
	if e := strings.Index(s[from:], "-----END "); e >= 0 {
		to = from + e
	}
	if strings.TrimSpace(s[from:to]) == "" {
		return i + to
	}
	return f.mask(i+from, i+to)
}

// maxAuthority bounds how far a password with a slash in it is looked for.
const maxAuthority = 512

// userinfo masks the password of a URL whose colon stands at i and whose
// authority begins at start. A password may hold a slash although it should not;
// a port may not.
func (f *finder) userinfo(i, start int) int {
	word := func(c byte) bool { return !space(c) && !quote(c) && c != '<' && c != '>' }
	end := start
	for end < len(f.s) && word(f.s[end]) && f.s[end] != '/' && f.s[end] != '?' && f.s[end] != '#' {
		end++
	}
	authority := f.s[start:end]
	at := strings.LastIndexByte(authority, '@')
	user := strings.IndexByte(authority, ':')
	if at < 0 {
		if user < 0 || start < i+len("://") || digits([]byte(authority[user+1:])) {
			return start
		}
		for end < len(f.s) && word(f.s[end]) && end-start < maxAuthority {
			end++
		}
		if at = strings.LastIndexByte(f.s[start:end], '@'); at < 0 {
			return start
		}
	}
	switch {
	case user >= 0 && user < at:
		if user+1 == at {
			return start
		}
		return max(start, f.mask(start+user+1, start+at))
	case at >= 12 && (strings.HasSuffix(f.s[:i], "http") || strings.HasSuffix(f.s[:i], "https")):
		return max(start, f.mask(start, start+at)) // a token in place of a user
	}
	return start
}

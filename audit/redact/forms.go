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
}{
	{"sk-", 16, keyByte}, {"sk_live_", 10, keyByte}, {"sk_test_", 10, keyByte}, {"rk_live_", 10, keyByte},
	{"rk_test_", 10, keyByte}, {"whsec_", 16, base64Byte},
	{"ghp_", 16, keyByte}, {"gho_", 16, keyByte}, {"ghu_", 16, keyByte}, {"ghs_", 16, keyByte}, {"ghr_", 16, keyByte},
	{"github_pat_", 16, keyByte},
	{"glpat-", 12, keyByte}, {"gldt-", 12, keyByte}, {"glrt-", 12, keyByte}, {"glcbt-", 12, keyByte}, {"glptt-", 12, keyByte}, {"glsoat-", 12, keyByte},
	{"AKIA", 16, upperByte}, {"ASIA", 16, upperByte}, {"ABIA", 16, upperByte}, {"ACCA", 16, upperByte},
	{"xoxb-", 10, keyByte}, {"xoxp-", 10, keyByte}, {"xoxa-", 10, keyByte}, {"xoxr-", 10, keyByte}, {"xoxs-", 10, keyByte},
	{"xoxe-", 10, keyByte}, {"xoxc-", 10, keyByte}, {"xoxd-", 10, base64Byte}, {"xapp-", 10, keyByte}, {"xoxe.xoxp-", 10, keyByte},
	{"hooks.slack.com/services/", 10, base64Byte},
	{"npm_", 20, keyByte}, {"pypi-", 20, keyByte}, {"dckr_pat_", 10, keyByte}, {"dckr_oat_", 10, keyByte},
	{"AIza", 20, keyByte}, {"ya29.", 16, keyByte}, {"GOCSPX-", 16, keyByte}, {"1//0", 30, keyByte},
	{"hf_", 20, keyByte}, {"gsk_", 20, keyByte}, {"xai-", 20, keyByte}, {"r8_", 20, keyByte}, {"pplx-", 20, keyByte},
	{"SG.", 16, jwtByte}, {"key-", 32, hexByte}, {"shpat_", 16, keyByte}, {"shpss_", 16, keyByte}, {"shpca_", 16, keyByte},
	{"dop_v1_", 16, keyByte}, {"doo_v1_", 16, keyByte}, {"hvs.", 16, keyByte}, {"hvb.", 16, keyByte}, {"s.", 24, alnumOnly},
	{"tskey-", 12, keyByte}, {"lin_api_", 16, keyByte}, {"secret_", 32, keyByte}, {"ntn_", 20, keyByte},
	{"ATATT", 20, base64Byte}, {"ATBB", 20, keyByte}, {"sq0atp-", 16, keyByte}, {"sq0csp-", 16, keyByte}, {"EAAA", 40, keyByte},
	{"dapi", 32, hexByte}, {"pul-", 32, hexByte}, {"sntrys_", 16, base64Byte}, {"sntryu_", 16, base64Byte}, {"fio-u-", 16, keyByte},
	{"figd_", 16, keyByte}, {"pat-na1-", 16, keyByte}, {"PMAK-", 16, keyByte}, {"rubygems_", 16, keyByte}, {"CFPAT-", 16, keyByte},
	{"AGE-SECRET-KEY-1", 20, upperByte}, {"eyJ", 17, jwtByte},
	{"Bearer ", 16, bearerByte}, {"bearer ", 16, bearerByte},
}

func keyByte(c byte) bool    { return wordByte(c) || c == '-' }
func base64Byte(c byte) bool { return keyByte(c) || c == '+' || c == '/' || c == '=' || c == '%' }
func jwtByte(c byte) bool    { return keyByte(c) || c == '.' }
func bearerByte(c byte) bool { return base64Byte(c) || c == '.' || c == '~' }
func alnumOnly(c byte) bool  { return wordByte(c) && c != '_' }
func upperByte(c byte) bool  { return c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' }
func hexByte(c byte) bool    { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' }

// token masks a key that begins at i with a known prefix.
func (f *finder) token(i int) int {
	s := f.s[i:]
	for k := range prefixes {
		p := &prefixes[k]
		if p.text[0] != s[0] || !strings.HasPrefix(s, p.text) {
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

// userinfo masks the password of a URL whose colon stands at i. A password may
// hold a slash although it should not; a port may not.
func (f *finder) userinfo(i int) int {
	start := i + len("://")
	end, slash := start, -1
	for end < len(f.s) && !space(f.s[end]) && !quote(f.s[end]) && f.s[end] != '<' && f.s[end] != '>' {
		if slash < 0 && (f.s[end] == '/' || f.s[end] == '?' || f.s[end] == '#') {
			slash = end
		}
		end++
	}
	authority := f.s[start:end]
	if slash >= 0 {
		authority = f.s[start:slash]
	}
	at := strings.LastIndexByte(authority, '@')
	user := strings.IndexByte(authority, ':')
	if at < 0 {
		if user < 0 || digits([]byte(authority[user+1:])) || slash < 0 {
			return start
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
	case at >= 12 && strings.HasSuffix(f.s[:i], "http") || at >= 12 && strings.HasSuffix(f.s[:i], "https"):
		return max(start, f.mask(start, start+at)) // a token in place of a user
	}
	return start
}

package classify

import (
	"path"
	"strings"
)

// toolPrefixes are what the names of variables begin with that compilers,
// package managers, runners and shells' helpers take settings from.
const toolPrefixes = " CMAKE NINJA MESON TS_NODE ESBUILD SASS PRISMA CYPRESS ELECTRON PUPPETEER PLAYWRIGHT CHROME PYTHON UV PIP PIPENV POETRY TOX MYPY PYLINT FLASK COVERAGE JUPYTER IPYTHON BUNDLE GEM RUBY IRBRC CARGO RUSTUP RUSTC GO PKG_CONFIG MAVEN MVNW GRADLE SBT KOTLIN ANT LEIN NUGET MSBUILD DOTNET CORECLR COR COMPLUS MONO R JULIA MIX HEX ERL REBAR OCAML OPAM SWIFT FLUTTER PUB ZIG BAZEL BAZELISK USE_BAZEL NIX DOCKER BUILDKIT HELM TF TERRAGRUNT PULUMI AWS CLOUDSDK AZURE BOTO ANSIBLE HG SVN MAN GROFF LESS LIBMYSQL ODBC ORACLE SQLPATH REDISCLI MAGICK GS TEX PANDOC TERMINFO GIO GST FPATH GDB LLDB QEMU SCREENRC ACKRC BAT EZA FZF DIRENV MISE ASDF NVM VOLTA PYENV RBENV SDKMAN HOMEBREW STARSHIP YARN PNPM NPM COREPACK BUN NODE VIM NVIM EMACS GH GLAB ZSH "

// toolQuiet are parts of such names that say where a tool puts things, or that
// are numbers and words: what lies there is not run, or the tool made it.
const toolQuiet = " CACHE CACHES CACHEPREFIX TARGET OUT OUTPUT LOG LOGS TEMP TMP TMPDIR TEMPROOT COVERAGE REPORT REPORTS BUILD BROWSERS ENVIRONMENT VIRTUALENVS DATA STATE PACKAGES SOCK SOCKET HISTFILE HISTORY TIMEOUT STORE INSTALL GOBIN PREFIX CLI TRACE PROFILE DEBUG INDEX OBJECT TOKEN PASSWORD "

// toolSetting judges a variable of a tool that no row of environment names: one
// that leads it into the temp folder, where anybody may have put what it then
// loads, to another server for its packages, or gives it flags that load code.
func (c *ctx) toolSetting(name string, w Word, row, src string) {
	upper := strings.ToUpper(name)
	if w.Is("") || w.Is("/dev/null") || hasName("PYTHONPYCACHEPREFIX PKG_CONFIG_PATH", upper) || !isToolVariable(upper) {
		return
	}
	parts := strings.Split(upper, "_")
	last := parts[len(parts)-1]
	switch {
	case strings.Contains(w.Text(), "://"):
		if hasName("URL MIRROR REGISTRY SERVER INDEX HOST REMOTE DOMAIN REPOURL LINKS ALL", last) {
			k := &call{ctx: *c, cmd: &Command{Name: "env"}, name: "env", src: src}
			k.index(w, row)
		}
		return
	case hasName("OPTS OPTIONS ARGS FLAGS", last):
		for _, bad := range []string{"-javaagent", "-agentlib", "-agentpath", "linker=", "--require", "-r /", "-r/", "--import"} {
			if strings.Contains(w.Text(), bad) {
				c.found(Hijack, row, src)
				return
			}
		}
		return
	}
	for _, p := range parts {
		if strings.Contains(toolQuiet, " "+p+" ") || strings.HasSuffix(p, "CACHE") && p != "GOCACHE" {
			return
		}
	}
	for part := range strings.SplitSeq(w.Text(), ":") {
		if i := strings.IndexByte(part, '='); i >= 0 { // NIX_PATH=nixpkgs=/tmp/x
			part = part[i+1:]
		}
		if !strings.Contains(part, "/") {
			continue
		}
		x := w
		x.set(part)
		for _, p := range c.paths(x) {
			if c.isTemp(path.Clean(p)) && !c.made[path.Clean(p)] {
				c.found(Hijack, row, src)
				return
			}
		}
	}
}

// isToolVariable reports whether a variable is called as those of a tool are.
func isToolVariable(upper string) bool {
	for i := 0; i <= len(upper); i++ {
		if i < len(upper) && upper[i] != '_' {
			continue
		}
		if strings.Contains(toolPrefixes, " "+upper[:i]+" ") {
			return true
		}
	}
	for _, run := range []string{"PYTHON", "GOWORK", "GOENV", "GOFLAGS", "MYPYPATH", "PYLINTRC", "IPYTHONDIR", "HGRCPATH", "OCAMLPATH", "OPAMROOT", "TEXMF", "EMACSLOADPATH", "BUNDLE_", "MSBUILD", "COMPLUS_", "MANPATH", "PKG_CONFIG"} {
		if strings.HasPrefix(upper, run) {
			return true
		}
	}
	return false
}

package classify

import (
	"path"
	"strings"
)

// environment judges a variable that is set, by what its name makes programs do.
func (c *ctx) environment(name string, w Word, src string) {
	row := "shell: " + name + "="
	switch {
	case strings.HasPrefix(name, "GUARD_"), strings.HasPrefix(name, "BUTLER_"), name == "CLAUDE_CODE_SIMPLE":
		if !w.Is("") {
			c.foundWhy(Tamper, row, "it switches guard", src)
		}
	case hasName("LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT DYLD_INSERT_LIBRARIES DYLD_LIBRARY_PATH DYLD_FRAMEWORK_PATH DYLD_FALLBACK_LIBRARY_PATH GCONV_PATH GLIBC_TUNABLES OPENSSL_CONF OPENSSL_ENGINES GIT_EXEC_PATH GIT_TEMPLATE_DIR GIT_CONFIG_PARAMETERS GIT_CONFIG_SYSTEM GIT_CONFIG_GLOBAL GIT_CONFIG GIT_ALLOW_PROTOCOL ZDOTDIR SHELLOPTS BASHOPTS PERL5DB PYTHONHOME PYTHONINSPECT GCC_EXEC_PREFIX COMPILER_PATH TERMINFO MANPATH MANOPT VIMINIT EXINIT GVIMINIT MYVIMRC GTK_MODULES QT_PLUGIN_PATH", name):
		if !w.Is("") && !w.Is("/dev/null") {
			if name == "LD_LIBRARY_PATH" && c.ownFolders(w) {
				return
			}
			c.found(Hijack, row, src)
		}
	case hasName("BASH_ENV ENV PYTHONSTARTUP", name):
		if !w.Is("") {
			c.found(Hijack, row, src)
			c.asFile(w)
		}
	case hasName("PROMPT_COMMAND PS0 PS1 PS2 PS4", name):
		if strings.ContainsAny(w.Text(), "$`") || name == "PROMPT_COMMAND" && !w.Is("") {
			c.found(Hijack, row, src)
			if w.Known() {
				in := c.inner(name)
				in.sh = c.sh.clone()
				if name == "PROMPT_COMMAND" {
					in.script(w.Text())
				} else {
					c.again(w.Text())
				}
			}
		}
	case hasName("PAGER GIT_PAGER MANPAGER SYSTEMD_PAGER BAT_PAGER DELTA_PAGER PSQL_PAGER AWS_PAGER GH_PAGER EDITOR VISUAL GIT_EDITOR GIT_SEQUENCE_EDITOR KUBE_EDITOR GIT_SSH GIT_SSH_COMMAND GIT_EXTERNAL_DIFF GIT_ASKPASS SSH_ASKPASS SUDO_ASKPASS GIT_PROXY_COMMAND BROWSER LESSOPEN LESSCLOSE RUSTC_WRAPPER RUSTC RUSTC_WORKSPACE_WRAPPER CARGO_BUILD_RUSTC_WRAPPER CC CXX LD AR CPP FC MAKE SHELL CONFIG_SHELL FCEDIT TAR_OPTIONS GREP_OPTIONS RSYNC_RSH CVS_RSH TEXINPUTS PSQL_EDITOR PGSYSCONFDIR GPG_AGENT_INFO NODE_REPL_EXTERNAL_MODULE npm_config_script_shell PIP_CONFIG_FILE DOCKER_CONFIG", name):
		c.programNamed(w, row, src)
	case hasName("HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_CONFIG_DIRS", name):
		// programs read their settings, and so what they run, from elsewhere
		if !w.Is("") && !w.Is("/dev/null") && !w.Is(c.scene.Home) {
			c.found(Unknown, row, src)
		}
	case hasName("RIPGREP_CONFIG_PATH INPUTRC KUBECONFIG TF_CLI_CONFIG_FILE AWS_CONFIG_FILE CURL_HOME WGETRC ANSIBLE_CONFIG ANSIBLE_INVENTORY HELM_PLUGINS COMPOSE_FILE CLOUDSDK_CONFIG PSQLRC PHPRC PHP_INI_SCAN_DIR R_PROFILE R_PROFILE_USER R_ENVIRON R_ENVIRON_USER JULIA_LOAD_PATH JULIA_DEPOT_PATH LESSKEY LESSKEYIN DOTNET_STARTUP_HOOKS CORECLR_PROFILER_PATH COR_PROFILER_PATH NODE_ICU_DATA CONDARC MAMBARC PIPX_HOME MYCLIRC TMUX_TMPDIR GNUPGHOME", name):
		k := &call{ctx: *c, cmd: &Command{Name: name}, name: name, src: src}
		for part := range strings.SplitSeq(w.Text(), ":") {
			x := w
			x.set(part)
			k.load(x, row)
		}
	case hasName("HGEDITOR HGMERGE SVN_EDITOR SVN_SSH SVN_MERGE KUBECTL_EXTERNAL_DIFF LESSEDIT SUDO_EDITOR SYSTEMD_EDITOR HOMEBREW_EDITOR DIFFPROG TERRAGRUNT_TFPATH NINJA PKG_CONFIG SWIFT_EXEC ESBUILD_BINARY_PATH CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER CMAKE_CUDA_COMPILER_LAUNCHER RESTIC_PASSWORD_COMMAND BORG_PASSCOMMAND BORG_RSH RCLONE_PASSWORD_COMMAND HELM_POST_RENDERER SOPS_EDITOR", name):
		c.programNamed(w, row, src)
	case hasName("DOCKER_HOST DOCKER_CONTEXT CONTAINER_HOST", name):
		c.found(daemonEffect(w), row, src)
	case hasName("JAVA_HOME JDK_HOME UV_PYTHON RUSTUP_TOOLCHAIN RUSTUP_HOME GRADLE_HOME M2_HOME MAVEN_HOME NODE_HOME ANDROID_HOME ANDROID_SDK_ROOT PYTHON npm_config_python VIRTUAL_ENV CONDA_PREFIX DOTNET_ROOT SDKROOT DEVELOPER_DIR GOTOOLDIR GOTOOLCHAIN GTK_PATH VK_LAYER_PATH VK_ICD_FILENAMES OCL_ICD_VENDORS CUDA_INJECTION64_PATH LIBGL_DRIVERS_PATH QML2_IMPORT_PATH LADSPA_PATH", name):
		for _, p := range c.paths(w) { // a tool of a place where anybody may put one
			if strings.Contains(w.Text(), "/") && c.isTemp(path.Clean(p)) {
				c.found(Hijack, row, src)
			}
		}
	case strings.HasPrefix(name, "LUA_INIT"), hasName("CORECLR_ENABLE_PROFILING COR_ENABLE_PROFILING", name):
		if !w.Is("") && !w.Is("0") {
			c.found(Hijack, row, src)
		}
	case hasName("FZF_DEFAULT_COMMAND FZF_CTRL_T_COMMAND FZF_ALT_C_COMMAND", name):
		in := c.inner(name)
		in.sh, in.in = c.sh.clone(), flow{}
		if in.script(w.Text()); !w.Known() {
			c.found(Hijack, row, src)
		}
	case hasName("shell_escape openout_any", name): // of TeX
		if !w.Is("f") && !w.Is("p") && !w.Is("n") && !w.Is("0") {
			c.found(Hijack, row, src)
		}
	case name == "FZF_DEFAULT_OPTS", name == "SPEC_OPTS", name == "MAVEN_ARGS", name == "ANT_ARGS":
		for _, bad := range []string{"--preview", "execute", "become", "-r ", "--require", "-s ", "-f ", "-gs "} {
			if !w.Known() || strings.Contains(w.Text(), bad) {
				c.found(Hijack, row, src)
				break
			}
		}
	case hasName("ERL_FLAGS ERL_AFLAGS ERL_ZFLAGS ELIXIR_ERL_OPTIONS ZIPOPT", name):
		for _, bad := range []string{"eval", "-s ", "-run", "-pa", "-TT", "-config", "-boot"} {
			if !w.Known() || strings.Contains(w.Text(), bad) {
				c.found(Hijack, row, src)
				break
			}
		}
	case hasName("NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE CURL_CA_BUNDLE GIT_SSL_CAINFO PIP_CERT AWS_CA_BUNDLE", name):
		if !c.ownFolders(w) && !w.Is("") {
			c.foundWhy(SkipChecks, row, "who is believed on the network", src)
		}
	case hasName("HTTP_PROXY HTTPS_PROXY ALL_PROXY http_proxy https_proxy all_proxy FTP_PROXY npm_config_proxy npm_config_https_proxy", name):
		if !w.Is("") && !(w.Known() && isLoopback(hostOf(w.Text()))) {
			c.found(Unknown, row, src)
		}
	case hasName("VAULT_ADDR AWS_ENDPOINT_URL ANTHROPIC_BASE_URL OPENAI_BASE_URL OPENAI_API_BASE GH_HOST GITLAB_HOST CONSUL_HTTP_ADDR NOMAD_ADDR ETCDCTL_ENDPOINTS KUBERNETES_MASTER", name), strings.HasPrefix(name, "AWS_ENDPOINT_URL_"):
		if !w.Is("") && !(w.Known() && isLoopback(hostOf(w.Text()))) {
			c.foundWhy(Send, row, "a client's credentials go there", src)
		}
	case name == "PATH":
		c.searchPath(w, row, src)
	case hasName("PYTHONPATH NODE_PATH PSModulePath OCTAVE_PATH GUILE_LOAD_PATH TCLLIBPATH PLTCOLLECTS PERL5LIB PERLLIB RUBYLIB CLASSPATH GEM_PATH GEM_HOME LUA_PATH LUA_CPATH R_LIBS GOPATH GOROOT", name):
		if !c.ownFolders(w) {
			c.found(Hijack, row, src)
		}
	case hasName("NODE_OPTIONS PERL5OPT RUBYOPT JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS MAVEN_OPTS GRADLE_OPTS JAVA_OPTS SBT_OPTS ANT_OPTS LEIN_JVM_OPTS JVM_OPTS KOTLIN_OPTS RUSTFLAGS CARGO_ENCODED_RUSTFLAGS GOFLAGS MAKEFLAGS GIT_CONFIG_COUNT LESS CFLAGS CXXFLAGS CPPFLAGS LDFLAGS CGO_CFLAGS CGO_CXXFLAGS CGO_LDFLAGS", name):
		c.options(name, w, row, src)
	case strings.HasPrefix(name, "GIT_CONFIG_KEY_"):
		if !w.Known() || gitKeyRuns(strings.ToLower(w.Text())) {
			c.found(Hijack, row, src)
		}
	case name == "GIT_DIR", name == "GIT_COMMON_DIR":
		// Another repository: its configuration names programs.
		for _, p := range c.paths(w) {
			if z := c.zone(path.Clean(p)); z == zoneProject || z == zoneAutorun && within(path.Clean(p), c.scene.Project) {
				return
			}
		}
		c.found(Hijack, row, src)
	case hasName("GIT_INDEX_FILE HISTFILE SQLITE_HISTORY PSQL_HISTORY MYSQL_HISTFILE NODE_REPL_HISTORY PYTHON_HISTORY LESSHISTFILE", name): // written to
		if !w.Is("") && !w.Is("/dev/null") && !w.Is("-") && !w.Is("off") && !w.Is("0") {
			c.touch(writes, w, row, src)
		}
	case name == "ELECTRON_RUN_AS_NODE":
		if !w.Is("") {
			c.foundWhy(Hijack, row, "an editor becomes an interpreter", src)
		}
	case strings.HasPrefix(name, "GIT_TRACE"):
		if !w.Known() || strings.HasPrefix(w.Text(), "/") {
			c.touch(writes, w, row, src)
		}
	case strings.HasPrefix(name, "CARGO_TARGET_") && (strings.HasSuffix(name, "_RUNNER") || strings.HasSuffix(name, "_LINKER")), hasName("npm_config_shell NPM_CONFIG_SCRIPT_SHELL npm_config_git npm_config_editor YARN_SCRIPT_SHELL RUSTDOC RUSTFMT CARGO_BUILD_RUSTC GOCACHEPROG PYTHONBREAKPOINT", name):
		c.programNamed(w, row, src)
	case strings.HasPrefix(name, "BASH_FUNC_"), hasName("MAKEFILES YARN_RC_FILENAME YARN_YARN_PATH npm_config_userconfig NPM_CONFIG_USERCONFIG npm_config_globalconfig NPM_CONFIG_GLOBALCONFIG UV_CONFIG_FILE CARGO_HOME GRADLE_USER_HOME BUNDLE_GEMFILE COMPOSER COMPOSER_HOME BUN_CONFIG_PRELOAD PYTEST_PLUGINS PYTEST_ADDOPTS PERL_MM_OPT RUBYGEMS_GEMDEPS MYSQL_HOME NPM_CONFIG_NODE_OPTIONS npm_config_node_options", name):
		if (name == "CARGO_HOME" || name == "GRADLE_USER_HOME" || name == "BUNDLE_GEMFILE" || name == "COMPOSER" || name == "COMPOSER_HOME" || name == "UV_CONFIG_FILE") && c.ownFolders(w) || name == "PYTEST_ADDOPTS" && w.Known() && !strings.Contains(w.Text(), "-p") && !strings.Contains(w.Text(), "-c") || w.Is("") {
			return
		}
		c.found(Hijack, row, src)
	case hasName("PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_FIND_LINKS PIP_TRUSTED_HOST UV_INDEX_URL UV_DEFAULT_INDEX UV_INDEX UV_EXTRA_INDEX_URL npm_config_registry NPM_CONFIG_REGISTRY YARN_REGISTRY YARN_NPM_REGISTRY_SERVER GOPROXY BUN_CONFIG_REGISTRY", name):
		if name == "GOPROXY" {
			for one := range strings.FieldsFuncSeq(w.Text(), func(r rune) bool { return r == ',' || r == '|' }) {
				if one != "direct" && one != "off" {
					k := &call{ctx: *c, cmd: &Command{Name: "env"}, name: "env", src: src}
					k.index(Word{&word{one, w.Known(), &gap{stem: w.stem()}}}, row)
				}
			}
			return
		}
		k := &call{ctx: *c, cmd: &Command{Name: "env"}, name: "env", src: src}
		k.index(w, row)
	case hasName("HUSKY HUSKY_SKIP_HOOKS SKIP PRE_COMMIT_ALLOW_NO_CONFIG LEFTHOOK OVERCOMMIT_DISABLE NODE_TLS_REJECT_UNAUTHORIZED GIT_SSL_NO_VERIFY PYTHONHTTPSVERIFY GONOSUMCHECK GONOSUMDB GOINSECURE GOFLAGS_INSECURE", name):
		c.checksOff(name, w, row, src)
	default:
		c.toolSetting(name, w, row, src)
	}
}

func (c *ctx) checksOff(name string, w Word, row, src string) {
	off := !w.Is("")
	switch name {
	case "HUSKY", "NODE_TLS_REJECT_UNAUTHORIZED", "PYTHONHTTPSVERIFY", "LEFTHOOK":
		off = !w.Known() || w.Is("0") || w.Is("false")
	}
	if off {
		c.found(SkipChecks, row, src)
	}
}

// options judges a variable that gives an interpreter more flags.
func (c *ctx) options(name string, w Word, row, src string) {
	text := w.Text()
	if !w.Known() {
		if text = toldFlags(name, text); strings.ContainsAny(text, "$`") || w.flow().built() || w.flow().download() {
			c.found(Hijack, row, src)
			return
		}
	}
	for f := range strings.FieldsSeq(text) {
		bad := false
		switch name {
		case "NODE_OPTIONS":
			bad = strings.HasPrefix(f, "-r") || strings.HasPrefix(f, "--require") || strings.HasPrefix(f, "--import") || strings.HasPrefix(f, "--loader") || strings.HasPrefix(f, "--experimental-loader") || strings.HasPrefix(f, "--inspect")
		case "PERL5OPT", "RUBYOPT":
			bad = !strings.HasPrefix(f, "-w") && !strings.HasPrefix(f, "-W")
		case "GOFLAGS":
			bad = strings.HasPrefix(f, "-toolexec") || strings.HasPrefix(f, "-exec") || strings.HasPrefix(f, "-overlay") || strings.HasPrefix(f, "-modfile")
		case "RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS":
			bad = strings.Contains(f, "linker=")
		case "MAKEFLAGS":
			bad = strings.Contains(f, "--eval") || strings.Contains(f, "SHELL=")
		case "CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "CGO_CFLAGS", "CGO_CXXFLAGS", "CGO_LDFLAGS":
			bad = strings.HasPrefix(f, "-fplugin") || strings.HasPrefix(f, "-wrapper") || strings.HasPrefix(f, "-B/") || strings.HasPrefix(f, "-specs") || strings.HasPrefix(f, "-fuse-ld=/") || strings.HasPrefix(f, "@")
		case "GIT_CONFIG_COUNT":
		case "LESS":
			bad = strings.ContainsAny(f, "+!|") || strings.HasPrefix(f, "-k") || strings.HasPrefix(f, "-o") || strings.HasPrefix(f, "-O") || strings.HasPrefix(f, "--lesskey") || strings.HasPrefix(strings.ToLower(f), "--log-file")
		default:
			bad = strings.Contains(f, "-javaagent") || strings.HasPrefix(f, "-agent") || strings.HasPrefix(f, "-Xbootclasspath") || strings.HasPrefix(f, "-XX:OnOutOfMemoryError") || strings.HasPrefix(f, "-XX:OnError")
		}
		if bad {
			c.found(Hijack, row, src)
			return
		}
	}
}

// toldFlags takes out of a compiler's flags what tools say where libraries lie
// ($(brew --prefix x), $(pkg-config --cflags x)), and the variable itself.
func toldFlags(name, text string) string {
	if !strings.HasSuffix(name, "FLAGS") {
		return text
	}
	text = strings.ReplaceAll(strings.ReplaceAll(text, "${"+name+"}", ""), "$"+name, "")
	for {
		before, rest, ok := strings.Cut(text, "$(")
		tool, after, closed := strings.Cut(rest, ")")
		if !ok || !closed || strings.ContainsAny(tool, "$`;|&<>(\n") {
			return text
		}
		first, _, _ := strings.Cut(strings.TrimSpace(tool), " ")
		if !hasName("brew pkg-config pkgconf xcrun", first) && !strings.HasSuffix(first, "-config") {
			return text
		}
		text = before + "told" + after
	}
}

// readers are programs whose name as a pager, an editor or a compiler says
// nothing: they show text, do nothing, or compile.
const readers = " cat less more head tail most bat true : false echo delta diff-so-fancy vim vi nano code emacs nvim micro ed clang clang++ gcc g++ cc c++ tcc icc zig ccache sccache distcc ar ld lld mold gold ssh bash sh zsh make gmake ninja ld.lld ld.gold firefox open xdg-open "

// programNamed is a word that names a program which is then run.
func (k *call) programNamed(w Word, row string) { k.ctx.programNamed(w, row, k.src) }

func (c *ctx) programNamed(w Word, row, src string) {
	if w.Is("") || w.Is("-") {
		return
	}
	if !w.Known() {
		c.found(Hijack, row, src)
		return
	}
	first, rest, _ := strings.Cut(strings.TrimSpace(w.Text()), " ")
	base := first
	for _, d := range []string{"/bin/", "/usr/bin/", "/usr/local/bin/"} {
		base = strings.TrimPrefix(base, d)
	}
	if strings.Contains(readers, " "+base+" ") && harmlessFlags(rest) && !(hasName("bash sh zsh", base) && !namesShell(row)) {
		return
	}
	c.found(Hijack, row, src)
	in := c.inner(strings.TrimSuffix(strings.TrimPrefix(row, "shell: "), "="))
	in.sh = c.sh.clone()
	in.script(w.Text())
}

// namesShell reports whether a row is about which shell is used. Elsewhere a
// shell that is named (rg --pre, PAGER) runs what it is given to show.
func namesShell(row string) bool {
	return strings.Contains(strings.ToLower(strings.TrimPrefix(row, "shell: ")), "shell")
}

// harmlessFlags reports whether the rest of a reader's command line holds
// nothing but plain flags and compiler names.
func harmlessFlags(rest string) bool {
	for f := range strings.FieldsSeq(rest) {
		if strings.ContainsAny(f, ";|&$`<>()!+/\\'\"=") && !strings.HasPrefix(f, "--") {
			return false
		}
		if strings.Contains(f, "ProxyCommand") || f == "-c" || f == "-o" || f == "-F" {
			return false
		}
	}
	return !strings.ContainsAny(rest, ";|&$`<>()")
}

// searchPath judges a new PATH: what it gains must be a folder for programs or
// of the project.
func (c *ctx) searchPath(w Word, row, src string) {
	text := w.Text()
	if !w.Known() {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "${PATH}", "/usr/bin"), "$PATH", "/usr/bin")
		if w.flow().built() || w.flow().download() || strings.Contains(text, "$(") && !envHook(text[strings.Index(text, "$("):]) && !harmlessPathSubst(text) {
			c.found(Hijack, row, src)
			return
		}
	}
	for dir := range strings.SplitSeq(text, ":") {
		switch {
		case dir == "" || dir == ".":
			c.foundWhy(Hijack, row, "the working folder becomes a place for programs", src)
			return
		case strings.ContainsAny(dir, "$`"):
			if !harmlessPathSubst(dir) {
				c.foundWhy(Hijack, row, dir+" cannot be told", src)
				return
			}
			continue
		}
		for _, p := range c.paths(lit(dir)) {
			z := c.zone(path.Clean(p))
			if z == zoneSystem && c.zoneAt(path.Clean(p), writes) == zoneTemp {
				z = zoneTemp // the temp folder itself
			}
			switch z {
			case zoneTemp, zoneNowhere, zoneElsewhere, zoneSecrets, zoneAway:
				c.foundWhy(Hijack, row, dir+" becomes a place for programs", src)
				return
			case zoneHome:
				if !strings.HasSuffix(p, "bin") && !strings.Contains(p, "/bin/") && !strings.HasSuffix(p, "shims") {
					c.foundWhy(Hijack, row, dir+" becomes a place for programs", src)
					return
				}
			}
		}
	}
}

func harmlessPathSubst(text string) bool {
	for _, s := range []string{"$(go env GOPATH)", "$(npm bin)", "$(npm prefix", "$(yarn global bin)", "$(brew --prefix", "$(pwd)", "$GOPATH", "$GOROOT", "$JAVA_HOME", "$CARGO_HOME", "$PNPM_HOME", "$BUN_INSTALL", "$NVM_BIN", "$VIRTUAL_ENV", "$PYENV_ROOT", "$ANDROID_HOME", "$(python3 -m site --user-base)", "$(gem env", "$(rustc --print sysroot)"} {
		if strings.Contains(text, s) || strings.Contains(text, "${"+strings.TrimPrefix(s, "$")+"}") {
			return true
		}
	}
	return false
}

// ownFolders reports whether a module path names folders of the project only.
func (c *ctx) ownFolders(w Word) bool {
	text := w.Text()
	if !w.Known() {
		for _, v := range []string{"PYTHONPATH", "NODE_PATH", "LD_LIBRARY_PATH", "GOPATH", "CLASSPATH", "PERL5LIB", "RUBYLIB"} {
			text = strings.ReplaceAll(strings.ReplaceAll(text, "${"+v+"}", ""), "$"+v, "")
		}
		if strings.ContainsAny(text, "$`*?[") {
			return false
		}
	}
	for dir := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ':' || r == ';' }) {
		for _, p := range c.paths(lit(dir)) {
			z := c.zone(path.Clean(p))
			if z == zoneSystem && c.zoneAt(path.Clean(p), writes) == zoneTemp {
				z = zoneTemp
			}
			switch z {
			case zoneProject, zoneOutput, zoneSystem:
			default:
				if p = path.Clean(p); p == c.scene.Home+"/go" {
					continue
				}
				return false
			}
		}
	}
	return true
}

// asFile reads the file in w as a shell script that is run.
func (c *ctx) asFile(w Word) {
	k := &call{ctx: *c, cmd: &Command{Name: "source"}, name: "source", src: w.Text()}
	k.runText(c.inner("start-up file"), c.content(w), "shell: start-up file")
}

// gitKeyRuns reports whether a key of git's configuration names a program, a
// hooks folder, or another address. key is in lower case.
func gitKeyRuns(key string) bool {
	switch key {
	case "core.fsmonitor", "core.hookspath", "core.sshcommand", "core.pager", "core.editor", "core.askpass", "core.gitproxy", "core.worktree", "core.alternaterefscommand", "diff.external", "sequence.editor", "credential.helper", "gpg.program", "include.path", "init.templatedir", "web.browser", "help.browser", "man.viewer", "sendemail.sendmailcmd", "browser.cmd", "uploadpack.packobjectshook", "interactive.difffilter", "sendemail.smtpserver", "sendemail.tocmd", "sendemail.cccmd", "commit.template", "core.attributesfile", "http.proxy", "https.proxy", "remote.origin.url":
		return key != "commit.template" && key != "remote.origin.url"
	}
	first, rest, _ := strings.Cut(key, ".")
	last := rest
	if i := strings.LastIndexByte(rest, '.'); i >= 0 {
		last = rest[i+1:]
	}
	switch first {
	case "alias", "filter", "pager", "includeif", "trailer":
		return first != "trailer" || last == "command" || last == "cmd"
	case "diff":
		return last == "command" || last == "textconv"
	case "merge":
		return last == "driver"
	case "difftool", "mergetool", "man", "browser":
		return last == "cmd" || last == "path"
	case "credential":
		return last == "helper"
	case "gpg":
		return last == "program"
	case "url":
		return last == "insteadof" || last == "pushinsteadof"
	case "submodule":
		return last == "update" || last == "url"
	case "remote":
		return last == "uploadpack" || last == "receivepack" || last == "vcs" || last == "proxy"
	case "http":
		return last == "proxy" || last == "sslverify" || last == "sslcainfo" || last == "extraheader" || last == "cookiefile"
	case "tar":
		return last == "command"
	case "core":
		return last == "hookspath"
	case "guitool":
		return last == "cmd"
	}
	return false
}

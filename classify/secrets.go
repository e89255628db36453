package classify

import (
	"path"
	"strings"
)

// Names of credentials and of what runs later by itself. They are data: zone.go
// asks, policy.go judges.

// isSecret reports whether p, clean and absolute, holds a credential.
func (c *ctx) isSecret(p string) bool {
	base := path.Base(p)
	segs := "/" + strings.TrimPrefix(p, "/") + "/"
	low := strings.ToLower(segs)
	lowBase := strings.ToLower(base)
	switch {
	case strings.Contains(low, "/.ssh/"):
		return !strings.HasSuffix(lowBase, ".pub") && !strings.HasPrefix(lowBase, "known_hosts")
	case strings.HasSuffix(lowBase, ".pub"):
		return false
	}
	for _, d := range secretFolders {
		if strings.Contains(low, d) {
			return true
		}
	}
	if strings.Contains(secretFiles, " "+lowBase+" ") {
		return true
	}
	if isDotEnv(lowBase) {
		return true
	}
	for _, suf := range secretEndings {
		if strings.HasSuffix(lowBase, suf) && len(lowBase) > len(suf) {
			return true
		}
	}
	if strings.HasPrefix(p, "/proc/") && base == "environ" {
		return true
	}
	if strings.HasPrefix(p, "/etc/") && (base == "shadow" || base == "gshadow" || base == "shadow-" || base == "gshadow-" || base == "master.passwd") {
		return true
	}
	for _, n := range c.policy.Secrets {
		if strings.EqualFold(n, base) || strings.Contains(low, "/"+strings.ToLower(strings.Trim(n, "/"))+"/") {
			return true
		}
	}
	return false
}

// isDotEnv reports whether base is .env or one of its variants that hold values.
func isDotEnv(base string) bool {
	rest, ok := strings.CutPrefix(base, ".env")
	if !ok {
		return false
	}
	if rest == "" || rest == "*" {
		return true
	}
	if rest[0] != '.' && rest[0] != '-' && rest[0] != '_' {
		return false
	}
	for part := range strings.FieldsFuncSeq(rest, func(r rune) bool { return r == '.' || r == '-' || r == '_' }) {
		switch part {
		case "example", "sample", "template", "dist", "tmpl", "defaults", "schema", "vault":
			return false
		}
	}
	return true
}

var secretFolders = []string{
	"/.aws/", "/.gnupg/", "/.kube/", "/.azure/", "/.config/gh/", "/.config/gcloud/", "/.config/hub", "/.config/glab-cli/",
	"/.docker/config.json/", "/.password-store/", "/.local/share/keyrings/", "/library/keychains/", "/.config/op/",
	"/.mozilla/firefox/", "/.config/google-chrome/", "/.config/chromium/", "/library/application support/google/chrome/", "/library/application support/firefox/", "/library/cookies/", "/.config/bravesoftware/",
	"/.claude/.credentials.json/", "/.codex/auth.json/", "/.gemini/oauth_creds.json/", "/.config/github-copilot/", "/.local/share/opencode/auth.json/", "/.qwen/oauth_creds.json/", "/.config/goose/secrets",
	"/.terraform.d/credentials.tfrc.json/", "/.cargo/credentials", "/.gem/credentials/", "/.config/rclone/", "/.config/doctl/", "/.fly/config.yml/", "/.config/heroku/", "/.config/stripe/", "/.config/netlify/", "/.config/wrangler/", "/.wrangler/config/", "/.supabase/access-token/", "/.vercel/auth.json/", "/.composer/auth.json/", "/.config/composer/auth.json/", "/.m2/settings-security.xml/", "/.electrum/", "/.bitcoin/wallet", "/.ethereum/keystore/", "/.config/solana/id.json/",
	"/run/secrets/", "/etc/kubernetes/pki/", "/etc/ssl/private/", "/etc/sudoers.d/secret", "/.oci/", "/.config/sops/age/", "/.vault-token/", "/.config/containers/auth.json/",
}

const secretFiles = " .netrc _netrc .npmrc .pypirc .git-credentials .pgpass .my.cnf .mylogin.cnf .vault-token .htpasswd .s3cfg .boto .dockercfg .databrickscfg id_rsa id_dsa id_ecdsa id_ed25519 .bash_history .zsh_history .sh_history .python_history .psql_history .mysql_history .sqlite_history .node_repl_history .rediscli_history .irb_history fish_history credentials.json client_secret.json application_default_credentials.json service-account.json serviceaccount.json service_account.json kubeconfig .secrets "

var secretEndings = []string{".pem", ".key", ".p12", ".pfx", ".kdbx", ".kdb", ".jks", ".keystore", ".ppk", ".asc.key", ".ovpn"}

// secretName reports whether an environment variable's name says that it holds
// a credential.
func secretName(name string) bool {
	n := strings.ToUpper(name)
	switch n {
	case "DATABASE_URL", "MONGO_URL", "MONGODB_URI", "REDIS_URL", "PGPASSWORD", "MYSQL_PWD", "AMQP_URL", "DSN", "SENTRY_DSN", "KUBECONFIG_DATA":
		return true
	}
	prev := ""
	for part := range strings.SplitSeq(n, "_") {
		switch part {
		case "TOKEN", "SECRET", "SECRETS", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIAL", "CREDENTIALS", "APIKEY", "PAT", "PASS", "AUTHTOKEN", "ACCESSTOKEN":
			return true
		case "KEY", "KEYS":
			switch prev {
			case "API", "ACCESS", "PRIVATE", "SECRET", "AUTH", "ENCRYPTION", "SIGNING", "SERVICE", "MASTER", "ACCOUNT", "SSH", "DEPLOY":
				return true
			}
		}
		prev = part
	}
	return false
}

// namesNoSecret reports whether part of a variable's name, as one searches for
// it, is not part of a credential's.
func namesNoSecret(part string) bool {
	if len(part) < 3 || !isPlain(part) {
		return false
	}
	up := strings.ToUpper(part)
	for name := range strings.FieldsSeq("TOKEN SECRET PASSWORD PASSWD PASSPHRASE CREDENTIAL PRIVATE_KEY API_KEY APIKEY ACCESS_KEY AUTH AWS_ AZURE_ GOOGLE_ GITHUB_ GITLAB_ GCP_ OPENAI_ ANTHROPIC_ STRIPE_ TWILIO_ SENDGRID_ SLACK_ SENTRY_ DATABASE_URL POSTGRES MYSQL PGPASS DB_ REDIS_URL MONGO AMQP_URL SSH_ SESSION COOKIE CERT BEARER _URL _URI _DSN _KEY _PASS _PAT PROXY") {
		if strings.Contains(up, name) || strings.Contains(name, up) {
			return false
		}
	}
	return true
}

// isAutorun reports whether p runs later by itself, or makes another program
// do so.
func (c *ctx) isAutorun(p string) bool {
	base := path.Base(p)
	low := strings.ToLower("/" + strings.TrimPrefix(p, "/") + "/")
	lowBase := strings.ToLower(base)
	for _, d := range autorunFolders {
		if strings.Contains(low, d) {
			return true
		}
	}
	if strings.Contains(autorunFiles, " "+lowBase+" ") {
		return true
	}
	if c.scene.Home != "" && path.Dir(p) == c.scene.Home && strings.Contains(startFiles, " "+lowBase+" ") {
		return true
	}
	if strings.HasSuffix(lowBase, ".pth") && strings.HasSuffix(path.Dir(p), "-packages") { // python runs it as it starts
		return true
	}
	return strings.HasPrefix(p, "/etc/cron") || strings.HasPrefix(p, "/var/spool/cron") || strings.HasPrefix(p, "/etc/profile") || strings.HasPrefix(p, "/etc/init.d") || p == "/etc/ld.so.preload" || strings.HasPrefix(p, "/etc/rc.") || strings.HasPrefix(p, "/etc/udev/rules.d") || p == "/etc/environment"
}

var autorunFolders = []string{
	"/.git/", "/.github/workflows/", "/.github/actions/", "/.circleci/", "/.buildkite/", "/.husky/", "/.vscode/", "/.cursor/", "/.devcontainer/", "/.idea/runconfigurations/", "/.zed/", "/.windsurf/",
	"/.cargo/config.toml/", "/.cargo/config/", "/.claude/hooks/", "/.claude/commands/", "/.claude/agents/", "/.claude/skills/", "/.claude/plugins/", "/.claude/rules/", "/.codex/", "/.gemini/", "/.agents/",
	"/.config/autostart/", "/.config/systemd/", "/library/launchagents/", "/library/launchdaemons/", "/.config/fish/", "/.config/nvim/", "/.vim/plugin/", "/.vim/autoload/", "/.config/git/", "/.config/pip/", "/.pip/", "/.config/environment.d/", "/.oh-my-zsh/", "/.bashrc.d/", "/.config/zsh/", "/.gradle/init.d/", "/.local/share/applications/", "/.config/direnv/", "/.ssh/",
	"/etc/systemd/system/", "/etc/xdg/autostart/", "/etc/pam.d/", "/etc/sudoers",
}

const autorunFiles = " .envrc .mcp.json mcp.json .gitlab-ci.yml .travis.yml azure-pipelines.yml bitbucket-pipelines.yml jenkinsfile .drone.yml .pre-commit-config.yaml lefthook.yml .lefthook.yml .gitmodules .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout .kshrc .cshrc .tcshrc .inputrc .xinitrc .xprofile .xsession .npmrc .yarnrc .yarnrc.yml .pnpmrc .pip.conf pip.conf .condarc .gemrc .curlrc .wgetrc .irbrc .pryrc .pdbrc .rprofile .psqlrc .sqliterc .gdbinit .lldbinit .vimrc .exrc .emacs .tmux.conf .screenrc .gitconfig authorized_keys sitecustomize.py usercustomize.py claude.md agents.md gemini.md .cursorrules .windsurfrules "

const startFiles = " .claude.json .gitconfig .pythonrc .pythonstartup .netrc .mavenrc .sbtopts .jvmopts "

package classify

import "strings"

// Agents that a line starts, guard and butler themselves, and terminals that
// are driven from outside. What their words mean beyond the flags is in
// agent.go.
var agentCommands = []Command{
	{
		Name: "claude claude-code",
		Flags: []Flag{
			{"-p --print -c --continue -v -h --help --version --verbose --debug[=TEXT] -d[=TEXT] --ide --fork-session --no-session-persistence --include-partial-messages --include-hook-events --replay-user-messages --strict-mcp-config --chrome --no-chrome --enable-auto-mode --disable-slash-commands --brief --tmux[=TEXT] -w[=TEXT] --worktree[=TEXT] --remote[=TEXT] --teleport[=TEXT] --from-pr[=TEXT] -r[=TEXT] --resume[=TEXT] --background --bg", 0},
			{"--model=TEXT --fallback-model=TEXT --effort=TEXT --output-format=TEXT --input-format=TEXT --session-id=TEXT -n=TEXT --name=TEXT --agent=TEXT --agents=TEXT --system-prompt=TEXT --append-system-prompt=TEXT --max-turns=TEXT --max-budget-usd=TEXT --json-schema=TEXT --betas=TEXT --disallowedTools=TEXT --disallowed-tools=TEXT --tools=TEXT --prompt-suggestions=TEXT --file=TEXT", 0},
			{"--system-prompt-file=READ --append-system-prompt-file=READ", 0},
			{"--add-dir=READ --debug-file=WRITE", 0},
			{"--bare --safe-mode", 0},
			{"--settings=TEXT", 0},
			{"--setting-sources=TEXT", 0},
			{"--permission-mode=TEXT --allowedTools=TEXT --allowed-tools=TEXT", 0},
			{"--dangerously-skip-permissions --allow-dangerously-skip-permissions", Elevate},
			{"--permission-prompt-tool=TEXT --mcp-config=TEXT --plugin-dir=TEXT --plugin-url=TEXT --dangerously-load-development-channels=TEXT", Hijack},
		},
		Subs: []Command{
			{Name: "mcp", Subs: []Command{
				{Name: "list get", Flags: []Flag{{"-s=TEXT --scope=TEXT", 0}}, Args: "TEXT..."},
				{Name: "add add-json add-from-claude-desktop", Does: Hijack, Flags: []Flag{{"-s=TEXT --scope=TEXT -t=TEXT --transport=TEXT -e=TEXT --env=TEXT -H=TEXT --header=TEXT --callback-port=TEXT --client-id=TEXT --client-secret", 0}}, Args: "TEXT CMD"},
				{Name: "remove reset-project-choices serve", Does: Hijack, Flags: []Flag{{"-s=TEXT --scope=TEXT -d --debug --verbose", 0}}, Args: "TEXT..."},
				{Name: "login logout", Does: Secret, Args: "TEXT..."},
			}},
			{Name: "config", Flags: []Flag{{"-g --global", 0}}, Subs: []Command{
				{Name: "list ls get", Args: "TEXT..."},
				{Name: "set add remove rm", Does: Hijack, Args: "TEXT...", Do: clientSetting},
			}},
			{Name: "plugin plugins", Subs: []Command{
				{Name: "list validate help", Open: true, Args: "TEXT..."},
				{Name: "install i uninstall remove enable disable update init", Does: Hijack, Open: true, Args: "TEXT..."},
				{Name: "marketplace", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
					if !a.word(0).Has("list") {
						k.effect(Hijack, k.name)
					}
				}},
			}},
			{Name: "doctor agents auto-mode", Open: true, Args: "TEXT..."},
			{Name: "auth", Args: "TEXT...", Open: true, Do: func(k *call, a *args) {
				if !a.word(0).Has("status") {
					k.effect(Secret, k.name)
				}
			}},
			{Name: "setup-token", Does: Secret},
			{Name: "update upgrade install migrate-installer", Does: Machine, Open: true, Args: "TEXT..."},
		},
		Args: "TEXT...",
		Do:   doClaude,
	},
	{
		Name: "codex",
		Flags: []Flag{
			{"-h -V --help --version --oss --search --no-alt-screen --json --experimental-json --skip-git-repo-check --ephemeral --strict-config --last --all --include-non-interactive", 0},
			{"-m=TEXT --model=TEXT -p=TEXT --profile=TEXT --local-provider=TEXT --color=TEXT --remote=TEXT --remote-auth-token-env=TEXT --enable=TEXT", 0},
			{"-C=TEXT --cd=TEXT --add-dir=READ -i=READ --image=READ -o=WRITE --output-last-message=WRITE --output-schema=READ", 0},
			{"-a=TEXT --ask-for-approval=TEXT -s=TEXT --sandbox=TEXT", 0},
			{"-c=TEXT --config=TEXT", 0},
			{"--disable=TEXT", 0},
			{"--yolo --dangerously-bypass-approvals-and-sandbox --full-auto", Elevate},
			{"--dangerously-bypass-hook-trust --ignore-user-config --ignore-rules", Tamper},
		},
		Subs: []Command{
			{Name: "exec e review resume fork", Args: "TEXT...", Flags: []Flag{{"--base=TEXT --commit=TEXT --uncommitted --title=TEXT", 0}}, Do: doCodex},
			{Name: "mcp", Subs: []Command{
				{Name: "list get", Args: "TEXT..."},
				{Name: "add", Does: Hijack, Flags: []Flag{{"--env=TEXT --url=TEXT --bearer-token-env-var=TEXT", 0}}, Args: "TEXT CMD"},
				{Name: "remove", Does: Hijack, Args: "TEXT..."},
				{Name: "login logout", Does: Secret, Flags: []Flag{{"--scopes=TEXT", 0}}, Args: "TEXT..."},
			}},
			{Name: "plugin", Does: Hijack, Open: true, Args: "TEXT..."},
			{Name: "login logout", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
				if !a.word(0).Has("status") {
					k.effect(Secret, k.name)
				}
			}},
			{Name: "features", Args: "TEXT...", Do: func(k *call, a *args) {
				switch {
				case a.word(0).Has("list") || len(a.words) == 0:
				case a.word(0).Has("disable") && a.word(1).Has("hooks plugin_hooks codex_hooks"):
					k.effect(Tamper, k.name)
				default:
					k.effect(Hijack, k.name)
				}
			}},
			{Name: "completion debug execpolicy", Open: true, Args: "TEXT..."},
			{Name: "sandbox", Flags: []Flag{{"--full-auto --log-denials", 0}}, Args: "TEXT CMD"},
			{Name: "mcp-server app-server exec-server remote-control", Does: RunUnseen, Open: true, Args: "TEXT...", Do: doCodex},
			{Name: "apply a", Args: "TEXT..."},
			{Name: "cloud cloud-tasks", Does: Send, Open: true, Args: "TEXT..."},
			{Name: "update", Does: Machine},
		},
		Args: "TEXT...",
		Do:   doCodex,
	},
	{
		Name: "gemini qwen copilot crush cursor-agent opencode aider amp droid kiro-cli q auggie cline roo openhands interpreter plandex grok kimi vibe iflow codebuff continue-cli warp-cli devin jules",
		Open: true,
		Flags: []Flag{
			{"-h --help --version -v --list-models --list-extensions --list-sessions", 0},
			{"-m=TEXT --model=TEXT -p=TEXT --prompt=TEXT --output-format=TEXT -o=TEXT", 0},
			{"-y --yolo --yes --yes-always --dangerously-allow-all --dangerously-skip-permissions --skip-permissions-unsafe --allow-all-tools --allow-all --allow-all-paths --trust-all-tools --trust-tools=TEXT --always-approve --auto-approve --dangerously-bypass-approvals-and-sandbox --full-auto --auto_run --always-allow --dangerously-allow-all-tools", Elevate},
			{"--approval-mode=TEXT --permission-mode=TEXT --auto=TEXT --allow-tool=TEXT", 0},
			{"--pure --safe-mode --bare", 0},
		},
		Args: "TEXT...",
		Do:   doOtherAgent,
	},
	{Name: "ollama", Flags: []Flag{{"-v -h --verbose --nowordwrap --format=TEXT --keepalive=TEXT --insecure --think[=TEXT] --hidethinking -f=READ --file=READ -q=TEXT --quantize=TEXT", 0}}, Subs: []Command{
		{Name: "list ls ps show help", Flags: []Flag{{"--license --modelfile --parameters --system --template", 0}}, Args: "TEXT..."},
		{Name: "run", Does: Loopback, Args: "TEXT..."},
		{Name: "pull create cp signin", Does: Fetch, Args: "TEXT..."},
		{Name: "serve start stop", Does: RunProject, Args: "TEXT..."},
		{Name: "push", Does: Publish, Args: "TEXT..."},
		{Name: "rm", Does: Discard, Args: "TEXT..."},
		{Name: "launch", Does: RunUnseen, Open: true, Args: "TEXT..."},
	}},
	{Name: "llm sgpt mods aichat fabric gpt chatgpt tgpt shell-gpt", Open: true, Args: "TEXT...", More: &More{Stdin: "SEND"}, Does: Fetch, Do: func(k *call, a *args) {
		if !k.emptyInput() {
			k.effect(Send, k.name+" (standard input)")
		}
	}},

	// guard and butler. What they only tell is free; what decides is a person's.
	{
		Name: "guard",
		Flags: []Flag{
			{"-h --help --json -v --verbose --version", 0},
		},
		Subs: []Command{
			{Name: "check explain", Flags: []Flag{{"--jsonl", 0}, {"--cwd=TEXT --home=TEXT --project=TEXT --temp=TEXT --client=TEXT --tool=TEXT --input=TEXT --posture=TEXT --policy=READ", 0}}, Args: "TEXT..."},
			{Name: "policy", Flags: []Flag{{"--origin --effects --zones", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
				if !a.word(0).Has("show check test") && len(a.words) > 0 {
					k.effect(Tamper, k.name)
				}
			}},
			{Name: "rules log verify stats doctor completion version help replay status pending grants", Open: true, Flags: []Flag{{"-n=TEXT --since=TEXT --session=TEXT --follow -f --client=TEXT --expect-origin=TEXT --expect-head=TEXT", 0}}, Args: "TEXT..."},
			{Name: "audit", Subs: []Command{{Name: "head", Flags: []Flag{{"-s --short --dir=TEXT", 0}}}}},
			{Name: "grant approve deny uninstall trust hook", Does: Tamper, Open: true, Args: "TEXT..."},
			{Name: "install", Does: Machine, Open: true, Args: "TEXT..."},
		},
	},
	{
		Name: "butler",
		Flags: []Flag{
			{"-h --help --json -v --verbose --version", 0},
			{"--instance=TEXT --config=TEXT --socket=TEXT", 0},
		},
		Subs: []Command{
			{Name: "status list ls ps log logs version help show doctor verify audit agents sessions messages inbox tasks stats check catalog runs schema observe completion", Open: true, Args: "TEXT..."},
			{Name: "approve deny accept open stop init grant revoke uninstall pair", Does: Tamper, Open: true, Args: "TEXT..."},
			{Name: "start serve install install-service run restart rescan connect disconnect", Does: Machine, Open: true, Args: "TEXT..."},
			{Name: "mcp shim", Does: RunUnseen, Open: true, Args: "TEXT..."},
		},
	},

	// Terminals that others drive.
	{
		Name: "tmux",
		Lead: true,
		Flags: []Flag{
			{"-2 -C -CC -D -l -N -u -v -V", 0},
			{"-L=TEXT -S=TEXT -T=TEXT", 0},
			{"-f=READ", Hijack},
			{"-c=LINE", 0},
		},
		Subs: []Command{
			{Name: "new-session new", Flags: []Flag{{"-A -d -D -E -P -X -c=TEXT -e=TEXT -f=TEXT -F=TEXT -n=TEXT -s=TEXT -t=TEXT -x=TEXT -y=TEXT", 0}}, Args: "SCRIPT", Do: doPane},
			{Name: "new-window neww split-window splitw respawn-pane respawnp respawn-window respawnw display-popup popup", Flags: []Flag{{"-a -b -d -f -h -I -v -P -S -Z -B -C -E -N -c=TEXT -e=TEXT -F=TEXT -l=TEXT -n=TEXT -p=TEXT -t=TEXT -w=TEXT -x=TEXT -y=TEXT -T=TEXT", 0}, {"-k", 0}}, Args: "SCRIPT", Do: doPane},
			{Name: "run-shell run", Flags: []Flag{{"-b -C -E -c=TEXT -d=TEXT -t=TEXT", 0}}, Args: "LINE"},
			{Name: "if-shell if", Flags: []Flag{{"-b -F -t=TEXT", 0}}, Args: "LINE TEXT...", Do: doTmuxIf},
			{Name: "pipe-pane pipep", Flags: []Flag{{"-I -o -O -t=TEXT", 0}}, Args: "LINE"},
			{Name: "send-keys send", Flags: []Flag{{"-F -H -K -l -M -R -X -N=TEXT -c=TEXT -t=TEXT", 0}}, Args: "TEXT...", Do: doSendKeys},
			{Name: "send-prefix switch-client switchc select-window selectw select-pane selectp select-layout selectl next-window next previous-window prev last-window last last-pane resize-pane resizep resize-window rename-window renamew rename-session rename swap-pane swapp swap-window swapw break-pane breakp join-pane joinp move-pane movep move-window movew rotate-window link-window unlink-window detach-client detach attach-session attach a at copy-mode clock-mode choose-tree refresh-client refresh wait-for wait lock-client lock-server lock-session start-server start clear-history clearhist find-window findw next-layout display-panes displayp", Open: true, Args: "TEXT..."},
			{Name: "list-sessions ls list-windows lsw list-panes lsp list-clients lsc list-buffers lsb list-commands lscm list-keys lsk has-session has show-options show show-window-options showw show-environment showenv show-hooks show-messages showmsgs show-buffer showb server-info info", Open: true, Args: "TEXT...", Do: tmuxFormat},
			{Name: "capture-pane capturep", Flags: []Flag{{"-a -e -p -P -q -C -J -N -M -T -b=TEXT -E=TEXT -S=TEXT -t=TEXT", 0}}},
			{Name: "display-message display", Flags: []Flag{{"-a -I -l -N -p -v -c=TEXT -d=TEXT -t=TEXT -F=TEXT", 0}}, Args: "TEXT...", Do: tmuxFormat},
			{Name: "set-buffer setb load-buffer loadb delete-buffer deleteb choose-buffer", Open: true, Flags: []Flag{{"-b=TEXT -t=TEXT -n=TEXT", 0}}, Args: "TEXT..."},
			{Name: "save-buffer saveb", Flags: []Flag{{"-a -b=TEXT", 0}}, Args: "WRITE"},
			{Name: "paste-buffer pasteb", Does: RunUnseen, Open: true, Args: "TEXT..."},
			{Name: "set-option set set-window-option setw", Flags: []Flag{{"-a -F -g -o -p -q -s -u -U -w -t=TEXT", 0}}, Args: "TEXT...", Do: doTmuxSet},
			{Name: "set-environment setenv", Open: true, Args: "TEXT..."},
			{Name: "set-hook bind-key bind unbind-key unbind command-prompt confirm-before confirm display-menu menu customize-mode", Does: Hijack, Open: true, Args: "TEXT..."},
			{Name: "source-file source", Does: RunUnseen, Flags: []Flag{{"-F -n -q -v -t=TEXT", 0}}, Args: "READ..."},
			{Name: "kill-server kill-session kill-window killw kill-pane killp suspend-client suspendc", Does: Kill, Open: true, Args: "TEXT..."},
		},
		More: &More{Each: doTmux},
	},
	{
		Name: "screen",
		Flags: []Flag{
			{"-a -A -d -D -i -l -ln -L -m -O -q -r -R -RR -U -v -x -X -Q", 0},
			{"-ls -list -wipe", 0},
			{"-S=TEXT -e=TEXT -h=TEXT -p=TEXT -s=TEXT -t=TEXT -T=TEXT -Logfile=WRITE", 0},
			{"-c=READ", Hijack},
		},
		More: &More{Forms: []Form{{If: "-X -Q", Args: "TEXT..."}, {If: "-ls -list -wipe -r -x -R -RR", Args: "TEXT..."}}},
		Args: "CMD",
		Do:   doScreen,
	},
	{Name: "zellij byobu abduco dtach wezterm kitty alacritty gnome-terminal konsole xterm iterm2", Open: true, Flags: []Flag{{"-e=LINE", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		if !a.word(0).Has("list-sessions ls list-clients") {
			k.effect(RunUnseen, k.name)
		}
		for i, w := range a.words {
			if w.Has("-- -x -e run") {
				k.child().call(a.words[i+1:], k.src)
			}
		}
	}},
	{Name: "xdotool ydotool wtype wmctrl cliclick xte", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
		if !(k.name == "wmctrl" && (k.words[len(k.words)-1].Has("-l -d -m -lp -lx -lG")) || a.word(0).Has("getactivewindow getmouselocation getdisplaygeometry version")) {
			k.effect(Hijack, k.name)
		}
		for _, w := range a.words { // what is typed may reach a shell
			text := strings.TrimSpace(strings.TrimPrefix(w.Text(), "t:"))
			if first, _, ok := strings.Cut(text, " "); ok && w.Known() && k.policy.lookup(first) != nil {
				k.child().script(text)
			}
		}
	}},
	{Name: "apply_patch applypatch", Plain: true, Args: "TEXT...", Do: func(k *call, a *args) {
		text, known := k.in.text(), k.in.known()
		if len(a.words) > 0 {
			text, known = a.word(0).Text(), a.word(0).Known()
		}
		k.stdin = true
		if a.word(0).Is("--help") {
			return
		}
		if !known || !k.patch(text) {
			k.foundWhy(Unreadable, k.name, "the files of the patch cannot be told", k.src)
		}
	}},
}

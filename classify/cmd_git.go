package classify

// Git. Its global flags stand before the subcommand; each long flag of a
// subcommand can be taken back with --no-. What the configuration of a
// repository adds, and git's own ways to name files, is in git.go.
var gitCommands = []Command{
	{
		Name: "git",
		Lead: true,
		Neg:  true,
		Flags: []Flag{
			{"-v --version -h --help -p --paginate -P --no-pager --bare --no-replace-objects --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-optional-locks --no-lazy-fetch --no-advice --html-path --man-path --info-path", 0},
			{"--namespace=TEXT --super-prefix=TEXT --list-cmds=TEXT --attr-source=TEXT", 0},
			{"-C=CD --work-tree=CD", 0},
			{"--git-dir=READ", 0},
			{"-c=SETTING", 0},
			{"--config-env=SETTING", 0},
			{"--exec-path[=PROGRAM]", 0},
		},
		Subs: gitSubs,
		More: &More{
			Other: gitAlias,
			Each:  gitFacts,
		},
	},
	{Name: "gitk tig lazygit gitui git-cola", Flags: []Flag{{"--all -p=TEXT", 0}}, Args: "TEXT..."},
	{
		Name: "git-filter-repo",
		Does: Discard,
		Flags: []Flag{
			{filterRepoFlags, 0},
			{"--analyze --dry-run", Dry},
			{filterRepoCode, 0},
		},
	},
	{
		Name: "bfg",
		Does: Discard,
		Flags: []Flag{
			{"-b=TEXT --strip-blobs-bigger-than=TEXT -B=TEXT --strip-biggest-blobs=TEXT -bi=READ --strip-blobs-with-ids=READ -D=TEXT --delete-files=TEXT --delete-folders=TEXT --convert-to-git-lfs=TEXT -rt=READ --replace-text=READ -p=TEXT --protect-blobs-from=TEXT --no-blob-protection --private --massive-non-file-objects-sized-up-to=TEXT", 0},
		},
		Args: "TEXT...",
	},
	{Name: "git-lfs", Flags: []Flag{{"--version -h", 0}}, Subs: lfsSubs},
	{
		Name: "git-receive-pack git-upload-pack git-upload-archive git-shell",
		Does: RunUnseen,
		Args: "TEXT...",
	},
	{
		Name:  "git-crypt git-secret",
		Flags: []Flag{{"-h --help --version", 0}},
		Subs: []Command{
			{Name: "status version list whoknows help", Flags: []Flag{{"-e -u -r -f", 0}}, Args: "TEXT..."},
			{Name: "unlock reveal cat export-key", Does: Secret, Flags: []Flag{{"-k=TEXT -f -F -p=TEXT", 0}}, Args: "TEXT..."},
			{Name: "lock hide init add tell killperson add-gpg-user rm-gpg-user removeperson remove clean changes", Flags: []Flag{{"-k=TEXT -a -f -F -c -v -P -d -m", 0}}, Args: "TEXT..."},
		},
	},
}

// The flags that say how a difference is shown.
const diffFlags = "-p -u -s --patch --no-patch -U[=TEXT] --unified[=TEXT] -W --function-context --raw --patch-with-raw --patch-with-stat --numstat --shortstat -X[=TEXT] --dirstat[=TEXT] --cumulative --dirstat-by-file[=TEXT] --check --summary --name-only --name-status --stat[=TEXT] --stat-width=TEXT --stat-name-width=TEXT --stat-graph-width=TEXT --stat-count=TEXT --compact-summary --binary --full-index --color[=TEXT] --ws-error-highlight=TEXT -z --abbrev[=TEXT] --no-abbrev --src-prefix=TEXT --dst-prefix=TEXT --line-prefix=TEXT --no-prefix --default-prefix --inter-hunk-context=TEXT --output-indicator-new=TEXT --output-indicator-old=TEXT --output-indicator-context=TEXT -B[=TEXT] --break-rewrites[=TEXT] -M[=TEXT] --find-renames[=TEXT] -D --irreversible-delete -C[=TEXT] --find-copies[=TEXT] --find-copies-harder --no-renames --rename-empty -l=TEXT --minimal -w --ignore-all-space -b --ignore-space-change --ignore-space-at-eol --ignore-cr-at-eol --ignore-blank-lines -I=TEXT --ignore-matching-lines=TEXT --indent-heuristic --patience --histogram --diff-algorithm=TEXT --anchored=TEXT --word-diff[=TEXT] --word-diff-regex=TEXT --color-words[=TEXT] --color-moved[=TEXT] --color-moved-ws=TEXT --relative[=TEXT] -a --text -R --exit-code --textconv --ignore-submodules[=TEXT] --submodule[=TEXT] --ita-invisible-in-index --ita-visible-in-index -S=TEXT -G=TEXT --pickaxe-all --pickaxe-regex -O=READ --rotate-to=TEXT --skip-to=TEXT --find-object=TEXT --diff-filter=TEXT"

// The flags that say which commits are shown, and how.
const logFlags = "-q --quiet --source --use-mailmap --mailmap --clear-decorations --decorate[=TEXT] --decorate-refs=TEXT --decorate-refs-exclude=TEXT -L=TEXT -# -n=TEXT --max-count=TEXT --skip=TEXT --since=TEXT --since-as-filter=TEXT --after=TEXT --until=TEXT --before=TEXT --author=TEXT --committer=TEXT --grep-reflog=TEXT --grep=TEXT --all-match --invert-grep -i --regexp-ignore-case --basic-regexp -E --extended-regexp -F --fixed-strings -P --perl-regexp --remove-empty --merges --no-merges --min-parents=TEXT --max-parents=TEXT --no-min-parents --no-max-parents --first-parent --exclude-first-parent-only --not --all --branches[=TEXT] --tags[=TEXT] --remotes[=TEXT] --glob=TEXT --exclude=TEXT --exclude-hidden=TEXT --reflog --alternate-refs --single-worktree --ignore-missing --bisect --stdin --cherry-mark --cherry-pick --left-only --right-only --cherry -g --walk-reflogs --merge --boundary --simplify-by-decoration --show-pulls --full-history --dense --sparse --simplify-merges --ancestry-path[=TEXT] --date-order --author-date-order --topo-order --reverse --no-walk[=TEXT] --do-walk --pretty[=TEXT] --format=TEXT --abbrev-commit --no-abbrev-commit --oneline --encoding=TEXT --expand-tabs[=TEXT] --no-expand-tabs --notes[=TEXT] --show-notes[=TEXT] --standard-notes --show-signature --relative-date --date=TEXT --parents --children --left-right --graph --show-linear-break[=TEXT] -c --cc -m -r -t --dd --combined-all-paths --diff-merges=TEXT --no-diff-merges --remerge-diff --follow --log-size --full-diff --no-commit-id --root --always"

const commitFlags = "-q --quiet -v --verbose -F=READ --file=READ --author=TEXT --date=TEXT -m=TEXT --message=TEXT -c=TEXT --reedit-message=TEXT -C=TEXT --reuse-message=TEXT --fixup=TEXT --squash=TEXT --reset-author --trailer=TEXT -s --signoff -t=READ --template=READ -e --edit --cleanup=TEXT --status -S[=TEXT] --gpg-sign[=TEXT] -a --all -i --include --interactive -p --patch -o --only --short --branch --ahead-behind --porcelain --long -z --null --amend --no-post-rewrite -u[=TEXT] --untracked-files[=TEXT] --pathspec-from-file=READ --pathspec-file-nul --allow-empty --allow-empty-message --post-rewrite --verify"

const fetchFlags = "-v --verbose -q --quiet --all --set-upstream -a --append --atomic -f --force -m --multiple -t --tags -n -j=TEXT --jobs=TEXT --prefetch -p --prune -P --prune-tags --recurse-submodules[=TEXT] --dry-run --write-fetch-head -k --keep -u --update-head-ok --progress --depth=TEXT --shallow-since=TEXT --shallow-exclude=TEXT --deepen=TEXT --unshallow --refetch --update-shallow --refmap=TEXT -o=TEXT --server-option=TEXT -4 --ipv4 -6 --ipv6 --negotiation-tip=TEXT --negotiate-only --filter=TEXT --auto-maintenance --auto-gc --show-forced-updates --write-commit-graph --stdin"

const pullFlags = "-v --verbose -q --quiet --progress --recurse-submodules[=TEXT] -r[=TEXT] --rebase[=TEXT] -n --stat --summary --log[=TEXT] --signoff --squash --commit -e --edit --cleanup=TEXT --ff --ff-only --verify --verify-signatures --autostash -s=TEXT --strategy=TEXT -X=TEXT --strategy-option=TEXT -S[=TEXT] --gpg-sign[=TEXT] --allow-unrelated-histories --all -a --append -f --force -t --tags -p --prune -j[=TEXT] --jobs[=TEXT] --dry-run -k --keep --depth=TEXT --shallow-since=TEXT --shallow-exclude=TEXT --deepen=TEXT --unshallow --update-shallow --refmap=TEXT -o=TEXT --server-option=TEXT -4 --ipv4 -6 --ipv6 --negotiation-tip=TEXT --show-forced-updates --set-upstream"

const sequencerFlags = "--quit --continue --skip --cleanup=TEXT -n --no-commit -e --edit -s --signoff -m=TEXT --mainline=TEXT --rerere-autoupdate --strategy=TEXT -X=TEXT --strategy-option=TEXT -S[=TEXT] --gpg-sign[=TEXT] -x -r --ff --allow-empty --allow-empty-message --keep-redundant-commits --empty=TEXT --reference --commit"

const filterRepoFlags = "--invert-paths --path=TEXT --path-glob=TEXT --path-regex=TEXT --path-rename=TEXT --paths-from-file=READ --use-base-name --subdirectory-filter=TEXT --to-subdirectory-filter=TEXT --replace-text=READ --replace-message=READ --strip-blobs-bigger-than=TEXT --strip-blobs-with-ids=READ --mailmap=READ --use-mailmap --tag-rename=TEXT --refs=TEXT --prune-empty=TEXT --prune-degenerate=TEXT --no-ff --preserve-commit-hashes --preserve-commit-encoding --partial --no-gc -f --force --sensitive-data-removal --no-fetch --quiet --debug --report-dir=WRITE --state-branch=TEXT --stdin --source=READ --target=WRITE --date-format=TEXT"

const filterRepoCode = "--filename-callback=CODE:python --file-info-callback=CODE:python --message-callback=CODE:python --name-callback=CODE:python --email-callback=CODE:python --refname-callback=CODE:python --blob-callback=CODE:python --commit-callback=CODE:python --tag-callback=CODE:python --reset-callback=CODE:python"

var lfsSubs = []Command{
	{Name: "pull fetch", Does: ReadRemote, Flags: []Flag{{"-I=TEXT -X=TEXT --include=TEXT --exclude=TEXT -a --all -r --recent -p --prune --refetch --json --dry-run", 0}}, Args: "TEXT..."},
	{Name: "push", Does: Publish, Flags: []Flag{{"--all --object-id --stdin", 0}, {"--dry-run", Dry}}, Args: "TEXT..."},
	{Name: "ls-files status env version logs ext pointer fsck", Flags: []Flag{{"-l -s -d -a -n -j -p --long --size --debug --all --deleted --name-only --porcelain --json --include=TEXT --exclude=TEXT -I=TEXT -X=TEXT --file=READ --stdin --check --strict --objects --pointers", 0}}, Args: "TEXT...", Out: OutNames},
	{Name: "track untrack install update uninstall checkout post-checkout post-merge post-commit pre-push clean smudge filter-process dedup standalone-file merge-driver", Flags: []Flag{{"--verbose --lockable --not-lockable --no-modify-attributes --filename --json --local --worktree --skip-smudge --skip-repo -l -d -s -v --to=WRITE --base --ours --theirs", 0}, {"--system", Machine}, {"--force -f", 0}, {"--manual", 0}, {"--dry-run", Dry}}, Args: "TEXT..."},
	{Name: "lock unlock", Does: Publish, Flags: []Flag{{"-r=TEXT --remote=TEXT --json --id=TEXT", 0}, {"-f --force", Rewrite}}, Args: "TEXT..."},
	{Name: "locks", Does: ReadRemote, Flags: []Flag{{"-r=TEXT --remote=TEXT --json --id=TEXT --path=TEXT --local --cached --verify --limit=TEXT", 0}}},
	{Name: "prune", Does: Discard, Flags: []Flag{{"--verify-remote --verify-unreachable --recent --verbose -v -c --no-verify-remote --when-unverified=TEXT", 0}, {"-f --force", 0}, {"-d --dry-run", Dry}}},
	{Name: "migrate", Subs: []Command{
		{Name: "info", Flags: []Flag{{"--above=TEXT --top=TEXT --unit=TEXT --pointers=TEXT --everything -I=TEXT --include=TEXT -X=TEXT --exclude=TEXT --include-ref=TEXT --exclude-ref=TEXT --skip-fetch --fixup", 0}}, Args: "TEXT..."},
		{Name: "import export", Does: Discard, Flags: []Flag{{"--verbose --object-map=WRITE --no-rewrite -m=TEXT --message=TEXT --fixup --above=TEXT --everything -I=TEXT --include=TEXT -X=TEXT --exclude=TEXT --include-ref=TEXT --exclude-ref=TEXT --skip-fetch --yes --remote=TEXT", 0}}, Args: "TEXT..."},
	}},
}

var gitSubs = []Command{
	// Looking at the tree and its history.
	{Name: "status", Flags: []Flag{{"-v --verbose -s --short -b --branch --show-stash --ahead-behind --porcelain[=TEXT] --long -z --null -u[=TEXT] --untracked-files[=TEXT] --ignored[=TEXT] --ignore-submodules[=TEXT] --column[=TEXT] --renames -M[=TEXT] --find-renames[=TEXT]", 0}}, Args: "TEXT...", Do: gitNames},
	{
		Name: "log whatchanged",
		Flags: []Flag{
			{logFlags, 0}, {diffFlags, 0},
			{"--ext-diff", 0},
			{"--output=WRITE", 0},
		},
		Args: "REV...",
		Do:   gitLog,
	},
	{Name: "show", Flags: []Flag{{logFlags, 0}, {diffFlags, 0}, {"--ext-diff", 0}, {"--output=WRITE", 0}}, Args: "REV...", Do: gitNames},
	{
		Name: "diff diff-tree diff-index diff-files diff-pairs",
		Flags: []Flag{
			{diffFlags, 0},
			{"-q --quiet --cached --staged --merge-base --no-index --ext-diff -0 -1 --base -2 --ours -3 --theirs --follow -r -t -c --cc -m -v --stdin --root --always --no-commit-id --pretty[=TEXT] --format=TEXT --combined-all-paths --diff-merges=TEXT", 0},
			{"--output=WRITE", 0},
		},
		Args: "REV...",
		Do:   gitNames,
	},
	{Name: "range-diff", Flags: []Flag{{diffFlags, 0}, {"--creation-factor=TEXT --no-dual-color --notes[=TEXT] --left-only --right-only", 0}, {"--output=WRITE", 0}}, Args: "TEXT..."},
	{Name: "rev-list", Flags: []Flag{{logFlags, 0}, {"--count --objects --objects-edge --in-commit-order --unpacked --timestamp --header --disk-usage[=TEXT] --filter=TEXT --filter-print-omitted --missing=TEXT --use-bitmap-index --progress=TEXT --bisect-vars --bisect-all --no-object-names --object-names --pretty-print --abbrev[=TEXT]", 0}}, Args: "TEXT...", Do: gitPlain},
	{Name: "shortlog", Flags: []Flag{{"-# -c --committer -n --numbered -s --summary -e --email -w[=TEXT] --group=TEXT --format[=TEXT] --since=TEXT --after=TEXT --until=TEXT --before=TEXT --author=TEXT --all --no-merges --merges --branches[=TEXT] --date=TEXT --max-count=TEXT --first-parent --grep=TEXT", 0}}, Args: "TEXT..."},
	{Name: "blame annotate pickaxe", Flags: []Flag{{"--incremental -b --root --show-stats --progress --score-debug -f --show-name -n --show-number -p --porcelain --line-porcelain -c -t -l -s -e --show-email -w --ignore-rev=TEXT --ignore-revs-file=READ --color-lines --color-by-age --minimal -S=READ --contents=READ -C[=TEXT] -M[=TEXT] -L=TEXT --abbrev[=TEXT] --date=TEXT --since=TEXT --reverse --first-parent --encoding=TEXT", 0}}, Args: "REV..."},
	{
		Name: "grep",
		Flags: []Flag{
			{"-# --cached --no-index --untracked --exclude-standard --recurse-submodules -v --invert-match -i --ignore-case -w --word-regexp -a --text -I --textconv -r --recursive --max-depth=TEXT -E --extended-regexp -G --basic-regexp -F --fixed-strings -P --perl-regexp -n --line-number --column -h -H --full-name -l --files-with-matches --name-only -L --files-without-match -z --null -o --only-matching -c --count --color[=TEXT] --break --heading -C=TEXT --context=TEXT -B=TEXT --before-context=TEXT -A=TEXT --after-context=TEXT --threads=TEXT -p --show-function -W --function-context -e=TEXT --and --or --not -q --quiet --all-match --ext-grep -m=TEXT --max-count=TEXT --all", 0},
			{"-f=READ", 0},
			{"-O[=PROGRAM] --open-files-in-pager[=PROGRAM]", 0},
		},
		Args: "TEXT REV...",
		More: &More{Forms: []Form{{If: "-e -f", Args: "REV..."}}},
		Do:   gitNames,
	},
	{Name: "ls-files", Flags: []Flag{{"-z -t -v -f -c --cached -d --deleted -m --modified -o --others -i --ignored -s --stage -k --killed --directory --eol --empty-directory -u --unmerged --resolve-undo -x=TEXT --exclude=TEXT -X=READ --exclude-from=READ --exclude-per-directory=TEXT --exclude-standard --full-name --recurse-submodules --error-unmatch --with-tree=TEXT --abbrev[=TEXT] --debug --deduplicate --sparse --format=TEXT", 0}}, Args: "LIST...", Out: OutNames},
	{Name: "ls-tree", Flags: []Flag{{"-d -r -t -z -l --long --name-only --name-status --object-only --full-name --full-tree --format=TEXT --abbrev[=TEXT]", 0}}, Args: "TEXT...", Do: gitNames},
	{Name: "cat-file", Flags: []Flag{{"-e -p -t -s --allow-unknown-type --use-mailmap --mailmap --batch[=TEXT] --batch-check[=TEXT] -z -Z --batch-command[=TEXT] --batch-all-objects --buffer --follow-symlinks --unordered --textconv --filters --path=TEXT --filter=TEXT", 0}}, Args: "REV..."},
	{Name: "show-ref", Flags: []Flag{{"--tags --heads --branches --verify --exists --head -d --dereference -s[=TEXT] --hash[=TEXT] --abbrev[=TEXT] -q --quiet --exclude-existing[=TEXT]", 0}}, Args: "TEXT...", Do: gitPlain},
	{Name: "for-each-ref refs", Flags: []Flag{{"-s --shell -p --perl --python --tcl --count=TEXT --format=TEXT --color[=TEXT] --sort=TEXT --points-at=TEXT --merged[=TEXT] --no-merged[=TEXT] --contains[=TEXT] --no-contains[=TEXT] --ignore-case --omit-empty --exclude=TEXT --include-root-refs --stdin", 0}}, Args: "TEXT...", Do: gitPlain},
	{Name: "show-branch", Flags: []Flag{{"-a --all -r --remotes --color[=TEXT] --more[=TEXT] --list --no-name --current --sha1-name --merge-base --independent --topo-order --topics --sparse --date-order -g[=TEXT] --reflog[=TEXT]", 0}}, Args: "TEXT..."},
	{Name: "rev-parse", Flags: []Flag{{"--parseopt --sq-quote --keep-dashdash --stop-at-non-option --stuck-long --revs-only --no-revs --flags --no-flags --default=TEXT --prefix=TEXT --verify -q --quiet --sq --short[=TEXT] --not --abbrev-ref[=TEXT] --symbolic --symbolic-full-name --output-object-format=TEXT --all --branches[=TEXT] --tags[=TEXT] --remotes[=TEXT] --glob=TEXT --exclude=TEXT --disambiguate=TEXT --local-env-vars --path-format=TEXT --git-dir --absolute-git-dir --git-common-dir --resolve-git-dir=TEXT --git-path=TEXT --show-toplevel --show-superproject-working-tree --shared-index-path --is-inside-git-dir --is-inside-work-tree --is-bare-repository --is-shallow-repository --show-cdup --show-prefix --show-object-format[=TEXT] --since=TEXT --after=TEXT --until=TEXT --before=TEXT", 0}}, Args: "TEXT...", Do: gitRevParse},
	{Name: "describe", Flags: []Flag{{"--contains --debug --all --tags --long --first-parent --abbrev[=TEXT] --exact-match --candidates=TEXT --match=TEXT --exclude=TEXT --always --dirty[=TEXT] --broken[=TEXT]", 0}}, Args: "TEXT...", Out: OutPlain},
	{Name: "merge-base", Flags: []Flag{{"-a --all --octopus --independent --is-ancestor --fork-point", 0}}, Args: "TEXT...", Out: OutPlain},
	{Name: "name-rev", Flags: []Flag{{"--name-only --tags --refs=TEXT --exclude=TEXT --all --stdin --annotate-stdin --undefined --always", 0}}, Args: "TEXT...", Out: OutPlain},
	{Name: "merge-tree", Flags: []Flag{{"--write-tree --trivial-merge --messages -z --name-only --allow-unrelated-histories --stdin --merge-base=TEXT -X=TEXT --strategy-option=TEXT --quiet", 0}}, Args: "TEXT..."},
	{Name: "cherry", Flags: []Flag{{"--abbrev[=TEXT] -v --verbose", 0}}, Args: "TEXT..."},
	{Name: "count-objects", Flags: []Flag{{"-v --verbose -H --human-readable", 0}}},
	{Name: "check-ignore check-attr check-mailmap check-ref-format", Flags: []Flag{{"-q --quiet -v --verbose --stdin -z -n --non-matching --no-index -a --all --cached --source=TEXT --normalize --branch --allow-onelevel --refspec-pattern --print", 0}}, Args: "TEXT...", Do: gitNamesHere},
	{Name: "fsck fsck-objects verify-commit verify-tag verify-pack", Flags: []Flag{{"-v --verbose --raw -s --stat-only --unreachable --dangling --tags --root --cache --reflogs --full --connectivity-only --strict --lost-found --progress --name-objects --object-format=TEXT --format=TEXT", 0}}, Args: "TEXT..."},
	{Name: "var version help diagnose", Flags: []Flag{{"-l -a --all --external-commands --aliases -m --man -w --web -i --info -v --verbose -g --guides --user-interfaces --developer-interfaces -c --config --build-options", 0}, {"-o=WRITE --output-directory=WRITE -s=TEXT --suffix=TEXT --mode=TEXT", 0}}, Args: "TEXT..."},
	{Name: "bugreport", Flags: []Flag{{"--diagnose[=TEXT] -s=TEXT --suffix=TEXT", 0}, {"-o=WRITE --output-directory=WRITE", 0}}},
	{Name: "stripspace fmt-merge-msg patch-id get-tar-commit-id mailinfo mailsplit show-index unpack-file column", Flags: []Flag{{"-s --strip-comments -c --comment-lines --log[=TEXT] -m=TEXT --message=TEXT -F=READ --file=READ --stable --unstable --verbatim -k -b -u -n --encoding=TEXT --scissors --mode[=TEXT] --width=TEXT --padding=TEXT --indent=TEXT -o=WRITE", 0}}, Args: "TEXT..."},
	{Name: "interpret-trailers", Flags: []Flag{{"--trim-empty --where=TEXT --if-exists=TEXT --if-missing=TEXT --only-trailers --only-input --unfold --parse --no-divider --trailer=TEXT", 0}, {"--in-place", 0}}, More: &More{Forms: []Form{{If: "--in-place", Args: "WRITE..."}}}, Args: "READ..."},
	{Name: "request-pull", Flags: []Flag{{"-p", 0}}, Does: ReadRemote, Args: "TEXT..."},
	{Name: "survey last-modified repo", Flags: []Flag{{"-r -t --verbose --progress --format=TEXT", 0}}, Args: "TEXT..."},
	{
		Name: "difftool",
		Flags: []Flag{
			{diffFlags, 0},
			{"-g --gui -d --dir-diff -y --prompt --symlinks -t=TEXT --tool=TEXT --tool-help --trust-exit-code --no-index --cached --staged", 0},
			{"-x=LINE --extcmd=LINE", Hijack},
			{"--output=WRITE", 0},
		},
		Args: "REV...",
	},

	// The index, commits, branches.
	{
		Name: "add stage",
		Flags: []Flag{
			{"-v --verbose -i --interactive -p --patch -e --edit -f --force -u --update --renormalize -N --intent-to-add -A --all --ignore-removal --refresh --ignore-errors --ignore-missing --sparse --chmod=TEXT --pathspec-from-file=READ --pathspec-file-nul --warn-embedded-repo -U=TEXT --unified=TEXT", 0},
			{"-n --dry-run", Dry},
		},
		Args: "READ...",
		More: &More{After: func(k *call, a *args) {
			for _, f := range k.reads {
				if f.secret() && !a.dry {
					k.scan.staged = f.from()
				}
			}
		}},
	},
	{
		Name: "rm",
		Flags: []Flag{
			{"-q --quiet --cached -r --ignore-unmatch --sparse --pathspec-from-file=READ --pathspec-file-nul -f --force", 0},
			{"-n --dry-run", Dry},
		},
		Args: "TEXT...",
		More: &More{Rules: []Rule{
			{Says: "-f without --cached", Does: Discard, When: func(a *args) bool {
				return a.has("-f --force") && (!a.has("--cached") || a.has("--no-cached"))
			}},
		}},
		Do: func(k *call, a *args) {
			if dir, ok := k.gitAt(a); ok && !a.dry && !a.has("--cached") && a.has("-r") && a.word(0).Has(". * ./ :/") && k.wipeTarget(dir) {
				k.foundWhy(Wipe, k.name, k.show(dir), k.src)
			}
			if !a.has("--cached") && !a.dry {
				gitChanges(a, 0)
			}
		},
	},
	{Name: "mv", Flags: []Flag{{"-v --verbose -f --force -k --sparse", 0}, {"-n --dry-run", Dry}}, Args: "MOVE... WRITE"},
	{
		Name: "commit",
		Does: RunProject,
		Flags: []Flag{
			{commitFlags, 0},
			{"--dry-run", Dry},
			{"-n --no-verify", SkipChecks},
		},
		Args: "TEXT...",
		Do: func(k *call, a *args) {
			if m := a.value("-m --message -F --file"); m.flow().secret() && !a.dry {
				k.scan.staged = m.flow().from()
			}
		},
	},
	{
		Name: "reset",
		Flags: []Flag{
			{"-q --quiet --refresh --mixed --soft --recurse-submodules[=TEXT] -p --patch -N --intent-to-add --pathspec-from-file=READ --pathspec-file-nul -U=TEXT --unified=TEXT", 0},
			{"--hard --merge --keep", Discard},
		},
		Args: "TEXT...",
	},
	{
		Name: "checkout",
		Flags: []Flag{
			{"-b=TEXT -l --guess --overlay -q --quiet --recurse-submodules[=TEXT] --progress -m --merge --conflict=TEXT -d --detach -t --track[=TEXT] --orphan=TEXT --overwrite-ignore --ignore-other-worktrees --ignore-skip-worktree-bits --pathspec-file-nul -U=TEXT --unified=TEXT", 0},
			{"-f --force -2 --ours -3 --theirs -p --patch", Discard},
			{"-B=TEXT", Discard},
			{"--pathspec-from-file=READ", Discard},
		},
		Args: "TEXT...",
		Do:   gitCheckout,
	},
	{
		Name: "switch",
		Flags: []Flag{
			{"-c=TEXT --create=TEXT --guess -q --quiet --recurse-submodules[=TEXT] --progress -m --merge --conflict=TEXT -d --detach -t --track[=TEXT] --orphan=TEXT --overwrite-ignore --ignore-other-worktrees", 0},
			{"-f --force --discard-changes", Discard},
			{"-C=TEXT --force-create=TEXT", Discard},
		},
		Args: "TEXT TEXT",
	},
	{
		Name: "restore",
		Flags: []Flag{
			{"-s=TEXT --source=TEXT -S --staged -W --worktree --ignore-unmerged --overlay -q --quiet --recurse-submodules[=TEXT] --progress -m --merge --conflict=TEXT -2 --ours -3 --theirs -p --patch --ignore-skip-worktree-bits --pathspec-from-file=READ --pathspec-file-nul -U=TEXT --unified=TEXT --inter-hunk-context=TEXT", 0},
		},
		Args: "TEXT...",
		More: &More{Rules: []Rule{
			{Says: "the working tree", Does: Discard, When: func(a *args) bool {
				tree := a.has("-W --worktree") && !a.has("--no-worktree") || !a.has("-S --staged") || a.has("--no-staged")
				return tree && (len(a.words) > 0 || a.has("--pathspec-from-file -p --patch"))
			}},
		}},
		Do: func(k *call, a *args) {
			if k.does&Discard != 0 {
				gitChanges(a, 0)
			}
		},
	},
	{
		Name: "clean",
		Does: Discard,
		Flags: []Flag{
			{"-q --quiet -f --force -i --interactive -d -e=TEXT --exclude=TEXT -x -X", 0},
			{"-n --dry-run", Dry},
		},
		Args: "TEXT...",
		Do: func(k *call, a *args) {
			for _, w := range a.words {
				for _, p := range k.paths(w) {
					if k.wipes(p) && !a.dry {
						k.foundWhy(Wipe, k.name, k.show(p), k.src)
					}
				}
				if !a.dry {
					k.covers(w, k.name)
				}
			}
			if dir, ok := k.gitAt(a); ok && !a.dry && len(a.words) == 0 && k.wipeTarget(dir) {
				k.foundWhy(Wipe, k.name, k.show(dir), k.src)
			}
		},
	},
	{
		Name: "branch",
		Flags: []Flag{
			{"-v -vv --verbose -q --quiet -t --track[=TEXT] -u=TEXT --set-upstream-to=TEXT --unset-upstream --color[=TEXT] -r --remotes --contains[=TEXT] --no-contains[=TEXT] --with[=TEXT] --without[=TEXT] --abbrev[=TEXT] -a --all -d --delete -m --move -c --copy -l --list --show-current --create-reflog --edit-description --merged[=TEXT] --no-merged[=TEXT] --column[=TEXT] --sort=TEXT --points-at=TEXT -i --ignore-case --recurse-submodules --format=TEXT --omit-empty --set-upstream", 0},
			{"-D -f --force", Discard},
			{"-M -C", 0},
		},
		Args: "TEXT...",
		More: &More{Rules: []Rule{
			{Says: "-M or -C onto another branch", Does: Discard, When: func(a *args) bool {
				return a.has("-M -C") && len(a.words) > 1
			}},
		}},
		Do: gitPlain,
	},
	{
		Name: "tag",
		Flags: []Flag{
			{"-l --list -n[=TEXT] -v --verify -a --annotate -m=TEXT --message=TEXT -F=READ --file=READ -e --edit -s --sign --cleanup=TEXT -u=TEXT --local-user=TEXT --create-reflog --column[=TEXT] --contains[=TEXT] --no-contains[=TEXT] --with[=TEXT] --without[=TEXT] --merged[=TEXT] --no-merged[=TEXT] --sort=TEXT --points-at=TEXT --format=TEXT --color[=TEXT] -i --ignore-case --omit-empty --trailer=TEXT", 0},
			{"-d --delete -f --force", Discard},
		},
		Args: "TEXT...",
		Do:   gitPlain,
	},
	{
		Name: "merge",
		Does: RunProject,
		Flags: []Flag{
			{"-n --stat --summary --compact-summary --log[=TEXT] --squash --commit -e --edit --cleanup=TEXT --ff --ff-only --rerere-autoupdate --verify-signatures -s=TEXT --strategy=TEXT -X=TEXT --strategy-option=TEXT -m=TEXT --message=TEXT -F=READ --file=READ --into-name=TEXT -v --verbose -q --quiet --quit --continue --allow-unrelated-histories --progress -S[=TEXT] --gpg-sign[=TEXT] --autostash --overwrite-ignore --signoff --verify", 0},
			{"--abort", Discard},
			{"--no-verify", SkipChecks},
		},
		Args: "TEXT...",
	},
	{
		Name: "rebase",
		Does: RunProject,
		Flags: []Flag{
			{"--onto=TEXT --keep-base -q --quiet -v --verbose -n --stat --signoff --committer-date-is-author-date --reset-author-date --ignore-date -C=TEXT --ignore-whitespace --whitespace=TEXT -f --force-rebase --ff --continue --skip --quit --edit-todo --show-current-patch --apply -m --merge -i --interactive -p --preserve-merges --rerere-autoupdate --empty=TEXT -k --keep-empty --autosquash --update-refs -S[=TEXT] --gpg-sign[=TEXT] --autostash -r[=TEXT] --rebase-merges[=TEXT] --fork-point -s=TEXT --strategy=TEXT -X=TEXT --strategy-option=TEXT --root --reschedule-failed-exec --reapply-cherry-picks --allow-empty-message --verify --trailer=TEXT", 0},
			{"--abort", Discard},
			{"--no-verify", SkipChecks},
			{"-x=LINE --exec=LINE", 0},
		},
		Args: "TEXT TEXT",
	},
	{Name: "cherry-pick revert", Does: RunProject, Flags: []Flag{{sequencerFlags, 0}, {"--abort", Discard}}, Args: "TEXT..."},
	{
		Name: "stash",
		Flags: []Flag{
			{"-k --keep-index -S --staged -p --patch -q --quiet -u --include-untracked -a --all -m=TEXT --message=TEXT --pathspec-from-file=READ --pathspec-file-nul --index", 0},
		},
		Subs: []Command{
			{Name: "push", Args: "TEXT...", Do: func(k *call, a *args) { gitChanges(a, 0) }},
			{Name: "save create store", Flags: []Flag{{"-F=READ", 0}}, Args: "TEXT..."},
			{Name: "pop apply branch", Args: "TEXT..."},
			{Name: "list", Flags: []Flag{{logFlags, 0}, {diffFlags, 0}, {"--output=WRITE", 0}}, Args: "TEXT..."},
			{Name: "show", Flags: []Flag{{"--only-untracked --ext-diff", 0}, {diffFlags, 0}, {"--output=WRITE", 0}}, Args: "TEXT..."},
			{Name: "drop clear", Does: Discard, Args: "TEXT..."},
			{Name: "export import", Flags: []Flag{{"--print --to-ref=TEXT", 0}}, Args: "TEXT..."},
		},
		// After "--" come paths. Without a subcommand it is push.
		Args: "TEXT...",
		Do:   func(k *call, a *args) { gitChanges(a, 0) },
	},
	{
		Name: "worktree",
		Subs: []Command{
			{Name: "add", Flags: []Flag{{"-f --force -b=TEXT -d --detach --checkout --lock --reason=TEXT -q --quiet --track --guess-remote --orphan --relative-paths", 0}, {"-B=TEXT", Discard}}, Args: "WRITE TEXT", Do: func(k *call, a *args) { k.twin(a.word(0)) }},
			{Name: "list", Flags: []Flag{{"-v --verbose --porcelain -z --expire=TEXT", 0}}},
			{Name: "lock unlock repair", Flags: []Flag{{"--reason=TEXT --relative-paths", 0}}, Args: "TEXT..."},
			{Name: "move", Flags: []Flag{{"-f --force --relative-paths", 0}}, Args: "MOVE WRITE"},
			{Name: "prune", Flags: []Flag{{"-v --verbose --expire=TEXT", 0}, {"-n --dry-run", Dry}}},
			{Name: "remove", Flags: []Flag{{"-f --force", Discard}}, Args: "WRITE"},
		},
	},
	{Name: "init init-db", Flags: []Flag{{"--bare --shared[=TEXT] -q --quiet -b=TEXT --initial-branch=TEXT --object-format=TEXT --ref-format=TEXT", 0}, {"--separate-git-dir=WRITE", 0}, {"--template=READ", Hijack}}, Args: "WRITE"},
	{
		Name: "notes",
		Flags: []Flag{
			{"--ref=TEXT", 0},
		},
		Subs: []Command{
			{Name: "list show get-ref", Args: "TEXT..."},
			{Name: "add append edit copy remove merge prune", Flags: []Flag{{"-f --force --allow-empty -m=TEXT --message=TEXT -F=READ --file=READ -c=TEXT --reedit-message=TEXT -C=TEXT --reuse-message=TEXT -s=TEXT --strategy=TEXT -q --quiet -v --verbose -n --dry-run --commit --abort --stdin --for-rewrite=TEXT --ignore-missing --separator[=TEXT] --stripspace -e", 0}}, Args: "TEXT..."},
		},
		Args: "TEXT",
	},
	{
		Name: "bisect",
		Subs: []Command{
			{Name: "start", Flags: []Flag{{"--term-new=TEXT --term-bad=TEXT --term-old=TEXT --term-good=TEXT --no-checkout --first-parent", 0}}, Args: "TEXT..."},
			{Name: "bad new good old terms skip next reset log visualize view help state", Flags: []Flag{{"--term-good --term-bad --term-old --term-new --oneline --stat", 0}}, Args: "TEXT..."},
			{Name: "replay", Args: "READ"},
			{Name: "run", Args: "CMD"},
		},
	},
	{
		Name: "apply",
		Flags: []Flag{
			{"--exclude=TEXT --include=TEXT -p=TEXT --add --index -N --intent-to-add --apply -3 --3way --ours --theirs --union --build-fake-ancestor=WRITE -z -C=TEXT --whitespace=TEXT --ignore-space-change --ignore-whitespace --unidiff-zero --reject --allow-overlap -v --verbose -q --quiet --inaccurate-eof --recount --directory=TEXT --allow-empty --allow-binary-replacement --binary --cached", 0},
			{"--stat --numstat --summary --check", Dry},
			{"-R --reverse", Discard},
			{"--unsafe-paths", 0},
		},
		Args: "READ...",
		Do:   gitPatch,
	},
	{
		Name: "am",
		Does: RunProject,
		Flags: []Flag{
			{"-i --interactive -3 --3way -q --quiet -s --signoff -u --utf8 -k --keep -b --keep-non-patch -m --message-id --keep-cr -c --scissors --quoted-cr=TEXT --whitespace=TEXT --ignore-space-change --ignore-whitespace --directory=TEXT --exclude=TEXT --include=TEXT -C=TEXT -p=TEXT --patch-format=TEXT --reject --resolvemsg=TEXT --continue -r --resolved --skip --quit --show-current-patch[=TEXT] --retry --allow-empty --committer-date-is-author-date --ignore-date --rerere-autoupdate -S[=TEXT] --gpg-sign[=TEXT] --empty=TEXT --verify", 0},
			{"--abort", Discard},
			{"-n --no-verify", SkipChecks},
		},
		Args: "READ...",
		Do:   gitPatch,
	},
	{Name: "quiltimport", Flags: []Flag{{"--author=TEXT --patches=READ --series=READ --keep-non-patch", 0}, {"-n --dry-run", Dry}}},
	{
		Name: "sparse-checkout",
		Subs: []Command{
			{Name: "list check-rules", Flags: []Flag{{"-z --rules-file=READ --cone", 0}}},
			{Name: "init set add reapply disable clean", Flags: []Flag{{"--cone --sparse-index --skip-checks --stdin --end-of-options -f --force -n --dry-run -v --verbose", 0}}, Args: "TEXT..."},
		},
	},

	// Remotes.
	{Name: "fetch", Flags: []Flag{{fetchFlags, 0}, {"--upload-pack=PROGRAM", 0}}, Args: "TEXT...", Do: gitFetch},
	{Name: "pull", Does: RunProject, Flags: []Flag{{pullFlags, 0}, {"--upload-pack=PROGRAM", 0}, {"--no-verify", SkipChecks}}, Args: "TEXT...", Do: gitFetch},
	{Name: "ls-remote", Flags: []Flag{{"-q --quiet -t --tags -h --heads -b --branches --refs --get-url --sort=TEXT --exit-code --symref -o=TEXT --server-option=TEXT", 0}, {"--upload-pack=PROGRAM --exec=PROGRAM", 0}}, Args: "TEXT...", Do: gitFetch},
	{Name: "fetch-pack", Flags: []Flag{{"-q --quiet -v --all --stdin -k --keep --thin --include-tag --no-progress --depth=TEXT", 0}, {"--upload-pack=PROGRAM --exec=PROGRAM", 0}}, Args: "TEXT...", Do: gitFetch},
	{
		Name: "clone",
		Flags: []Flag{
			{"-v --verbose -q --quiet --progress --reject-shallow -n --no-checkout --checkout --bare --naked --mirror -l --local --hardlinks -s --shared --recurse-submodules[=TEXT] --recursive[=TEXT] -j=TEXT --jobs=TEXT --dissociate -o=TEXT --origin=TEXT -b=TEXT --branch=TEXT --revision=TEXT --depth=TEXT --shallow-since=TEXT --shallow-exclude=TEXT --single-branch --tags --shallow-submodules --server-option=TEXT -4 --ipv4 -6 --ipv6 --filter=TEXT --also-filter-submodules --remote-submodules --sparse --ref-format=TEXT", 0},
			{"--reference=READ --reference-if-able=READ", 0},
			{"--bundle-uri=URL", 0},
			{"--separate-git-dir=WRITE", 0},
			{"--template=READ", Hijack},
			{"-c=SETTING --config=SETTING", 0},
			{"-u=PROGRAM --upload-pack=PROGRAM", 0},
		},
		Args: "TEXT WRITE",
		Do:   gitClone,
	},
	{
		Name: "push",
		Does: Publish,
		Flags: []Flag{
			{"-v --verbose -q --quiet --repo=TEXT --all --branches --tags --porcelain --force-if-includes --recurse-submodules=TEXT --thin -u --set-upstream --progress --follow-tags --signed[=TEXT] --atomic -o=TEXT --push-option=TEXT -4 --ipv4 -6 --ipv6 --verify", 0},
			{"-n --dry-run", Dry},
			{"-f --force --force-with-lease[=TEXT] --mirror --prune -d --delete", Rewrite},
			{"--no-verify", SkipChecks},
			{"--receive-pack=PROGRAM --exec=PROGRAM", 0},
		},
		Args: "TEXT...",
		More: &More{Rules: []Rule{{Says: "a refspec that begins with + or :", Does: Rewrite, Word: "+* :*"}}},
		Do:   gitPush,
	},
	{Name: "send-pack http-push", Does: Publish, Flags: []Flag{{"-v --verbose -q --quiet --all --thin --atomic --stdin", 0}, {"-n --dry-run", Dry}, {"-f --force --mirror -d -D", Rewrite}, {"--receive-pack=PROGRAM --exec=PROGRAM", 0}}, Args: "TEXT...", Do: gitPush},
	{
		Name:  "remote",
		Flags: []Flag{{"-v --verbose", 0}},
		Subs: []Command{
			{Name: "add", Flags: []Flag{{"-f --fetch --tags -t=TEXT -m=TEXT --track=TEXT --master=TEXT --mirror[=TEXT]", 0}}, Args: "TEXT TEXT", Do: func(k *call, a *args) {
				if u := a.word(1).Text(); gitHelper(u) || len(u) > 0 && u[0] == '-' {
					k.effect(Hijack, k.name)
				}
				if a.has("-f --fetch") {
					k.gitAddress(a.word(1), k.name)
				}
			}},
			{Name: "get-url", Flags: []Flag{{"--push --all", 0}}, Args: "TEXT"},
			{Name: "set-url", Does: Hijack, Flags: []Flag{{"--push --add --delete", 0}}, Args: "TEXT..."},
			{Name: "rename set-head set-branches", Flags: []Flag{{"--progress -a --auto -d --delete --add", 0}}, Args: "TEXT..."},
			{Name: "remove rm", Does: Discard, Args: "TEXT"},
			{Name: "show update", Does: ReadRemote, Flags: []Flag{{"-n -p --prune", 0}}, Args: "TEXT..."},
			{Name: "prune", Does: ReadRemote, Flags: []Flag{{"-n --dry-run", Dry}}, Args: "TEXT..."},
		},
	},
	{
		Name:  "submodule",
		Flags: []Flag{{"-q --quiet --cached --recursive", 0}},
		Subs: []Command{
			{Name: "status summary init absorbgitdirs", Flags: []Flag{{"--files -n=TEXT --summary-limit=TEXT --for-status", 0}}, Args: "TEXT..."},
			{Name: "sync", Args: "TEXT..."},
			{Name: "add", Flags: []Flag{{"-b=TEXT --branch=TEXT -f --force --name=TEXT --reference=READ --depth=TEXT --ref-format=TEXT --progress", 0}}, Args: "TEXT WRITE", Do: func(k *call, a *args) { k.gitAddress(a.word(0), k.name) }},
			{Name: "update", Does: ReadRemote, Flags: []Flag{{"--init --remote -N --no-fetch --checkout --merge -m --rebase -r --recommend-shallow --reference=READ --dissociate --depth=TEXT -j=TEXT --jobs=TEXT --single-branch --filter=TEXT --progress --ref-format=TEXT", 0}, {"-f --force", Discard}}, Args: "TEXT..."},
			{Name: "deinit", Flags: []Flag{{"--all", 0}, {"-f --force", Discard}}, Args: "TEXT..."},
			{Name: "set-branch", Flags: []Flag{{"-b=TEXT --branch=TEXT -d --default", 0}}, Args: "TEXT"},
			{Name: "set-url", Does: Hijack, Args: "TEXT TEXT"},
			{Name: "foreach", Args: "SCRIPT"},
		},
		Args: "TEXT...",
	},
	{
		Name: "archive",
		Flags: []Flag{
			{"--format=TEXT --prefix=TEXT --add-virtual-file=TEXT --worktree-attributes -v --verbose -# -l --list --mtime=TEXT", 0},
			{"--add-file=READ", 0},
			{"-o=WRITE --output=WRITE", 0},
			{"--remote=TEXT", 0},
			{"--exec=TEXT", Remote},
		},
		Args: "REV...",
		Do: func(k *call, a *args) {
			if w := a.value("--remote"); w.Text() != "" {
				k.gitAddress(w, k.name+": --remote")
			}
		},
	},
	{
		Name: "bundle",
		Subs: []Command{
			{Name: "create", Flags: []Flag{{logFlags, 0}, {"--progress --all-progress --all-progress-implied --version=TEXT", 0}}, Args: "WRITE TEXT..."},
			{Name: "verify list-heads unbundle", Flags: []Flag{{"-q --quiet --progress", 0}}, Args: "READ TEXT..."},
		},
	},
	{
		Name: "format-patch",
		Flags: []Flag{
			{diffFlags, 0},
			{"-# -n --numbered -N --no-numbered --signoff --stdout --cover-letter --numbered-files --suffix=TEXT --start-number=TEXT -v=TEXT --reroll-count=TEXT --filename-max-length=TEXT --rfc[=TEXT] --cover-from-description=TEXT --subject-prefix=TEXT -k --keep-subject --zero-commit --ignore-if-in-upstream --add-header=TEXT --to=TEXT --cc=TEXT --from[=TEXT] --in-reply-to=TEXT --attach[=TEXT] --inline[=TEXT] --thread[=TEXT] --signature=TEXT --base=TEXT --signature-file=READ -q --quiet --progress --interdiff=TEXT --range-diff=TEXT --creation-factor=TEXT --force-in-body-from --root --no-merges --first-parent --since=TEXT --encode-email-headers --notes[=TEXT] --max-count=TEXT", 0},
			{"-o=WRITE --output-directory=WRITE --output=WRITE", 0},
		},
		Args: "TEXT...",
		Do: func(k *call, a *args) {
			if !a.has("--stdout -o --output-directory --output") {
				a.operands = append(a.operands, value{kind: "WRITE", words: []Word{lit(some + ".patch")}})
			}
		},
	},
	{
		Name: "send-email imap-send",
		Does: Send,
		Flags: []Flag{
			{"--to=TEXT --cc=TEXT --bcc=TEXT --from=TEXT --subject=TEXT --in-reply-to=TEXT --reply-to=TEXT --compose --annotate --identity=TEXT --envelope-sender=TEXT --8bit-encoding=TEXT --transfer-encoding=TEXT --smtp-encryption=TEXT --smtp-domain=TEXT --smtp-server-port=TEXT --smtp-server-option=TEXT --smtp-ssl --smtp-auth=TEXT --smtp-debug=TEXT --batch-size=TEXT --relogin-delay=TEXT --suppress-cc=TEXT --suppress-from --signed-off-by-cc --thread --chain-reply-to --confirm=TEXT --validate --quiet --force --format-patch --xmailer -v --curl", 0},
			{"--smtp-user=TEXT --smtp-pass[=AUTH]", 0},
			{"--smtp-ssl-cert-path=READ", 0},
			{"--smtp-server=PROGRAM", 0},
			{"--to-cmd=LINE --cc-cmd=LINE --header-cmd=LINE --sendmail-cmd=LINE", Hijack},
			{"--dry-run", Dry},
		},
		Args: "TEXT...",
	},
	{
		Name: "subtree",
		Flags: []Flag{
			{"-P=TEXT --prefix=TEXT -m=TEXT --message=TEXT -q --quiet -d --debug --annotate=TEXT -b=TEXT --branch=TEXT --ignore-joins --onto=TEXT --rejoin --squash -S[=TEXT] --gpg-sign[=TEXT]", 0},
		},
		Subs: []Command{
			{Name: "add pull", Args: "TEXT...", Do: gitFetch},
			{Name: "merge split", Args: "TEXT..."},
			{Name: "push", Does: Publish, Flags: []Flag{{"-f --force", Rewrite}}, Args: "TEXT..."},
		},
	},
	{
		Name: "svn p4 cvsimport cvsexportcommit",
		Subs: []Command{
			{Name: "fetch rebase clone init log info find-rev show-ignore sync", Does: ReadRemote, Flags: []Flag{{"-r=TEXT --revision=TEXT --stdlayout -s -T=TEXT -b=TEXT -t=TEXT --trunk=TEXT --branches=TEXT --tags=TEXT --local -l --all", 0}}, Args: "TEXT..."},
			{Name: "dcommit commit submit set-tree tag branch", Does: Publish, Flags: []Flag{{"-m=TEXT --rmdir --edit", 0}, {"-n --dry-run", Dry}}, Args: "TEXT..."},
			{Name: "reset gc", Args: "TEXT..."},
		},
		Args: "TEXT...",
	},
	{Name: "instaweb", Does: Expose, Flags: []Flag{{"-l --local -p=TEXT --port=TEXT -m=TEXT --module-path=TEXT --start --restart", 0}, {"-d=PROGRAM --httpd=PROGRAM -b=PROGRAM --browser=PROGRAM", 0}, {"--stop", Dry}}, Args: "TEXT"},
	{Name: "daemon http-backend", Does: Expose, Flags: []Flag{{"--verbose --syslog --export-all --reuseaddr --detach --inetd --strict-paths --listen=TEXT --port=TEXT --base-path=TEXT --base-path-relaxed --interpolated-path=TEXT --timeout=TEXT --init-timeout=TEXT --max-connections=TEXT --user-path[=TEXT] --pid-file=WRITE --user=TEXT --group=TEXT --enable=TEXT --disable=TEXT --allow-override=TEXT --forbid-override=TEXT --informative-errors --log-destination=TEXT", 0}, {"--access-hook=PROGRAM", 0}}, Args: "TEXT..."},
	{Name: "upload-pack receive-pack upload-archive", Does: RunUnseen, Flags: []Flag{{"--strict --timeout=TEXT --stateless-rpc --advertise-refs --http-backend-info-refs --skip-connectivity-check", 0}}, Args: "TEXT..."},
	{Name: "remote-ext", Does: Hijack, Args: "TEXT..."},
	{Name: "remote-http remote-https remote-ftp remote-ftps remote-fd http-fetch shell", Does: RunUnseen, Args: "TEXT..."},

	// Settings and credentials.
	{
		Name: "config",
		Flags: []Flag{
			{"--global --local --worktree --blob=TEXT --get --get-all --get-regexp --get-urlmatch --replace-all --add --unset --unset-all --rename-section --remove-section -l --list --fixed-value --get-color --get-colorbool -t=TEXT --type=TEXT --bool --int --bool-or-int --bool-or-str --path --expiry-date -z --null --name-only --includes --show-origin --show-scope --show-names --default=TEXT --all --regexp --value=TEXT --url=TEXT --append --comment=TEXT", 0},
			{"--system", 0},
			{"-f=TEXT --file=TEXT", 0},
			{"-e --edit", Hijack},
		},
		Args: "TEXT...",
		Do:   gitConfig,
	},
	{
		Name: "credential credential-store credential-cache credential-osxkeychain credential-manager credential-manager-core credential-libsecret credential-wincred credential-gcloud",
		Flags: []Flag{
			{"--file=READ --timeout=TEXT --socket=TEXT", 0},
		},
		Args: "TEXT...",
		Do: func(k *call, a *args) {
			if a.word(0).Has("capability exit --help version configure unconfigure diagnose") {
				return
			}
			k.effect(Secret, k.name)
			k.prints(comes(markSecret, "the output of "+k.name))
		},
	},

	// History and the object store.
	{
		Name: "filter-branch",
		Does: Discard,
		Flags: []Flag{
			{"--subdirectory-filter=TEXT --prune-empty --original=TEXT -d=WRITE -f --force --state-branch=TEXT --all --branches --tags", 0},
			{"--setup=LINE --env-filter=LINE --tree-filter=LINE --index-filter=LINE --parent-filter=LINE --msg-filter=LINE --commit-filter=LINE --tag-name-filter=LINE", 0},
		},
		Args: "TEXT...",
	},
	{Name: "filter-repo", Does: Discard, Flags: []Flag{{filterRepoFlags, 0}, {"--analyze --dry-run", Dry}, {filterRepoCode, 0}}},
	{
		Name: "reflog",
		Flags: []Flag{
			{logFlags, 0}, {diffFlags, 0},
			{"--output=WRITE", 0},
		},
		Subs: []Command{
			{Name: "show list exists", Args: "TEXT..."},
			{Name: "expire", Does: Discard, Flags: []Flag{{"--expire=TEXT --expire-unreachable=TEXT --updateref --rewrite --stale-fix --verbose", 0}, {"--dry-run", Dry}}, Args: "TEXT..."},
			{Name: "delete drop write", Does: Discard, Flags: []Flag{{"--updateref --rewrite --verbose", 0}, {"--dry-run", Dry}}, Args: "TEXT..."},
		},
		Args: "TEXT...",
	},
	{
		Name: "gc",
		Flags: []Flag{
			{"-q --quiet --cruft --aggressive --auto --detach --force --keep-largest-pack --max-cruft-size=TEXT --expire-to=TEXT", 0},
			{"--prune[=TEXT]", 0},
		},
		More: &More{Rules: []Rule{{Says: "--prune=now", Does: Discard, When: func(a *args) bool {
			w := a.value("--prune --pru --prun --pr --p")
			return w.Text() != "" && (!w.Known() || w.Has("now all 0 today"))
		}}}},
	},
	{Name: "prune", Does: Discard, Flags: []Flag{{"-v --verbose --progress --expire=TEXT --exclude-promisor-objects", 0}, {"-n --dry-run", Dry}}, Args: "TEXT..."},
	{Name: "prune-packed", Flags: []Flag{{"-q --quiet", 0}, {"-n --dry-run", Dry}}},
	{Name: "repack pack-refs multi-pack-index commit-graph", Flags: []Flag{{"-a -A --cruft --cruft-expiration=TEXT -d -f -F -n -q --quiet -l --local -b --write-bitmap-index -i --delta-islands --unpack-unreachable=TEXT -k --keep-unreachable --window=TEXT --window-memory=TEXT --depth=TEXT --threads=TEXT --max-pack-size=TEXT --pack-kept-objects --keep-pack=TEXT -g=TEXT --geometric=TEXT -m --write-midx --expire-to=TEXT --all --prune --auto --reachable --split --changed-paths --object-dir=TEXT --progress --append --stdin-commits --stdin-packs", 0}}, Args: "TEXT..."},
	{
		Name: "maintenance",
		Subs: []Command{
			{Name: "run is-needed", Flags: []Flag{{"--auto --schedule[=TEXT] --task=TEXT -q --quiet --detach", 0}}},
			{Name: "start stop register unregister", Does: Machine, Flags: []Flag{{"--scheduler=TEXT --config-file=WRITE --force", 0}}},
		},
	},
	{Name: "update-ref", Does: Discard, Flags: []Flag{{"-m=TEXT -d --no-deref -z --stdin --create-reflog --batch-updates", 0}}, Args: "TEXT..."},
	{Name: "symbolic-ref", Flags: []Flag{{"-q --quiet --short --recurse -m=TEXT", 0}, {"-d --delete", Discard}}, Args: "TEXT TEXT", Out: OutPlain},
	{Name: "read-tree", Flags: []Flag{{"-v --verbose -m --trivial --aggressive --prefix=TEXT -u --exclude-per-directory=TEXT -i --sparse-checkout --debug-unpack --recurse-submodules[=TEXT] -q --quiet --empty", 0}, {"--index-output=WRITE", 0}, {"-n --dry-run", Dry}, {"--reset", Discard}}, Args: "TEXT..."},
	{Name: "checkout-index", Flags: []Flag{{"-a --all --ignore-skip-worktree-bits -q --quiet -n --no-create -u --index -z --stdin --temp --stage=TEXT", 0}, {"--prefix=WRITE", 0}, {"-f --force", Discard}}, Args: "WRITE..."},
	{Name: "update-index", Flags: []Flag{{"-q --ignore-submodules --add --replace --remove --unmerged --refresh --really-refresh --cacheinfo=TEXT --chmod=TEXT --assume-unchanged --skip-worktree --ignore-skip-worktree-entries --info-only --force-remove -z --stdin --index-info --unresolve -g --again --ignore-missing --verbose --clear-resolve-undo --index-version=TEXT --show-index-version --split-index --untracked-cache --test-untracked-cache --force-untracked-cache --force-write-index --fsmonitor --fsmonitor-valid", 0}}, Args: "TEXT..."},
	{Name: "write-tree commit-tree mktree mktag update-server-info index-pack unpack-objects pack-objects pack-redundant merge-index merge-one-file merge-recursive merge-ours merge-subtree merge-resolve merge-octopus fsmonitor--daemon backfill", Flags: []Flag{{"-p=TEXT -m=TEXT -F=READ -S[=TEXT] -z -q -v -a -o --missing --missing-ok --prefix=TEXT --batch --strict[=TEXT] --stdin --keep[=TEXT] --fix-thin --verify --all --revs --thin --stdout --window=TEXT --depth=TEXT -n -r --force -f", 0}}, Args: "TEXT..."},
	{Name: "hash-object", Flags: []Flag{{"-t=TEXT -w --stdin --stdin-paths --filters --literally --path=TEXT", 0}}, Args: "READ...", Out: OutPlain},
	{Name: "replace", Flags: []Flag{{"-l --list -e --edit -g --graft --convert-graft-file -f --force --raw --format=TEXT -d --delete", 0}}, Args: "TEXT..."},
	{Name: "rerere", Flags: []Flag{{"--rerere-autoupdate", 0}}, Subs: []Command{{Name: "status diff remaining gc", Args: "TEXT..."}, {Name: "clear forget", Does: Discard, Args: "TEXT..."}}, Args: "TEXT"},
	{Name: "fast-export", Flags: []Flag{{"--progress=TEXT --signed-tags=TEXT --tag-of-filtered-object=TEXT --reencode=TEXT --import-marks=READ --import-marks-if-exists=READ --fake-missing-tagger --full-tree --use-done-feature --data --refspec=TEXT --anonymize --anonymize-map=TEXT --reference-excluded-parents --show-original-ids --mark-tags --all --branches --tags -M -C", 0}, {"--export-marks=WRITE", 0}}, Args: "TEXT..."},
	{Name: "fast-import", Flags: []Flag{{"--quiet --stats --allow-unsafe-features --date-format=TEXT --done --import-marks=READ --import-marks-if-exists=READ --relative-marks --cat-blob-fd=TEXT --active-branches=TEXT --big-file-threshold=TEXT --depth=TEXT --max-pack-size=TEXT", 0}, {"--export-marks=WRITE --export-pack-edges=WRITE", 0}, {"--force", Discard}}},
	{Name: "merge-file", Flags: []Flag{{"-p --stdout --diff3 --zdiff3 --ours --theirs --union --marker-size=TEXT -q --quiet -L=TEXT --object-id --diff-algorithm=TEXT", 0}}, Args: "WRITE READ READ"},
	{Name: "mergetool", Flags: []Flag{{"-t=TEXT --tool=TEXT --tool-help -y --prompt -g --gui -O=READ", 0}}, Args: "WRITE..."},
	{Name: "hook", Subs: []Command{{Name: "run", Does: RunProject, Flags: []Flag{{"--ignore-missing --to-stdin=READ", 0}}, Args: "TEXT..."}, {Name: "list", Args: "TEXT..."}}},
	{Name: "for-each-repo", Flags: []Flag{{"--config=TEXT --keep-going", 0}}, Args: "CMD", Do: func(k *call, a *args) {
		for i := range a.operands {
			if v := &a.operands[i]; v.kind == "CMD" {
				v.words = append([]Word{lit("git")}, v.words...)
			}
		}
	}},
	{Name: "lfs", Flags: []Flag{{"-h", 0}}, Subs: lfsSubs},
	{Name: "gui citool gitk", Args: "TEXT..."},
	{Name: "flow", Subs: []Command{
		{Name: "init feature release hotfix bugfix support version config log", Args: "TEXT...", Plain: true, Do: func(k *call, a *args) {
			if a.word(0).Has("publish finish") {
				k.effect(Publish, k.name)
			}
		}},
	}},
}

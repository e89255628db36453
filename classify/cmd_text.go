package classify

import (
	"encoding/base64"
	"path"
	"slices"
	"strings"
)

// Programs that read, filter, compare, encode and edit text.
var textCommands = []Command{
	// Readers.
	{Name: "cat gcat", Flags: []Flag{{"-A -b -e -E -l -n -s -t -T -u -v --number --number-nonblank --show-all --show-ends --show-nonprinting --show-tabs --squeeze-blank", 0}}, Args: "READ...", Out: OutPass},
	{Name: "tac", Flags: []Flag{{"-b -r --before --regex -s=TEXT --separator=TEXT", 0}}, Args: "READ...", After: func(k *call, a *args) {
		k.filter(a, false, func(t string) (string, bool) {
			ls := lines(t)
			for i, j := 0, len(ls)-1; i < j; i, j = i+1, j-1 {
				ls[i], ls[j] = ls[j], ls[i]
			}
			return unlines(ls), !a.has("-b -r -s --before --regex --separator")
		})
	}},
	{Name: "head ghead", Flags: []Flag{{"-q -v -z --quiet --silent --verbose --zero-terminated -#", 0}, {"-c=TEXT -n=TEXT --bytes=TEXT --lines=TEXT", 0}}, Args: "READ...", After: doHead},
	{Name: "tail gtail", Flags: []Flag{{"-f -F -q -r -v -z --follow[=TEXT] --quiet --silent --retry --verbose --zero-terminated -#", 0}, {"-b=TEXT -c=TEXT -n=TEXT -s=TEXT --bytes=TEXT --lines=TEXT --max-unchanged-stats=TEXT --pid=TEXT --sleep-interval=TEXT", 0}}, Args: "READ...", Respell: plusFirst, After: doHead},
	{
		Name: "less zless",
		Flags: []Flag{
			{"-a -A -B -c -C -d -e -E -f -F -g -G -i -I -J -K -L -m -M -n -N -q -Q -r -R -s -S -u -U -V -w -W -X -~ -# --quit-if-one-screen --RAW-CONTROL-CHARS --raw-control-chars --chop-long-lines --no-init --LINE-NUMBERS --line-numbers --ignore-case --IGNORE-CASE --quit-at-eof --QUIT-AT-EOF --follow-name --mouse --use-color --incsearch --quiet --silent --squeeze-blank-lines --no-lessopen --long-prompt --tilde --version", 0},
			{"-b=TEXT -D=TEXT -h=TEXT -j=TEXT -p=TEXT -P=TEXT -t=TEXT -x=TEXT -y=TEXT -z=TEXT --pattern=TEXT --prompt=TEXT --tabs=TEXT --window=TEXT --buffers=TEXT --jump-target=TEXT --color=TEXT --header=TEXT --tag=TEXT", 0},
			{"-o=WRITE -O=WRITE --log-file=WRITE --LOG-FILE=WRITE", 0},
			{"-T=READ --tag-file=READ", 0},
			{"-k=READ --lesskey-file=READ --lesskey-src=READ --lesskey-content=TEXT", Hijack},
		},
		Args: "READ...", Out: OutPass, Do: doLess,
	},
	{Name: "more zmore most pg", Flags: []Flag{{"-c -d -e -f -g -i -l -n=TEXT -p -s -u -# --silent --logical --exit-on-eof --no-pause --print-over --clean-print --squeeze --plain --lines=TEXT", 0}}, Args: "READ...", Out: OutPass, Do: doLess},
	{
		Name: "bat batcat",
		Flags: []Flag{
			{"-A -p -pp -d -n -f -L -u -S -P -s --show-all --plain --diff --number --force-colorization --list-languages --list-themes --unbuffered --chop-long-lines --config-file --config-dir --cache-dir --diagnostic --acknowledgements --no-config --no-lessopen --lessopen --squeeze-blank --no-paging --no-custom-assets", 0},
			{"-l=TEXT -H=TEXT -r=TEXT -m=TEXT --language=TEXT --highlight-line=TEXT --file-name=TEXT --diff-context=TEXT --tabs=TEXT --wrap=TEXT --terminal-width=TEXT --color=TEXT --italic-text=TEXT --decorations=TEXT --paging=TEXT --theme=TEXT --theme-light=TEXT --theme-dark=TEXT --style=TEXT --line-range=TEXT --map-syntax=TEXT --ignored-suffix=TEXT --nonprintable-notation=TEXT --binary=TEXT --squeeze-limit=TEXT --strip-ansi=TEXT --completion=TEXT", 0},
			{"--pager=PROGRAM", 0},
		},
		Args: "READ...", Out: OutPass,
	},
	{Name: "glow mdcat mdless", Flags: []Flag{{"-a -l -p -P -n --all --local --pager --line-numbers --preserve-new-lines --mouse", 0}, {"-s=TEXT -w=TEXT --style=TEXT --width=TEXT --columns=TEXT", 0}}, Args: "READ...", Do: doOpenable},
	{Name: "pv", Flags: []Flag{{"-p -t -e -r -a -b -T -n -q -W -c -l -0 -k -f -E --progress --timer --eta --rate --bytes --numeric --quiet --wait --line-mode --force", 0}, {"-s=TEXT -i=TEXT -w=TEXT -H=TEXT -N=TEXT -L=TEXT -B=TEXT -D=TEXT -F=TEXT --size=TEXT --interval=TEXT --name=TEXT --rate-limit=TEXT", 0}}, Args: "READ...", Out: OutPass},
	{Name: "wc gwc", Flags: []Flag{{"-c -l -L -m -w -h --bytes --chars --lines --max-line-length --words --total=TEXT --libxo --debug", 0}, {"--files0-from=READ", 0}}, Args: "READ...", Out: OutPlain},
	{Name: "nl", Flags: []Flag{{"-p --no-renumber", 0}, {"-b=TEXT -d=TEXT -f=TEXT -h=TEXT -i=TEXT -l=TEXT -n=TEXT -s=TEXT -v=TEXT -w=TEXT --body-numbering=TEXT --number-format=TEXT --number-separator=TEXT --number-width=TEXT --starting-line-number=TEXT --line-increment=TEXT", 0}}, Args: "READ..."},
	{Name: "od god", Flags: []Flag{{"-a -b -B -c -d -D -e -f -F -h -H -i -I -l -L -o -O -s -v -x -X --output-duplicates --traditional", 0}, {"-A=TEXT -j=TEXT -N=TEXT -S[=TEXT] -t=TEXT -w[=TEXT] --address-radix=TEXT --skip-bytes=TEXT --read-bytes=TEXT --format=TEXT --width[=TEXT] --strings[=TEXT] --endian=TEXT", 0}}, Args: "READ..."},
	{Name: "hexdump hd hexyl", Flags: []Flag{{"-b -c -C -d -o -v -x -X -p -P -i --canonical --no-squeezing --plain --no-characters --no-position", 0}, {"-e=TEXT -f=READ -n=TEXT -s=TEXT -L[=TEXT] --length=TEXT --skip=TEXT --format=TEXT --color=TEXT --panels=TEXT --border=TEXT --bytes=TEXT", 0}}, Args: "READ..."},
	{Name: "xxd", Flags: []Flag{{"-a -b -C -d -e -E -i -p -ps -plain -r -revert -u -v -postscript", 0}, {"-c=TEXT -cols=TEXT -g=TEXT -groupsize=TEXT -l=TEXT -len=TEXT -n=TEXT -name=TEXT -o=TEXT -s=TEXT -seek=TEXT -R=TEXT", 0}}, Args: "READ WRITE", After: doXxd},
	{Name: "strings gstrings", Flags: []Flag{{"-a -d -f -o -w -# --all --data --print-file-name --include-all-whitespace", 0}, {"-e=TEXT -n=TEXT -s=TEXT -t=TEXT -T=TEXT -U=TEXT --bytes=TEXT --radix=TEXT --encoding=TEXT --target=TEXT --unicode=TEXT --output-separator=TEXT", 0}}, Args: "READ..."},

	// Filters.
	{
		Name: "sort gsort",
		Flags: []Flag{
			{"-b -d -f -g -h -H -i -M -n -R -r -V -c -C -m -s -u -z --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort --human-numeric-sort --ignore-nonprinting --month-sort --numeric-sort --random-sort --reverse --version-sort --check[=TEXT] --debug --merge --stable --unique --zero-terminated --mergesort --qsort --heapsort --radixsort --mmap", 0},
			{"-k=TEXT -S=TEXT -t=TEXT --key=TEXT --sort=TEXT --batch-size=TEXT --buffer-size=TEXT --field-separator=TEXT --parallel=TEXT", 0},
			{"--random-source=READ --files0-from=READ", 0},
			{"-o=WRITE --output=WRITE -T=WRITE --temporary-directory=WRITE", 0},
			{"--compress-program=LINE", 0},
		},
		Args: "READ...", Do: doSort, After: func(k *call, a *args) { k.filter(a, false, sorted) },
	},
	{Name: "uniq guniq", Flags: []Flag{{"-c -d -D -i -u -z --count --repeated --all-repeated[=TEXT] --group[=TEXT] --ignore-case --unique --zero-terminated", 0}, {"-f=TEXT -s=TEXT -w=TEXT --skip-fields=TEXT --skip-chars=TEXT --check-chars=TEXT", 0}}, Args: "READ WRITE", After: func(k *call, a *args) {
		k.filter(a, false, func(t string) (string, bool) { return t, strings.Count(t, "\n") < 2 })
	}},
	{Name: "cut gcut", Flags: []Flag{{"-n -s -w -z --complement --only-delimited --zero-terminated", 0}, {"-b=TEXT -c=TEXT -d=TEXT -f=TEXT --bytes=TEXT --characters=TEXT --delimiter=TEXT --fields=TEXT --output-delimiter=TEXT", 0}}, Args: "READ...", After: doCut},
	{Name: "paste gpaste", Flags: []Flag{{"-s -z --serial --zero-terminated", 0}, {"-d=TEXT --delimiters=TEXT", 0}}, Args: "READ...", After: func(k *call, a *args) {
		k.filter(a, false, func(t string) (string, bool) {
			d := "\t"
			if w := a.value("-d --delimiters"); a.has("-d --delimiters") {
				d = unescape(w.Text)
			}
			return strings.Join(lines(t), d) + "\n", a.has("-s --serial") && len(d) < 2
		})
	}},
	{Name: "tr gtr", Flags: []Flag{{"-c -C -d -s -t -u --complement --delete --squeeze-repeats --truncate-set1", 0}}, Args: "TEXT TEXT", After: doTr},
	{Name: "rev", Args: "READ...", After: func(k *call, a *args) {
		k.filter(a, true, func(t string) (string, bool) { return decode("rev", t) })
	}},
	{Name: "fold fmt gfold gfmt par", Flags: []Flag{{"-b -c -m -n -p[=TEXT] -s -t -u -# --bytes --characters --spaces --crown-margin --split-only --tagged-paragraph --uniform-spacing", 0}, {"-d=TEXT -g=TEXT -l=TEXT -w=TEXT --width=TEXT --goal=TEXT --prefix=TEXT", 0}}, Args: "READ...", After: func(k *call, a *args) {
		k.filter(a, false, func(t string) (string, bool) {
			for l := range strings.SplitSeq(t, "\n") {
				if len(l) > 60 || a.has("-w --width -#") {
					return "", false
				}
			}
			return t, true
		})
	}},
	{Name: "pr", Flags: []Flag{{"-a -d -f -F -J -m -n[=TEXT] -p -r -t -T -v -e[=TEXT] -i[=TEXT] -s[=TEXT] -S[=TEXT] -#", 0}, {"-D=TEXT -h=TEXT -l=TEXT -N=TEXT -o=TEXT -w=TEXT -W=TEXT", 0}}, Args: "READ..."},
	{Name: "column", Flags: []Flag{{"-e -J -L -n -t -x -d --table --json --keep-empty-lines --fillrows --table-noheadings --table-noextreme=TEXT", 0}, {"-c=TEXT -E=TEXT -H=TEXT -i=TEXT -l=TEXT -N=TEXT -o=TEXT -O=TEXT -p=TEXT -r=TEXT -R=TEXT -s=TEXT -T=TEXT -W=TEXT --output-width=TEXT --separator=TEXT --output-separator=TEXT --table-columns=TEXT --table-right=TEXT --table-hide=TEXT --table-name=TEXT --table-order=TEXT --table-truncate=TEXT --table-wrap=TEXT", 0}}, Args: "READ..."},
	{Name: "comm gcomm", Flags: []Flag{{"-# -1 -2 -3 -12 -13 -23 -i -z --check-order --nocheck-order --total --zero-terminated --output-delimiter=TEXT", 0}}, Args: "READ READ"},
	{Name: "join gjoin", Flags: []Flag{{"-i -z --check-order --header --ignore-case --nocheck-order --zero-terminated", 0}, {"-a=TEXT -e=TEXT -j=TEXT -o=TEXT -t=TEXT -v=TEXT -1=TEXT -2=TEXT", 0}}, Args: "READ READ"},
	{Name: "expand unexpand gexpand", Flags: []Flag{{"-a -f -i -# --all --first-only --initial", 0}, {"-t=TEXT --tabs=TEXT", 0}}, Args: "READ..."},
	{Name: "tsort colrm look", Args: "READ...", Flags: []Flag{{"-a -b -d -f -i -l -n -q -w -t=TEXT", 0}}},
	{Name: "shuf gshuf", Flags: []Flag{{"-r -z --repeat --zero-terminated", 0}, {"-e --echo", 0}, {"-i=TEXT --input-range=TEXT -n=TEXT --head-count=TEXT --random-source=READ", 0}, {"-o=WRITE --output=WRITE", 0}}, Forms: []Form{{If: "-e --echo", Args: "TEXT..."}}, Args: "READ...", Do: func(k *call, a *args) {
		if a.has("-i --input-range") {
			k.prints(flow{plain: true})
		}
	}, After: func(k *call, a *args) {
		if f := k.input(a); !k.fixed && f.known && strings.Count(f.text, "\n") < 2 {
			k.prints(f)
		}
	}},
	{Name: "numfmt gnumfmt", Flags: []Flag{{"-z --debug --header[=TEXT] --grouping --zero-terminated", 0}, {"-d=TEXT --delimiter=TEXT --field=TEXT --format=TEXT --from=TEXT --from-unit=TEXT --invalid=TEXT --padding=TEXT --round=TEXT --suffix=TEXT --to=TEXT --to-unit=TEXT", 0}}, Args: "TEXT...", Out: OutPlain},
	{Name: "iconv", Flags: []Flag{{"-c -l -s --list --silent --verbose", 0}, {"-f=TEXT -t=TEXT --from-code=TEXT --to-code=TEXT --unicode-subst=TEXT --byte-subst=TEXT --widechar-subst=TEXT", 0}, {"-o=WRITE --output=WRITE", 0}}, Args: "READ...", After: func(k *call, a *args) {
		k.filter(a, true, func(t string) (string, bool) { return t, isASCII(t) && !strings.Contains(t, "+") })
	}},
	{Name: "dos2unix unix2dos mac2unix fromdos todos", Flags: []Flag{{"-7 -ascii -iso -b -c=TEXT -D=TEXT -e -f -i[=TEXT] -k -l -m -q -r -s -S -u -v -F --force --keepdate --quiet --convmode=TEXT --info[=TEXT] --add-eol --newline --safe --keep-bom --add-bom --remove-bom", 0}, {"-n --newfile -O --to-stdout", 0}, {"-o --oldfile", 0}}, Forms: []Form{{If: "-O --to-stdout -i --info", Args: "READ..."}}, Args: "WRITE..."},
	{Name: "envsubst", Flags: []Flag{{"-v --variables", 0}}, Args: "TEXT", After: doEnvsubst},
	{Name: "tee gtee", Flags: []Flag{{"-i -p --ignore-interrupts --output-error[=TEXT]", 0}, {"-a --append", 0}}, Args: "WRITE...", Do: func(k *call, a *args) { k.prints(k.in) }, After: func(k *call, a *args) {
		for _, w := range a.words {
			k.network(w, k.src)
			k.wrote(target{w: w, append: a.has("-a --append"), src: k.src}, k.in)
		}
	}},
	{Name: "sponge", Flags: []Flag{{"-a", 0}}, Args: "WRITE", After: func(k *call, a *args) {
		for _, w := range a.words {
			k.wrote(target{w: w, append: a.has("-a"), src: k.src}, k.in)
		}
	}},
	{Name: "ts ansi2txt col ul", Flags: []Flag{{"-b -f -h -i -m -p -r -s -x -l=TEXT -t=TEXT", 0}}, Args: "TEXT..."},
	{Name: "chronic ifne", Flags: []Flag{{"-e -n -v", 0}}, Args: "CMD"},
	{Name: "pee", Args: "LINE..."},
	{Name: "vidir vipe", Does: RunUnseen, Flags: []Flag{{"-v --verbose --suffix=TEXT", 0}}, Args: "WRITE..."},

	// Searches.
	{
		Name: "grep egrep fgrep ggrep zgrep zegrep zfgrep bzgrep xzgrep zstdgrep",
		Flags: []Flag{
			{"-a -b -c -E -F -G -h -H -i -I -J -l -L -n -o -O -p -P -q -s -S -T -u -U -v -V -w -x -y -z -Z -# --text --byte-offset --count --extended-regexp --fixed-strings --basic-regexp --perl-regexp --no-filename --with-filename --ignore-case --no-ignore-case --files-without-match --files-with-matches --line-number --only-matching --quiet --silent --no-messages --initial-tab --unix-byte-offsets --binary --invert-match --word-regexp --line-regexp --null-data --null --line-buffered --color[=TEXT] --colour[=TEXT] --null-count --decompress", 0},
			{"-A=TEXT -B=TEXT -C=TEXT -m=TEXT -d=TEXT -D=TEXT --after-context=TEXT --before-context=TEXT --context[=TEXT] --max-count=TEXT --binary-files=TEXT --devices=TEXT --directories=TEXT --exclude=TEXT --exclude-dir=TEXT --include=TEXT --include-dir=TEXT --label=TEXT --group-separator=TEXT --no-group-separator", 0},
			{"-e=TEXT --regexp=TEXT", 0},
			{"-f=READ --file=READ --exclude-from=READ", 0},
			{"-r -R --recursive --dereference-recursive", 0},
		},
		Forms: []Form{{If: "-e --regexp -f --file", Args: "READ..."}},
		Args:  "TEXT READ...", Do: doGrep, After: afterGrep,
	},
	{
		Name: "rg",
		Flags: []Flag{
			{"-a -b -c -F -h -H -i -I -l -L -n -N -o -p -P -q -s -S -U -u -uu -uuu -v -V -w -x -z -0 -. --auto-hybrid-regex --no-auto-hybrid-regex --binary --no-binary --block-buffered --byte-offset --case-sensitive --column --no-column --count --count-matches --crlf --debug --files-with-matches --files-without-match --fixed-strings --no-fixed-strings --follow --glob-case-insensitive --heading --no-heading --hidden --no-hidden --hyperlink-format=TEXT --ignore-case --ignore-file-case-insensitive --include-zero --invert-match --json --line-buffered --line-number --no-line-number --line-regexp --max-columns-preview --mmap --no-mmap --multiline --multiline-dotall --no-config --no-ignore --no-ignore-dot --no-ignore-exclude --no-ignore-files --no-ignore-global --no-ignore-messages --no-ignore-parent --no-ignore-vcs --no-messages --no-require-git --no-unicode --null --null-data --one-file-system --only-matching --passthru --pcre2 --pcre2-version --no-pcre2 --pretty --quiet --search-zip --no-search-zip --smart-case --sort-files --stats --stop-on-nonmatch --text --trace --trim --no-trim --type-list --unrestricted --vimgrep --with-filename --no-filename --word-regexp --no-pre --ignore --no-context-separator", 0},
			{"-A=TEXT -B=TEXT -C=TEXT -d=TEXT -E=TEXT -g=TEXT -j=TEXT -m=TEXT -M=TEXT -r=TEXT -t=TEXT -T=TEXT --after-context=TEXT --before-context=TEXT --context=TEXT --color=TEXT --colors=TEXT --context-separator=TEXT --dfa-size-limit=TEXT --encoding=TEXT --engine=TEXT --field-context-separator=TEXT --field-match-separator=TEXT --generate=TEXT --glob=TEXT --iglob=TEXT --max-columns=TEXT --max-count=TEXT --max-depth=TEXT --maxdepth=TEXT --max-filesize=TEXT --path-separator=TEXT --pre-glob=TEXT --regex-size-limit=TEXT --replace=TEXT --sort=TEXT --sortr=TEXT --threads=TEXT --type=TEXT --type-add=TEXT --type-clear=TEXT --type-not=TEXT", 0},
			{"-e=TEXT --regexp=TEXT", 0},
			{"-f=READ --file=READ --ignore-file=READ", 0},
			{"--files", 0},
			{"--pre=PROGRAM --hostname-bin=PROGRAM", 0},
		},
		Forms: []Form{{If: "--files --type-list", Args: "LIST..."}, {If: "-e --regexp -f --file", Args: "RREAD..."}},
		Args:  "TEXT RREAD...", Do: doGrep, After: afterGrep,
	},
	{
		Name: "ag ack ack-grep ugrep ug sift pt",
		Flags: []Flag{
			{"-a -c -D -f -F -h -H -i -k -l -L -n -o -p[=TEXT] -Q -q -r -R -s -S -t -u -U -v -w -x -z -0 -1 -# --ackmate --all-text --all-types --break --nobreak --case-sensitive --color[=TEXT] --nocolor --no-color --column --count --debug --files-with-matches --files-without-matches --filename --nofilename --follow --nofollow --group --nogroup --heading --noheading --hidden --ignore-case --invert-match --line-numbers --numbers --nonumbers --list-file-types --literal --match --multiline --nomultiline --null --no-recurse --only-matching --one-device --parallel --passthrough --print-all-files --print-long-lines --print0 --recurse --search-binary --search-files --search-zip --silent --skip-vcs-ignores --smart-case --stats --stats-only --unrestricted --vimgrep --word-regexp --env --noenv --nopager --with-filename --no-filename --js --ts --py --python --go --rust --ruby --java --html --css --json --yaml --md --markdown --cpp --cc --shell --php", 0},
			{"-A=TEXT -B=TEXT -C=TEXT -g=TEXT -G=TEXT -m=TEXT -W=TEXT --after[=TEXT] --before[=TEXT] --context[=TEXT] --depth=TEXT --file-search-regex=TEXT --ignore=TEXT --ignore-dir=TEXT --ignore-directory=TEXT --ignore-file=TEXT --max-count=TEXT --path-to-ignore=READ --width=TEXT --workers=TEXT --type=TEXT --type-add=TEXT --type-set=TEXT --output=TEXT --range-start=TEXT --range-end=TEXT --files-from=READ", 0},
			{"--pager=PROGRAM", 0},
			{"--ackrc=READ", Hijack}, // it may name a pager
			{"--filter=LINE", Hijack},
		},
		Args: "TEXT RREAD...", Do: doGrep, After: afterGrep,
	},
	{Name: "ast-grep", Subs: []Command{
		{Name: "run", Flags: sgFlags, Args: "RREAD...", Do: doAstGrep},
		{Name: "scan", Flags: sgFlags, Args: "RREAD...", Do: doAstGrep},
		{Name: "test new lsp completions docs help", Flags: sgFlags, Args: "TEXT..."},
	}, Flags: sgFlags, Args: "TEXT RREAD...", Do: doAstGrep},

	// Editors of streams.
	{
		Name: "sed gsed",
		Flags: []Flag{
			{"-a -E -l -n -r -s -u -z --debug --follow-symlinks --null-data --posix --quiet --regexp-extended --sandbox --separate --silent --unbuffered --line-length=TEXT", 0},
			{"-i[=TEXT] -I[=TEXT] --in-place[=TEXT]", 0},
			{"-e=CODE:sed --expression=CODE:sed", 0},
			{"-f=RUN:sed --file=RUN:sed", 0},
		},
		Forms: []Form{{If: "-e --expression -f --file", Args: "READ..."}},
		Args:  "CODE:sed READ...", Do: doSed, After: afterSed,
	},
	{
		Name: "awk gawk mawk nawk original-awk goawk",
		Flags: []Flag{
			{"-b -c -C -g -h -I -k -M -n -N -O -P -r -s -S -t -V -L[=TEXT] -d[=WRITE] -o[=WRITE] -p[=WRITE] -D[=READ] --bignum --characters-as-bytes --copyright --csv --dump-variables[=WRITE] --gen-pot --lint[=TEXT] --lint-old --no-optimize --non-decimal-data --optimize --posix --pretty-print[=WRITE] --profile[=WRITE] --re-interval --sandbox --traditional --use-lc-numeric --version", 0},
			{"-F=TEXT -v=TEXT -W=TEXT --field-separator=TEXT --assign=TEXT", 0},
			{"-e=CODE:awk --source=CODE:awk", 0},
			{"-f=RUN:awk --file=RUN:awk -E=RUN:awk --exec=RUN:awk", 0},
			{"-i=TEXT --include=TEXT", 0},
			{"-l=TEXT --load=TEXT --debug[=READ]", Hijack},
		},
		Forms: []Form{{If: "-e --source -f --file -E --exec", Args: "READ..."}},
		Args:  "CODE:awk READ...", Do: doAwk,
	},
	{
		Name: "jq gojq jaq jqp",
		Flags: []Flag{
			{"-a -C -c -e -h -j -M -n -r -R -s -S --ascii-output --color-output --compact-output --exit-status --join-output --monochrome-output --null-input --raw-input --raw-output --raw-output0 --seq --slurp --sort-keys --stream --stream-errors --tab --unbuffered --build-configuration --yaml-input --yaml-output -V", 0},
			{"--arg=TEXT,TEXT --argjson=TEXT,TEXT --slurpfile=TEXT,READ --rawfile=TEXT,READ --argfile=TEXT,READ --indent=TEXT -L=READ", 0},
			{"--args --jsonargs", 0},
			{"-f=READ --from-file=READ", 0},
		},
		Forms: []Form{{If: "--args --jsonargs", Args: "TEXT..."}, {If: "-f --from-file", Args: "READ..."}},
		Args:  "TEXT READ...", Do: doJq,
	},
	{
		Name:    "yq xq tomlq dasel",
		Respell: dropEval,
		Flags: []Flag{
			{"-C -c -e -h -j -M -n -N -P -r -R -v -V -0 -y -Y -x -t -w -S -a --colors --exit-status --no-colors --no-doc --null-input --prettyPrint --tojson --unwrapScalar[=TEXT] --verbose --yaml-output --yaml-roundtrip --in-yaml --raw-output --compact-output --ascii-output --slurp --sort-keys --nul-output --header-preprocess --explicit-start --explicit-end --yaml-fix-merge-anchor-to-spec --string-interpolation[=TEXT] --csv-auto-parse --tsv-auto-parse --xml-keep-namespace --xml-raw-token --xml-skip-directives --xml-skip-proc-inst --xml-strict-mode --indentless", 0},
			{"-I=TEXT -o=TEXT -p=TEXT -f=TEXT --indent=TEXT --input-format=TEXT --output-format=TEXT --front-matter=TEXT --arg=TEXT,TEXT --argjson=TEXT,TEXT --width=TEXT --xml-attribute-prefix=TEXT --xml-content-name=TEXT --lua-prefix=TEXT --lua-suffix=TEXT --properties-separator=TEXT --csv-separator=TEXT --shell-key-separator=TEXT --expression=TEXT --selector=TEXT --read=TEXT --write=TEXT", 0},
			{"--from-file=READ --slurpfile=TEXT,READ --rawfile=TEXT,READ --split-exp-file=READ --file=READ", 0},
			{"-i --inplace --in-place", 0},
			{"-s=TEXT --split-exp=TEXT", 0},
		},
		Args: "TEXT READ...", Do: doYq,
	},
	{Name: "xmllint", Flags: []Flag{{"--auto --c14n --catalogs --compress --copy --debug --debugent --dropdtd --dtdattr --exc-c14n --format --html --htmlout --huge --insert --loaddtd --load-trace --memory --noblanks --nocatalogs --nocdata --nocompact --nodefdtd --nodict --noenc --noent --nonet --noout --nowarning --nowrap --nsclean --oldxml10 --path=TEXT --pedantic --postvalid --push --recover --repeat --sax --sax1 --shell --stream --testIO --timing --valid --version --walker --xinclude --xmlout --nofixup-base-uris --quiet", 0}, {"--encode=TEXT --maxmem=TEXT --pattern=TEXT --pretty=TEXT --xpath=TEXT --schema=READ --relaxng=READ --schematron=READ --dtdvalid=READ --dtdvalidfpi=TEXT", 0}, {"-o=WRITE --output=WRITE", 0}}, Args: "READ..."},
	{Name: "xsltproc", Flags: []Flag{{"-v --verbose --timing --repeat --debug --novalid --noout --html --nonet --nomkdir --nowrite --profile --xinclude", 0}, {"--param=TEXT,TEXT --stringparam=TEXT,TEXT --path=TEXT --maxdepth=TEXT --encoding=TEXT", 0}, {"-o=WRITE --output=WRITE --writesubtree=WRITE", 0}}, Args: "READ..."},
	{Name: "gron jless fx htmlq pup xmlstarlet xml jo json_pp jid csvlook csvcut csvgrep csvstat csvjson in2csv xsv qsv", Plain: true, Args: "TEXT...", Do: doPlainReader},
	{Name: "envsubst-go mustache", Args: "READ..."},

	// Comparing and patching.
	{
		Name: "diff gdiff colordiff zdiff",
		Flags: []Flag{
			{"-a -b -B -c -d -e -E -f -i -l -n -N -p -q -s -t -T -u -w -y -Z -# --text --brief --ed --rcs --normal --side-by-side --left-column --suppress-common-lines --show-c-function --expand-tabs --initial-tab --suppress-blank-empty --paginate --new-file --unidirectional-new-file --ignore-file-name-case --no-ignore-file-name-case --ignore-case --ignore-tab-expansion --ignore-trailing-space --ignore-space-change --ignore-all-space --ignore-blank-lines --strip-trailing-cr --minimal --speed-large-files --report-identical-files --no-dereference --color[=TEXT]", 0},
			{"-C=TEXT -D=TEXT -F=TEXT -I=TEXT -L=TEXT -S=TEXT -U=TEXT -W=TEXT -x=TEXT --context[=TEXT] --unified[=TEXT] --ifdef=TEXT --show-function-line=TEXT --ignore-matching-lines=TEXT --label=TEXT --starting-file=TEXT --width=TEXT --tabsize=TEXT --exclude=TEXT --horizon-lines=TEXT --palette=TEXT --line-format=TEXT --old-line-format=TEXT --new-line-format=TEXT --unchanged-line-format=TEXT --old-group-format=TEXT --new-group-format=TEXT --unchanged-group-format=TEXT --changed-group-format=TEXT --LTYPE-line-format=TEXT", 0},
			{"-X=READ --exclude-from=READ --from-file=READ --to-file=READ", 0},
			{"-r --recursive", 0},
		},
		Forms: []Form{{If: "-r --recursive", Args: "RREAD..."}},
		Args:  "READ...",
	},
	{Name: "diff3", Flags: []Flag{{"-A -e -E -m -T -x -X -3 -i -a --show-all --ed --merge --text --easy-only --overlap-only --strip-trailing-cr", 0}, {"-L=TEXT --label=TEXT", 0}, {"--diff-program=PROGRAM", 0}}, Args: "READ READ READ"},
	{Name: "sdiff", Flags: []Flag{{"-a -b -B -d -E -H -i -l -s -t -w=TEXT -W -Z --text --left-column --suppress-common-lines --expand-tabs --minimal", 0}, {"-I=TEXT --width=TEXT --tabsize=TEXT", 0}, {"-o=WRITE --output=WRITE", 0}, {"--diff-program=PROGRAM", 0}}, Args: "READ READ"},
	{Name: "delta difft difftastic icdiff dwdiff wdiff diffstat ydiff diff-so-fancy lsdiff filterdiff interdiff combinediff splitdiff dyff jd jsondiff vbindiff", Plain: true, Args: "TEXT...", Do: doPlainReader},
	{
		Name: "patch gpatch",
		Flags: []Flag{
			{"-b -c -C -E -f -l -n -N -R -s -t -T -u -v -Z --backup --binary --context --dry-run --force --forward --ignore-whitespace --normal --quiet --silent --batch --remove-empty-files --reverse --unified --verbose --no-backup-if-mismatch --backup-if-mismatch --merge[=TEXT] --posix --set-time --set-utc --follow-symlinks --check", 0},
			{"-B=TEXT -D=TEXT -F=TEXT -g=TEXT -p=TEXT -V=TEXT -x=TEXT -Y=TEXT -z=TEXT --strip=TEXT --fuzz=TEXT --ifdef=TEXT --prefix=TEXT --basename-prefix=TEXT --suffix=TEXT --version-control=TEXT --quoting-style=TEXT --reject-format=TEXT --read-only=TEXT --get=TEXT --debug=TEXT", 0},
			{"-i=READ --input=READ", 0},
			{"-o=WRITE --output=WRITE -r=WRITE --reject-file=WRITE", 0},
			{"-d=CD --directory=CD", 0},
			{"-e --ed", RunBuilt}, // such a patch is a script of ed
		},
		Args: "WRITE READ", After: doPatch,
	},

	// Encoders and digests.
	{Name: "base64 base32 gbase64 gbase32 basenc", Flags: []Flag{{"-d -D -di -e -n --decode --encode --base64 --base64url --base32 --base32hex --base16 --base2msbf --base2lsbf --z85 --base58", 0}, {"-i[=READ] --ignore-garbage --input=READ", 0}, {"-w=TEXT -b=TEXT --wrap=TEXT --break=TEXT", 0}, {"-o=WRITE --output=WRITE", 0}}, Args: "READ...", After: doBase64},
	{Name: "uuencode", Flags: []Flag{{"-m -r -o=WRITE", 0}}, Args: "READ TEXT"},
	{Name: "uudecode", Flags: []Flag{{"-c -i -m -p -r -s", 0}, {"-o=WRITE", 0}}, Args: "READ...", Out: OutBuilt, Do: func(k *call, a *args) {
		if !a.has("-o -p") {
			k.touched(zoneNowhere, writes, "the file that the text names", k.name, k.src)
		}
	}},
	{Name: "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum b3sum cksum sum shasum md5 sha1 sha256 crc32 xxhsum xxh64sum xxh128sum gmd5sum gsha256sum", Flags: []Flag{{"-0 -b -p -q -r -s -t -U -w -x -z --binary --tag --untagged --text --zero --ignore-missing --quiet --status --strict --warn --raw --base64 --debug --UNIVERSAL --portable", 0}, {"-a=TEXT -l=TEXT --algorithm=TEXT --length=TEXT", 0}, {"-c[=TEXT] --check", 0}}, Args: "READ..."},
	{
		Name: "openssl", Out: OutText,
		Subs: []Command{
			{Name: "enc base64 aes-256-cbc aes-128-cbc aes-192-cbc des3 zlib", Dash1: true, Flags: opensslFlags, Args: "TEXT...", After: doOpensslEnc},
			{Name: "s_client", Dash1: true, Does: Fetch, Flags: opensslFlags, Args: "URL", Do: doSClient},
			{Name: "s_server", Dash1: true, Does: Expose, Flags: opensslFlags},
			{Name: "s_time ocsp", Dash1: true, Does: Fetch, Flags: opensslFlags, Args: "TEXT..."},
			{Name: "rand", Dash1: true, Flags: opensslFlags, Args: "TEXT", Do: func(k *call, a *args) {
				if a.has("-hex") {
					k.prints(flow{plain: true})
				}
			}},
			{Name: "version ciphers list help errstr speed prime passwd rehash info engine", Dash1: true, Flags: opensslFlags, Args: "TEXT..."},
			{Name: "dgst sha256 sha1 sha512 md5", Dash1: true, Flags: opensslFlags, Args: "READ..."},
			{Name: "verify crl2pkcs7", Dash1: true, Flags: opensslFlags, Args: "READ..."},
			{Name: "x509", Dash1: true, Flags: opensslFlags, Args: "TEXT...", Do: func(k *call, a *args) {
				for i := range a.flags { // it shows certificates, never a key
					if f := &a.flags[i]; f.name == "-in" && len(f.values) > 0 {
						f.values[0].kind = "LIST"
					}
				}
			}},
			{Name: "genrsa gendsa genpkey ecparam dhparam dsaparam req rsa dsa ec pkey pkeyparam pkeyutl rsautl pkcs12 pkcs7 pkcs8 asn1parse crl cms smime ts nseq spkac storeutl sess_id mac kdf ca srp", Dash1: true, Flags: opensslFlags, Args: "TEXT..."},
		},
	},

	// What prints numbers, dates, words.
	{Name: "seq gseq jot", Flags: []Flag{{"-w -r -c -n --equal-width", 0}, {"-f=TEXT -s=TEXT -t=TEXT -b=TEXT -p=TEXT --format=TEXT --separator=TEXT", 0}, {"-#", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		if a.has("-f -s -t -b --format --separator") {
			f := flow{built: true, from: k.name}
			k.prints(f)
			return
		}
		k.prints(flow{plain: true})
	}},
	{Name: "yes", Args: "TEXT...", Plain: true, Do: func(k *call, a *args) {
		f := wordsFlow(a.words)
		if len(a.words) == 0 {
			f = textFlow("y")
		}
		f.text += "\n"
		k.prints(f)
	}},
	{Name: "expr gexpr", Args: "TEXT...", Plain: true, Do: func(k *call, a *args) {
		f := wordsFlow(a.words)
		g := f.hidden()
		if f.known && !strings.ContainsAny(f.text, "/ \t") || f.known && strings.Trim(f.text, "0123456789 +-*%<>=") == "" {
			g.plain = true
		} else {
			g.built = true
		}
		if strings.Trim(texts(a.words), "0123456789 +-*%<>=()$"+varBytes) == "" {
			g.built, g.plain = false, true
		}
		k.prints(g)
	}},
	{Name: "bc gbc", Flags: []Flag{{"-c -h -i -l -P -q -R -s -v -w --compile --interactive --mathlib --quiet --standard --warn", 0}, {"-e=TEXT --expression=TEXT -f=READ --file=READ -S=TEXT --scale=TEXT", 0}}, Args: "READ...", Out: OutPlain},
	{Name: "dc gdc", Flags: []Flag{{"-i -x -V -h --extended-register --interactive", 0}, {"-e=TEXT --expression=TEXT", 0}, {"-f=READ --file=READ", 0}}, Args: "READ...", After: doDc},
	{Name: "factor primes units numsum figlet toilet banner cowsay lolcat fortune", Plain: true, Args: "TEXT..."},

	// Manuals.
	{
		Name: "man",
		Flags: []Flag{
			{"-7 -a -c -d -D -f -i -I -k -K -l -n -o -t -T[=TEXT] -u -w -W -X[=TEXT] -Z --all --apropos --ascii --debug --default --global-apropos --ignore-case --local-file --match-case --names-only --no-hyphenation --no-justification --no-subpages --path --regex --troff --update --whatis --where --where-cat --wildcard --ditroff --gxditview[=TEXT] --troff-device[=TEXT] --warnings[=TEXT]", 0},
			{"-e=TEXT -E=TEXT -L=TEXT -m=TEXT -M=TEXT -p=TEXT -r=TEXT -R=TEXT -s=TEXT -S=TEXT --encoding=TEXT --extension=TEXT --locale=TEXT --manpath=TEXT --preprocessor=TEXT --prompt=TEXT --recode=TEXT --sections=TEXT --systems=TEXT", 0},
			{"-P=PROGRAM --pager=PROGRAM -H[=PROGRAM] --html[=PROGRAM]", 0},
			{"-C=READ --config-file=READ", Hijack},
		},
		Args: "TEXT...",
	},
	{Name: "info pinfo", Flags: []Flag{{"-a -k=TEXT -w -O -v -R --all --where --location --usage --vi-keys --subnodes --raw-escapes --apropos=TEXT --index-search=TEXT", 0}, {"-d=READ -f=READ -n=TEXT --directory=READ --file=READ --node=TEXT --restore=READ", 0}, {"-o=WRITE --output=WRITE --dribble=WRITE", 0}}, Args: "TEXT..."},
	{Name: "apropos whatis tldr cheat manpath", Plain: true, Args: "TEXT..."},

	// The clipboard.
	{Name: "pbcopy", Flags: []Flag{{"-pboard=TEXT -Prefer=TEXT", 0}}, Dash1: true, Out: OutNone},
	{Name: "pbpaste", Flags: []Flag{{"-pboard=TEXT -Prefer=TEXT", 0}}, Dash1: true, Out: OutBuilt, Do: fromClipboard},
	{Name: "wl-paste", Plain: true, Args: "TEXT...", Do: fromClipboard},
	{Name: "wl-copy", Plain: true, Args: "TEXT..."},
	{Name: "xclip xsel", Plain: true, Args: "TEXT...", Do: fromClipboard},

	// Choosers and watchers that start commands.
	{Name: "fzf sk", Flags: []Flag{
		{"-i -x -e -m -0 -1 +i +x +s +m +c --ansi --no-ansi --cycle --no-mouse --no-sort --tac --multi[=TEXT] --no-multi --exact --extended --no-extended --reverse --no-height --border[=TEXT] --no-border --keep-right --hscroll-off=TEXT --no-hscroll --filepath-word --print-query --print0 --read0 --select-1 --exit-0 --sync --literal --no-color --no-unicode --ignore-case --no-ignore-case --smart-case --track --highlight-line --wrap --no-info --version --disabled --phony --header-first --no-input --ghost=TEXT --no-bold --no-scrollbar --no-separator --inline-info --no-clear --no-exit-0 --exit-error --man --bash --zsh --fish", 0},
		{"-q=TEXT -f=TEXT -n=TEXT -d=TEXT --query=TEXT --filter=TEXT --nth=TEXT --with-nth=TEXT --accept-nth=TEXT --delimiter=TEXT --tiebreak=TEXT --algo=TEXT --scheme=TEXT --height=TEXT --min-height=TEXT --layout=TEXT --margin=TEXT --padding=TEXT --info=TEXT --prompt=TEXT --pointer=TEXT --marker=TEXT --header=TEXT --header-lines=TEXT --color=TEXT --tabstop=TEXT --preview-window=TEXT --preview-label=TEXT --border-label=TEXT --border-label-pos=TEXT --expect=TEXT --history-size=TEXT --scroll-off=TEXT --scrollbar=TEXT --separator=TEXT --ellipsis=TEXT --style=TEXT --tmux[=TEXT] --tail=TEXT --gap[=TEXT] --walker=TEXT --walker-skip=TEXT --list-border[=TEXT] --input-border[=TEXT] --header-border[=TEXT] --jump-labels=TEXT --footer=TEXT --footer-border[=TEXT] --footer-label=TEXT --header-label=TEXT --input-label=TEXT --list-label=TEXT --preview-border[=TEXT] --preview-label-pos=TEXT --header-lines-border[=TEXT] --info-command=TEXT --gutter=TEXT --gap-line[=TEXT] --freeze-left=TEXT --freeze-right=TEXT --id-nth=TEXT --walker-root=LIST --pointer-raw=TEXT --marker-multi-line=TEXT --hscroll --raw --no-raw --threads=TEXT --bench=TEXT --with-shell-raw=TEXT --profile-cpu=WRITE --no-tty-default --tty-default=TEXT --force-tty-in --proxy-script=TEXT --no-listen --toggle-sort=TEXT", 0},
		{"--history=WRITE", 0},
		{"--preview=TEXT --bind=TEXT --with-shell=TEXT", 0},
		{"--listen[=TEXT]", 0},
		{"--listen-unsafe[=TEXT]", Expose},
	}, Args: "TEXT...", Do: doFzf},
	{Name: "entr", Flags: []Flag{{"-a -c -d -n -p -r -z", 0}, {"-s", 0}}, Forms: []Form{{If: "-s", Args: "SCRIPT"}}, Args: "CMD"},
	{Name: "watchexec", Flags: []Flag{{"-c -r -n -q -v -p -1 --clear[=TEXT] --restart --quiet --verbose --postpone --no-vcs-ignore --no-ignore --no-project-ignore --poll[=TEXT] --notify --watch-when-idle --no-meta --no-process-group --print-events", 0}, {"-w=LIST -e=TEXT -f=TEXT -i=TEXT -o=TEXT -s=TEXT -d=TEXT -W=LIST --watch=LIST --exts=TEXT --filter=TEXT --ignore=TEXT --on-busy-update=TEXT --signal=TEXT --debounce=TEXT --delay-run=TEXT --stop-timeout=TEXT --stop-signal=TEXT --fs-events=TEXT --shell=TEXT --env=TEXT -E=TEXT --workdir=CD --wrap-process=TEXT", 0}}, Args: "SCRIPT"},

	// Editors.
	{
		Name: "vim vi nvim ex view gvim mvim vimdiff nvim-qt rvim",
		Flags: []Flag{
			{"-A -b -d -D -e -es -E -Es -f -g -h -H -l -L -m -M -n -N -o[=TEXT] -O[=TEXT] -p[=TEXT] -R -s -v -V[=TEXT] -x -X -y -Z -q[=READ] --clean --headless --noplugin --nofork --embed --not-a-term --ttyfail --literal --server=TEXT --version --help", 0},
			{"-c=TEXT --cmd=TEXT", 0},
			{"-S=RUN:vim -r[=READ] -t=TEXT -T=TEXT -w=WRITE -W=WRITE -i=WRITE --startuptime=WRITE --log=WRITE", 0},
			{"-u=TEXT -U=TEXT", 0},
			{"--remote[=TEXT] --remote-send=TEXT --remote-expr=TEXT --servername=TEXT --listen=TEXT", RunBuilt},
		},
		Args: "WRITE...", Do: doVim,
	},
	{Name: "ed red", Flags: []Flag{{"-E -G -l -q -r -s -v --extended-regexp --quiet --silent --loose-exit-status --traditional --restricted --verbose", 0}, {"-p=TEXT --prompt=TEXT", 0}}, Args: "WRITE", Do: doEd},
	{
		Name:  "emacs emacsclient",
		Dash1: true,
		Flags: []Flag{
			{"-q -Q -nw -t -c -n -a=TEXT -batch --batch -nl --no-init-file -no-init-file --quick -quick --no-site-file -no-site-file --no-splash --debug-init --no-wait --tty --create-frame --no-window-system --version --daemon[=TEXT] --quiet --suppress-output", 0},
			{"-L=READ --directory=READ -s=TEXT --socket-name=TEXT -f=TEXT --funcall=TEXT -funcall=TEXT --chdir=CD", 0},
			{"-l=RUN:elisp -load=RUN:elisp --load=RUN:elisp -script=RUN:elisp --script=RUN:elisp -x=RUN:elisp", 0},
			{"-eval=TEXT --eval=TEXT -e=TEXT -execute=TEXT --execute=TEXT", 0},
		},
		Args: "WRITE...", Do: doEmacs,
	},
	{Name: "nano pico micro helix hx kak joe mcedit code-wait", Flags: []Flag{{"-B -E -i -l -m -S -v -w -x -R -I -A -c -r=TEXT -T=TEXT -Y=TEXT -o=TEXT --view --nowrap --mouse --linenumbers --restricted --ignorercfiles --softwrap", 0}, {"-f=READ --rcfile=READ -s=PROGRAM --speller=PROGRAM -C=WRITE --backupdir=WRITE", 0}}, Args: "WRITE..."},
	{Name: "pandoc", Flags: []Flag{
		{"-s -N -p -i -M=TEXT -V=TEXT -f=TEXT -r=TEXT -t=TEXT -w=TEXT --standalone --number-sections --toc --table-of-contents --wrap=TEXT --columns=TEXT --from=TEXT --read=TEXT --to=TEXT --write=TEXT --metadata=TEXT --variable=TEXT --toc-depth=TEXT --highlight-style=TEXT --no-highlight --mathjax[=TEXT] --katex[=TEXT] --mathml --self-contained --embed-resources --section-divs --slide-level=TEXT --shift-heading-level-by=TEXT --list-input-formats --list-output-formats --list-extensions[=TEXT] --listings --citeproc --quiet --verbose --sandbox --atx-headers --markdown-headings=TEXT --reference-links --tab-stop=TEXT --eol=TEXT --dpi=TEXT --pdf-engine=TEXT --pdf-engine-opt=TEXT --fail-if-warnings", 0},
		{"-c=TEXT -H=READ -B=READ -A=READ --css=TEXT --template=READ --include-in-header=READ --include-before-body=READ --include-after-body=READ --bibliography=READ --csl=READ --reference-doc=READ --resource-path=TEXT --metadata-file=READ --data-dir=READ --defaults=READ -d=READ --syntax-definition=READ --abbreviations=READ", 0},
		{"-o=WRITE --output=WRITE --extract-media=WRITE --log=WRITE", 0},
		{"-F=PROGRAM --filter=PROGRAM", 0},
		{"-L=RUN:lua --lua-filter=RUN:lua", 0},
	}, Args: "READ...", Do: doOpenable},
}

const varBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_{}\""

var sgFlags = []Flag{
	{"-p=TEXT -k=TEXT -l=TEXT -A=TEXT -B=TEXT -C=TEXT -j=TEXT -i --pattern=TEXT --kind=TEXT --lang=TEXT --selector=TEXT --strictness=TEXT --debug-query[=TEXT] --json[=TEXT] --color=TEXT --heading=TEXT --no-ignore=TEXT --globs=TEXT --threads=TEXT --stdin --follow --interactive --context=TEXT --after=TEXT --before=TEXT --inline-rules=TEXT --format=TEXT --error[=TEXT] --warning[=TEXT] --info[=TEXT] --hint[=TEXT] --off[=TEXT] --report-style=TEXT --filter=TEXT --include-metadata --inspect=TEXT", 0},
	{"-r=TEXT --rewrite=TEXT --rule=READ -c=READ --config=READ", 0},
	{"-U --update-all", 0},
}

var opensslFlags = []Flag{
	{"-A -a -base64 -d -e -p -P -nopad -nosalt -salt -pbkdf2 -none -z -v -debug -hex -text -noout -modulus -pubin -pubout -check -nodes -noenc -new -x509 -newhdr -batch -utf8 -subject -issuer -dates -startdate -enddate -serial -fingerprint -purpose -ocsp_uri -email -hash -subject_hash -issuer_hash -alias -showcerts -quiet -crlf -ign_eof -no_ign_eof -brief -prexit -reconnect -nbio -state -msg -msg_hex -tls1 -tls1_1 -tls1_2 -tls1_3 -no_ssl3 -no_tls1 -no_tls1_1 -no_tls1_2 -no_tls1_3 -dtls -servername_extension -noservername -tlsextdebug -status -legacy -nokeys -nocerts -clcerts -cacerts -export -info -noiter -nomaciter -des3 -des -aes128 -aes192 -aes256 -aes-128-cbc -aes-192-cbc -aes-256-cbc -aes-256-ctr -aes-256-gcm -aria-256-cbc -camellia-256-cbc -bf -rc4 -idea -traditional -topk8 -inform_der -c -r -binary -sha1 -sha224 -sha256 -sha384 -sha512 -sha3-256 -md5 -blake2b512 -list -digest-commands -cipher-commands -digest-algorithms -cipher-algorithms -public-key-algorithms -commands -1 -5 -6 -apr1 -aixmd5 -crypt -noverify -stdin -table -trustout -x509_strict -partial_chain -crl_check -crl_check_all -allow_proxy_certs -no_check_time -verbose -encrypt -decrypt -sign -verifyrecover -derive -rev -asn1parse -genkey -param_out -name_list -list_curves -conv_form -no_public -param_enc -signcert -strparse_all -CAcreateserial -clrext -multi_rdn -reqexts_none -keyform_pem -www -WWW -HTTP -proxy_allow -verify_return_error -verify_quiet -no-CAfile -no-CApath -req -selfsign -gencrl -updatedb -nocert -no_nonce -resp_text -req_text -f4 -3 -safe -generate -propquery_none -help", 0},
	{"-k=TEXT -K=TEXT -S=TEXT -iv=TEXT -md=TEXT -iter=TEXT -saltlen=TEXT -bufsize=TEXT -pass=TEXT -passin=TEXT -passout=TEXT -password=TEXT -passcerts=TEXT -inform=TEXT -outform=TEXT -keyform=TEXT -certform=TEXT -nameopt=TEXT -certopt=TEXT -ext=TEXT -days=TEXT -not_before=TEXT -not_after=TEXT -set_serial=TEXT -subj=TEXT -addext=TEXT -extensions=TEXT -reqexts=TEXT -newkey=TEXT -pkeyopt=TEXT -algorithm=TEXT -name=TEXT -caname=TEXT -keypbe=TEXT -certpbe=TEXT -macalg=TEXT -checkend=TEXT -checkhost=TEXT -checkip=TEXT -checkemail=TEXT -verify_hostname=TEXT -verify_ip=TEXT -servername=TEXT -starttls=TEXT -alpn=TEXT -nextprotoneg=TEXT -cipher=TEXT -ciphersuites=TEXT -curves=TEXT -groups=TEXT -sigalgs=TEXT -verify=TEXT -verify_depth=TEXT -attime=TEXT -policy=TEXT -port=TEXT -host=TEXT -path=TEXT -url=TEXT -xmpphost=TEXT -psk=TEXT -psk_identity=TEXT -max_protocol=TEXT -min_protocol=TEXT -conv_form_is=TEXT -param_enc_is=TEXT -hmac=TEXT -mac=TEXT -macopt=TEXT -sigopt=TEXT -offset=TEXT -length=TEXT -strparse=TEXT -strictpem -bits=TEXT -primes=TEXT -seconds=TEXT -bytes=TEXT -evp=TEXT -multi=TEXT -elapsed -accept=TEXT -naccept=TEXT -tlsextmax=TEXT -v2=TEXT -scrypt_N=TEXT -connect_timeout=TEXT", 0},
	{"-in=READ -inkey=READ -key=READ -cert=READ -certfile=READ -CA=READ -CAkey=READ -CAfile=READ -CApath=READ -CAserial=READ -chainCAfile=READ -untrusted=READ -trusted=READ -CRL=READ -kfile=READ -signkey=READ -recip=READ -signer=READ -prverify=READ -dcert=READ -dkey=READ -cert_chain=READ -sess_in=READ -content=READ -signature=READ -peerkey=READ -sigfile=READ -paramfile=READ -extfile=READ -config=READ -issuer_cert=READ -data=READ -queryfile=READ -force_pubkey=READ", 0},
	{"-out=WRITE -keyout=WRITE -pubkeyout=WRITE -writerand=WRITE -sess_out=WRITE -keylogfile=WRITE -msgfile=WRITE -CAserial_out=WRITE -certsout=WRITE -respout=WRITE -reqout=WRITE", 0},
	{"-connect=URL -proxy=URL", 0},
	{"-engine=TEXT -provider=TEXT -provider-path=TEXT -pre=TEXT -post=TEXT", Hijack},
	{"-rand=READ -pubkey -propquery=TEXT", 0},
}

// filter sets the output of a program that makes other text of what it reads:
// where that is known, so is the result.
func (k *call) filter(a *args, decoder bool, change func(string) (string, bool)) {
	if k.fixed {
		return
	}
	f := k.input(a)
	if !f.known && f.file != "" && decoder && !f.secret {
		if t := k.fileText(f.file); t.known {
			f = t
		}
	}
	if f.known && len(f.text) <= maxLine {
		if t, ok := change(f.text); ok {
			f.text = t
			k.prints(f)
			return
		}
	}
	g := f.hidden()
	g.built = g.built || decoder || f.known
	if g.from == "" {
		g.from = "the output of " + k.name
	}
	k.prints(g)
}

// plusFirst: tail +5 is tail -n +5.
func plusFirst(words []Word) []Word {
	if len(words) > 0 && words[0].Known && len(words[0].Text) > 1 && words[0].Text[0] == '+' && strings.Trim(words[0].Text[1:], "0123456789") == "" {
		return append([]Word{lit("-n"), words[0]}, words[1:]...)
	}
	return words
}

func doHead(k *call, a *args) {
	n := a.value("-n --lines").Text
	if a.has("-#") {
		for _, w := range k.words {
			if len(w.Text) > 1 && w.Text[0] == '-' && strings.Trim(w.Text[1:], "0123456789") == "" {
				n = w.Text[1:]
			}
		}
	}
	if n == "" {
		n = "10"
	}
	f := k.input(a)
	if !f.known || a.has("-c --bytes -b -r -z") {
		if f.known || a.has("-c --bytes") {
			k.filter(a, false, func(t string) (string, bool) { return "", false })
			return
		}
		k.prints(f) // the beginning or the end of a file is as good as the file
		return
	}
	k.filter(a, false, func(t string) (string, bool) { return some10(lines(t), n, k.name != "head" && k.name != "ghead") })
}

// doLess: a +COMMAND of a pager runs when it starts.
func doLess(k *call, a *args) {
	kept := a.operands[:0:0]
	for _, v := range a.operands {
		w := v.words[0]
		if !strings.HasPrefix(w.Text, "+") {
			kept = append(kept, v)
			continue
		}
		t := strings.TrimLeft(w.Text, "+")
		i := strings.IndexAny(t, "!|#")
		switch {
		case !w.Known:
			k.effect(Hijack, k.name+": +COMMAND")
		case i >= 0 && (i == 0 || t[0] != '/' && t[0] != '?' && t[0] != 'p'):
			k.effect(Hijack, k.name+": +COMMAND")
			k.values(k.name+": +COMMAND", []value{{kind: "LINE", words: []Word{lit(strings.TrimLeft(t[i+1:], "!"))}}})
		case strings.HasPrefix(t, "s"):
			k.values(k.name+": +s", []value{{kind: "WRITE", words: []Word{lit(strings.TrimSpace(t[1:]))}}})
		case strings.HasPrefix(t, "v"):
			k.effect(Hijack, k.name+": +COMMAND")
		}
	}
	a.operands = kept
}

// doOpenable: a program that reads a file or an address.
func doOpenable(k *call, a *args) {
	for i, v := range a.operands {
		if strings.Contains(v.words[0].Text, "://") {
			a.operands[i].kind = "URL"
		}
	}
}

// doPlainReader: a program whose flags only shape what it shows.
func doPlainReader(k *call, a *args) {
	a.operands = nil
	for _, w := range a.words {
		switch {
		case strings.Contains(w.Text, "://"):
			a.operands = append(a.operands, value{kind: "URL", words: []Word{w}})
		case w.Starts("--pager"), w.Starts("--paging-command"):
			_, v, _ := strings.Cut(w.Text, "=")
			a.operands = append(a.operands, value{kind: "PROGRAM", words: []Word{lit(v)}})
		case strings.HasPrefix(w.Text, "-"):
		case !w.Known || looksPath(w.Text):
			a.operands = append(a.operands, value{kind: "READ", words: []Word{w}})
		}
	}
	if k.name == "fx" && len(a.words) > 1 { // its operands are JavaScript
		for _, w := range a.words {
			if !looksPath(w.Text) {
				a.operands = append(a.operands, value{kind: "CODE:node", words: []Word{w}})
			}
		}
	}
}

// looksPath reports whether text could be the name of a file, not a pattern or
// an expression.
func looksPath(t string) bool {
	return t != "" && !strings.ContainsAny(t, "|{}()[]<>\"' $") && (strings.ContainsAny(t, "/~") || path.Ext(t) != "" && t[0] != '.' || strings.HasPrefix(t, ".env"))
}

// sortPrograms: what sort may pack its temporary files with.
func doSort(k *call, a *args) {
	for i := range a.flags {
		if f := &a.flags[i]; f.name == "--compress-program" && len(f.values) > 0 {
			k.compressor(f)
		}
	}
	if a.has("-o --output -c -C --check") {
		k.prints(nothing)
	}
	if f := a.flag("-o --output"); f != nil && len(f.values) > 0 && len(a.words) > 0 && !slices.ContainsFunc(a.words, func(w Word) bool { return !w.Is("/dev/null") }) {
		f.values[0].kind = "EMPTY"
	}
	if w := a.value("-T --temporary-directory"); w.Text != "" {
		a.flag("-T --temporary-directory").values[0].words = []Word{inside(w, "")}
	}
}

func doCut(k *call, a *args) {
	k.filter(a, false, func(t string) (string, bool) {
		if a.has("--complement -s -n -w -z --only-delimited --zero-terminated --output-delimiter") {
			return "", false
		}
		d := "\t"
		if w := a.value("-d --delimiter"); w.Known && w.Text != "" {
			d = w.Text
		}
		fields, bytes := a.value("-f --fields"), a.value("-c -b --characters --bytes")
		if fields.Known && fields.Text != "" {
			return eachLine(t, func(l string) (string, bool) {
				if !strings.Contains(l, d) {
					return l, true
				}
				parts, ok := pick(strings.Split(l, d), fields.Text)
				return strings.Join(parts, d), ok
			})
		}
		if bytes.Known && bytes.Text != "" && isASCII(t) {
			return eachLine(t, func(l string) (string, bool) {
				parts, ok := pick(strings.Split(l, ""), bytes.Text)
				return strings.Join(parts, ""), ok
			})
		}
		return "", false
	})
}

func doTr(k *call, a *args) {
	k.filter(a, true, func(t string) (string, bool) {
		if !a.word(0).Known || len(a.words) > 1 && !a.word(1).Known {
			return "", false
		}
		return translate(t, a.word(0).Text, a.word(1).Text, a.has("-c -C --complement"), a.has("-d --delete"), a.has("-s --squeeze-repeats"))
	})
	if k.out.built && !k.in.known && !k.in.built { // tr -d '\n' of a command's output is no decoder
		k.out.built = false
	}
}

func doXxd(k *call, a *args) {
	if len(a.words) > 1 {
		k.put(a.words[1], flow{built: true, from: "xxd"})
	}
	if !a.has("-r -revert") {
		k.filter(a, false, func(t string) (string, bool) { return "", false })
		return
	}
	k.filter(a, true, func(t string) (string, bool) {
		if a.has("-p -ps -plain -postscript") {
			return decode("hex", t)
		}
		return undump(t)
	})
	if len(a.words) > 1 {
		k.put(a.words[1], k.out)
		k.prints(nothing)
	}
}

func doBase64(k *call, a *args) {
	read := a.flag("-i --input")
	if read != nil && len(read.values) == 0 && len(a.operands) == 0 && k.emptyInput() {
		k.prints(flow{built: true, from: k.name})
	}
	decodes := a.has("-d -D -di --decode")
	k.filter(a, decodes, func(t string) (string, bool) {
		how := "base64"
		switch {
		case strings.HasSuffix(k.name, "base32") || a.has("--base32"):
			how = "base32"
		case a.has("--base16"):
			how = "hex"
		case a.has("--base32hex --base2msbf --base2lsbf --z85 --base58"):
			return "", false
		}
		if decodes {
			return decode(how, t)
		}
		if how != "base64" {
			return "", false
		}
		return base64.StdEncoding.EncodeToString([]byte(t)) + "\n", true
	})
	if w := a.value("-o --output"); w.Text != "" {
		k.put(w, k.out)
	}
}

func doOpensslEnc(k *call, a *args) {
	decodes := a.has("-d")
	plain := !a.has("-k -K -pass -kfile -aes-256-cbc -aes-128-cbc -aes-192-cbc -des3 -des -aes256 -aes128 -aes192 -aes-256-ctr") && (a.has("-base64 -a -A") || strings.HasSuffix(k.name, "base64"))
	k.filter(a, decodes, func(t string) (string, bool) {
		switch {
		case !plain:
			return "", false
		case decodes:
			return decode("base64", t)
		}
		return base64.StdEncoding.EncodeToString([]byte(t)) + "\n", true
	})
	if w := a.value("-out"); w.Text != "" {
		k.put(w, k.out)
	}
}

// doSClient: what stands on standard input is sent.
func doSClient(k *call, a *args) {
	if k.in.secret {
		k.foundWhy(Leak, k.name, k.in.from, k.src)
	}
	if !k.emptyInput() && !(k.in.known && (strings.TrimSpace(k.in.text) == "" || strings.TrimSpace(k.in.text) == "Q")) {
		k.effect(Send, k.name+" (standard input)")
	}
}

// doEnvsubst prints what variables of the environment hold.
func doEnvsubst(k *call, a *args) {
	f := k.input(a)
	if !f.known {
		k.prints(f.hidden())
		return
	}
	g := flow{built: true, secret: f.secret, from: "the output of envsubst"}
	for i := 0; i < len(f.text); i++ {
		if f.text[i] != '$' {
			continue
		}
		name := strings.TrimLeft(f.text[i+1:min(i+66, len(f.text))], "{")
		end := 0
		for end < len(name) && isName(name[:end+1]) {
			end++
		}
		if end > 0 && secretName(name[:end]) {
			k.effect(Secret, k.name+" prints "+name[:end])
			g.secret = true
		}
	}
	if !strings.Contains(f.text, "$") {
		g = f
	}
	k.prints(g)
}

// doGrep: -r reads all below its operands, and the working folder without any;
// so do rg and its like.
func doGrep(k *call, a *args) {
	recursive := a.has("-r -R --recursive --dereference-recursive") || !strings.Contains(k.name, "grep")
	if a.form == nil && a.has("-g") && hasName("ag", k.name) { // ag -g lists names
		k.setKind(a, 0, "LIST")
		return
	}
	for i, v := range a.operands {
		if recursive && v.kind == "READ" {
			a.operands[i].kind = "RREAD"
		}
	}
	if n := len(a.operands); recursive && (n == 0 || n == 1 && a.operands[0].kind == "TEXT") && (k.in == flow{}) && !k.piped {
		kind := "RREAD"
		if a.has("--files --type-list -f") && !strings.Contains(k.name, "grep") {
			kind = "LIST"
		}
		a.operands = append(a.operands, value{kind: kind, words: []Word{lit(".")}})
	}
}

func afterGrep(k *call, a *args) {
	switch {
	case a.has("-q --quiet --silent"):
		k.prints(nothing)
	case a.has("-c --count"):
		if len(a.operands) < 3 && !a.has("-r -R") {
			k.prints(flow{plain: true})
		}
	case a.has("-l -L --files-with-matches --files-without-match --files-without-matches --files"), hasName("ag", k.name) && a.has("-g"):
		var roots []Word
		for _, v := range a.operands {
			if v.kind != "TEXT" {
				roots = append(roots, v.words[0])
			}
		}
		if len(roots) == 0 {
			roots = []Word{lit(".")}
		}
		f := k.listing(k.listed(roots, []string{""}))
		if g := k.in; g.place != "" && len(roots) == 0 {
			f = g
		}
		k.prints(f)
	default:
		f := k.input(a)
		if f.known {
			k.filter(a, false, func(t string) (string, bool) { return matching(t, a) })
			return
		}
		if (f.place != "" || f.plain) && !a.has("-o --only-matching -r --replace") { // names of a listing, fewer of them
			k.prints(f)
		}
	}
}

func doAstGrep(k *call, a *args) {
	if a.has("-U --update-all") {
		for _, v := range a.operands {
			if v.kind == "RREAD" {
				k.values(k.name+": --update-all", []value{{kind: "WRITE", words: v.words}})
			}
		}
	}
}

// doSed: -i changes its operands. BSD's takes the suffix as a word of its own.
func doSed(k *call, a *args) {
	inPlace := a.has("-i -I --in-place")
	if inPlace && a.form == nil && len(a.operands) > 1 {
		if f := a.flag("-i -I"); f != nil && len(f.values) == 0 {
			first := a.operands[0].words[0]
			if first.Is("") || first.Known && strings.HasPrefix(first.Text, ".") && isPlain("x"+first.Text) {
				a.operands = a.operands[1:]
				a.operands[0].kind = "CODE:sed"
			}
		}
	}
	if inPlace && a.form != nil && len(a.operands) > 1 && a.operands[0].words[0].Is("") {
		a.operands = a.operands[1:]
	}
	script, _ := sedScript(a)
	for i, v := range a.operands {
		if inPlace && v.kind == "READ" {
			a.operands[i].kind = "WRITE"
			if strings.Trim(script, " ;\n") == "d" || script == "1,$d" || script == "1,$ d" {
				a.operands[i].kind = "EMPTY"
			}
			k.reads = append(k.reads, k.content(v.words[0]))
		}
	}
	if a.has("-n --quiet --silent") {
		k.stdin = true
	}
}

// sedScript is the text of a sed call's script, as far as it is known.
func sedScript(a *args) (string, bool) {
	var parts []string
	for _, f := range a.flags {
		if hasName("-e --expression", f.name) && len(f.values) > 0 {
			w := f.values[0].words[0]
			if !w.Known {
				return "", false
			}
			parts = append(parts, w.Text)
		}
	}
	for _, v := range a.operands {
		if v.kind == "CODE:sed" {
			if !v.words[0].Known {
				return "", false
			}
			parts = append(parts, v.words[0].Text)
		}
	}
	return strings.Join(parts, "\n"), len(parts) > 0 && !a.has("-f --file -n --quiet --silent -z --null-data -s")
}

func afterSed(k *call, a *args) {
	script, ok := sedScript(a)
	change := func(t string) (string, bool) {
		if !ok {
			return "", false
		}
		return substitute(t, script, a.has("-E -r --regexp-extended"))
	}
	if !a.has("-i -I --in-place") {
		if k.fixed = false; !k.input(a).known { // parts of a file, perhaps changed
			f := k.input(a).hidden()
			f.from = "the output of sed"
			if g := k.in; k.usesInput(a) && g.place != "" && strings.HasPrefix(script, "/") {
				f = g
			}
			k.prints(f)
			return
		}
		k.filter(a, false, change)
		return
	}
	k.prints(nothing)
	for i, v := range a.operands {
		if v.kind != "WRITE" {
			continue
		}
		f := flow{built: true, from: "what sed makes of " + v.words[0].Text}
		n := 0
		for _, o := range a.operands[:i] {
			if o.kind == "WRITE" {
				n++
			}
		}
		if n < len(k.reads) {
			old := k.reads[n]
			f.secret, f.download = old.secret, old.download
			if !old.known && old.file != "" {
				old = k.fileText(old.file)
			}
			if old.known {
				if t, ok := change(old.text); ok {
					f = old
					f.text = t
				}
			}
		}
		k.put(v.words[0], f)
	}
}

func doAwk(k *call, a *args) {
	for i := range a.flags {
		f := &a.flags[i]
		if hasName("-i --include", f.name) && len(f.values) > 0 {
			if f.values[0].words[0].Is("inplace") {
				for j, v := range a.operands {
					if v.kind == "READ" {
						a.operands[j].kind = "WRITE"
					}
				}
				continue
			}
			f.values[0].kind = "RUN:awk"
		}
	}
	kept := a.operands[:0:0]
	for _, v := range a.operands {
		if v.kind == "READ" && isAssign(v.words[0].Text) {
			continue
		}
		kept = append(kept, v)
	}
	a.operands = kept
}

// doJq: a filter may print variables of the environment.
func doJq(k *call, a *args) {
	if a.has("-n --null-input") {
		k.stdin = true
	}
	for _, v := range a.operands {
		if v.kind == "TEXT" {
			k.filterEnv(v.words[0])
			break
		}
	}
}

// filterEnv finds what a filter of jq or yq takes from the environment.
func (k *call) filterEnv(w Word) {
	t := w.Text
	for i := 0; i+3 <= len(t); i++ {
		if t[i:i+3] != "env" && t[i:i+3] != "ENV" {
			continue
		}
		before, after := byte(' '), t[i+3:]
		if i > 0 {
			before = t[i-1]
		}
		if before == '.' || before == '"' || before == '_' || before == '-' || nameByte(before) && before != '$' && !strings.HasSuffix(t[:i], "str") {
			continue
		}
		if t[i:i+3] == "ENV" && before != '$' || after != "" && (after[0] == '_' || after[0] == ':' || after[0] == '"' || after[0]|0x20 >= 'a' && after[0]|0x20 <= 'z') {
			continue
		}
		name := strings.TrimLeft(after, `.["(`)
		end := 0
		for end < len(name) && isName(name[:end+1]) {
			end++
		}
		if (after == "" || strings.IndexByte(`.[(`, after[0]) < 0 || end == 0) || secretName(name[:end]) {
			k.effect(Secret, k.name+": the environment in a filter")
			k.reads = append(k.reads, flow{secret: true, from: "the environment"})
			return
		}
	}
}

// dropEval: yq eval FILTER FILE is yq FILTER FILE.
func dropEval(words []Word) []Word {
	if len(words) > 0 && words[0].Has("e eval ea eval-all select put delete") {
		return words[1:]
	}
	return words
}

func doYq(k *call, a *args) {
	if len(a.operands) == 1 && looksPath(a.word(0).Text) { // the filter may be left out
		a.operands[0].kind = "READ"
	}
	for i, v := range a.operands {
		switch {
		case v.kind == "TEXT":
			k.filterEnv(v.words[0])
			if _, rest, ok := strings.Cut(v.words[0].Text, "load"); ok {
				if _, lit0, ok := strings.Cut(rest, `("`); ok {
					name, _, _ := strings.Cut(lit0, `"`)
					k.values(k.name+": load", []value{{kind: "READ", words: []Word{lit(name)}}})
				}
			}
		case a.has("-i --inplace --in-place"):
			a.operands[i].kind = "WRITE"
		}
	}
	if a.has("-s --split-exp") {
		k.fills(lit("."), k.name+": -s")
	}
}

// doPatch writes the files that the patch names.
func doPatch(k *call, a *args) {
	if a.has("--dry-run -C --check") || len(a.operands) > 0 && a.operands[0].kind == "WRITE" || a.has("-o --output") {
		return
	}
	f := k.in
	if w := a.value("-i --input"); w.Text != "" {
		f = k.content(w)
	}
	if !f.known && f.file != "" {
		f = k.fileText(f.file)
	}
	if !f.known {
		k.fills(lit("."), k.name)
		return
	}
	strip := 0
	if p := a.value("-p --strip"); p.Text != "" {
		for _, c := range p.Text {
			strip = strip*10 + int(c-'0')
		}
	}
	for l := range strings.SplitSeq(f.text, "\n") {
		name, ok := strings.CutPrefix(l, "+++ ")
		if !ok {
			continue
		}
		name, _, _ = strings.Cut(name, "\t")
		if name = strings.TrimSpace(name); name == "/dev/null" || name == "" {
			continue
		}
		segs := strings.Split(name, "/")
		name = strings.Join(segs[min(max(strip, 0), len(segs)-1):], "/")
		k.values(k.name, []value{{kind: "WRITE", words: []Word{lit(name)}}})
	}
}

// doDate: a format without % is what is printed.
func doDate(k *call, a *args) {
	for _, w := range a.words {
		form, ok := strings.CutPrefix(w.Text, "+")
		switch {
		case !ok:
		case w.Known && !strings.Contains(form, "%"):
			k.prints(textFlow(form + "\n"))
			return
		case !w.Known || strings.ContainsAny(form, "/ ;|&`$\n") || strings.Contains(form, "%D") || strings.Contains(form, "%n") || strings.HasPrefix(form, "-"):
			k.prints(flow{from: "date"})
			return
		}
	}
	if len(a.words) == 0 {
		k.prints(flow{from: "date"})
		return
	}
	k.prints(flow{plain: true})
}

// doDc: ! in a program of dc runs the rest of the line.
func doDc(k *call, a *args) {
	k.prints(flow{plain: true})
	f := k.input(a)
	var code []string
	if w := a.value("-e --expression"); w.Text != "" {
		code = append(code, w.Text)
	} else if f.known {
		code = append(code, f.text)
	} else if f.built || f.download {
		k.foundWhy(RunBuilt, k.name, f.from, k.src)
	}
	for _, t := range code {
		for l := range strings.SplitSeq(t, "\n") {
			if _, cmd, ok := strings.Cut(l, "!"); ok && cmd != "" && !strings.ContainsAny(cmd[:1], "<>=") {
				k.effect(Hijack, k.name+": ! runs a command")
				k.values(k.name+": !", []value{{kind: "LINE", words: []Word{lit(cmd)}}})
			}
		}
	}
}

func fromClipboard(k *call, a *args) {
	if hasName("xclip xsel", k.name) {
		out := false
		for _, w := range a.words {
			out = out || w.Has("-o -out --output -ob -op")
		}
		if !out {
			return
		}
	}
	k.prints(flow{built: true, from: "the clipboard"})
}

// doFzf: previews and bindings are shell text with {} for the chosen line.
func doFzf(k *call, a *args) {
	if w := a.value("--listen"); w.Text != "" && strings.Contains(w.Text, ":") && (!isLoopback(hostOf(w.Text)) || w.Starts("0.0.0.0")) {
		k.effect(Expose, k.name+": --listen")
	}
	for _, f := range a.flags {
		if !hasName("--preview --bind --with-shell", f.name) || len(f.values) == 0 {
			continue
		}
		w := f.values[0].words[0]
		row := k.name + ": " + f.name
		switch {
		case !w.Known:
			k.effect(RunBuilt, row)
		case f.name == "--preview":
			k.values(row, []value{{kind: "LINE", words: []Word{w}}})
		case f.name == "--with-shell":
			k.values(row, []value{{kind: "PROGRAM", words: []Word{w}}})
		default:
			for _, line := range bindings(w.Text) {
				k.values(row, []value{{kind: "LINE", words: []Word{lit(line)}}})
			}
		}
	}
	k.fixed = false
	f := k.in
	f.text, f.known = "", false
	if k.in.known {
		f = k.in.hidden()
	}
	k.prints(f)
}

// bindings are the shell texts in the value of fzf's --bind.
func bindings(t string) []string {
	var out []string
	for _, verb := range []string{"execute-silent", "execute-multi", "execute", "become", "reload-sync", "reload", "transform", "preview", "change-preview"} {
		for from := 0; ; {
			i := strings.Index(t[from:], verb)
			if i < 0 {
				break
			}
			rest := t[from+i+len(verb):]
			from += i + len(verb)
			if j := strings.IndexAny(rest, "([{<~!@#$%^&*;/|:"); j >= 0 && strings.Trim(rest[:j], "abcdefghijklmnopqrstuvwxyz-") == "" {
				open := rest[j]
				body := rest[j+1:]
				if open != ':' {
					shut := open
					if k := strings.IndexByte("([{<", open); k >= 0 {
						shut = ")]}>"[k]
					}
					if e := strings.LastIndexByte(body, shut); e >= 0 {
						body = body[:e]
					}
				}
				out = append(out, strings.ReplaceAll(body, `\ `, " "))
			}
		}
	}
	return out
}

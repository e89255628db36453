package classify

import (
	"strings"
)

// Programs that read, filter, compare, encode and edit text.
var textCommands = []Command{
	// Readers.
	{Name: "cat gcat", Flags: []Flag{{"-A -b -e -E -l -n -s -t -T -u -v --number --number-nonblank --show-all --show-ends --show-nonprinting --show-tabs --squeeze-blank", 0}}, Args: "READ...", Out: OutPass},
	{Name: "tac", Flags: []Flag{{"-b -r --before --regex -s=TEXT --separator=TEXT", 0}}, Args: "READ...", More: &More{After: func(k *call, a *args) {
		k.filter(a, false, func(t string) (string, bool) {
			ls := lines(t)
			for i, j := 0, len(ls)-1; i < j; i, j = i+1, j-1 {
				ls[i], ls[j] = ls[j], ls[i]
			}
			return unlines(ls), !a.has("-b -r -s --before --regex --separator")
		})
	}}},
	{Name: "head ghead", Flags: []Flag{{"-q -v -z --quiet --silent --verbose --zero-terminated -#", 0}, {"-c=TEXT -n=TEXT --bytes=TEXT --lines=TEXT", 0}}, Args: "READ...", More: &More{After: doHead}},
	{Name: "tail gtail", Flags: []Flag{{"-f -F -q -r -v -z --follow[=TEXT] --quiet --silent --retry --verbose --zero-terminated -#", 0}, {"-b=TEXT -c=TEXT -n=TEXT -s=TEXT --bytes=TEXT --lines=TEXT --max-unchanged-stats=TEXT --pid=TEXT --sleep-interval=TEXT", 0}}, Args: "READ...", More: &More{Respell: plusFirst, After: doHead}},
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
	{Name: "hexdump hd hexyl", Flags: []Flag{{"-b -c -C -d -o -v -x -X -p -P -i --canonical --no-squeezing --plain --no-characters --no-position", 0}, {"-e=TEXT -f=READ -n=TEXT -s=TEXT -L[=TEXT] --length=TEXT --skip=TEXT --format=TEXT --color[=TEXT] --panels=TEXT --border=TEXT --bytes=TEXT", 0}}, Args: "READ..."},
	{Name: "xxd", Flags: []Flag{{"-a -b -C -d -e -E -i -p -ps -plain -r -revert -u -v -postscript", 0}, {"-c=TEXT -cols=TEXT -g=TEXT -groupsize=TEXT -l=TEXT -len=TEXT -n=TEXT -name=TEXT -o=TEXT -s=TEXT -seek=TEXT -R=TEXT", 0}}, Args: "READ WRITE", More: &More{After: doXxd}},
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
		Args: "READ...", Do: doSort, More: &More{After: func(k *call, a *args) { k.filter(a, false, sorted) }},
	},
	{Name: "uniq guniq", Flags: []Flag{{"-c -d -D -i -u -z --count --repeated --all-repeated[=TEXT] --group[=TEXT] --ignore-case --unique --zero-terminated", 0}, {"-f=TEXT -s=TEXT -w=TEXT --skip-fields=TEXT --skip-chars=TEXT --check-chars=TEXT", 0}}, Args: "READ WRITE", More: &More{After: func(k *call, a *args) {
		k.filter(a, false, func(t string) (string, bool) { return t, strings.Count(t, "\n") < 2 })
	}}},
	{Name: "cut gcut", Flags: []Flag{{"-n -s -w -z --complement --only-delimited --zero-terminated", 0}, {"-b=TEXT -c=TEXT -d=TEXT -f=TEXT --bytes=TEXT --characters=TEXT --delimiter=TEXT --fields=TEXT --output-delimiter=TEXT", 0}}, Args: "READ...", More: &More{After: doCut}},
	{Name: "paste gpaste", Flags: []Flag{{"-s -z --serial --zero-terminated", 0}, {"-d=TEXT --delimiters=TEXT", 0}}, Args: "READ...", More: &More{After: func(k *call, a *args) {
		k.filter(a, false, func(t string) (string, bool) {
			d := "\t"
			if w := a.value("-d --delimiters"); a.has("-d --delimiters") {
				d = unescape(w.Text())
			}
			return strings.Join(lines(t), d) + "\n", a.has("-s --serial") && len(d) < 2
		})
	}}},
	{Name: "tr gtr", Flags: []Flag{{"-c -C -d -s -t -u --complement --delete --squeeze-repeats --truncate-set1", 0}}, Args: "TEXT TEXT", More: &More{After: doTr}},
	{Name: "rev", Args: "READ...", More: &More{After: func(k *call, a *args) {
		k.filter(a, true, func(t string) (string, bool) { return decode("rev", t) })
	}}},
	{Name: "fold fmt gfold gfmt par", Flags: []Flag{{"-b -c -m -n -p[=TEXT] -s -t -u -# --bytes --characters --spaces --crown-margin --split-only --tagged-paragraph --uniform-spacing", 0}, {"-d=TEXT -g=TEXT -l=TEXT -w=TEXT --width=TEXT --goal=TEXT --prefix=TEXT", 0}}, Args: "READ...", More: &More{After: func(k *call, a *args) {
		k.filter(a, false, func(t string) (string, bool) {
			for l := range strings.SplitSeq(t, "\n") {
				if len(l) > 60 || a.has("-w --width -#") {
					return "", false
				}
			}
			return t, true
		})
	}}},
	{Name: "pr", Flags: []Flag{{"-a -d -f -F -J -m -n[=TEXT] -p -r -t -T -v -e[=TEXT] -i[=TEXT] -s[=TEXT] -S[=TEXT] -#", 0}, {"-D=TEXT -h=TEXT -l=TEXT -N=TEXT -o=TEXT -w=TEXT -W=TEXT", 0}}, Args: "READ..."},
	{Name: "column", Flags: []Flag{{"-e -J -L -n -t -x -d --table --json --keep-empty-lines --fillrows --table-noheadings --table-noextreme=TEXT", 0}, {"-c=TEXT -E=TEXT -H=TEXT -i=TEXT -l=TEXT -N=TEXT -o=TEXT -O=TEXT -p=TEXT -r=TEXT -R=TEXT -s=TEXT -T=TEXT -W=TEXT --output-width=TEXT --separator=TEXT --output-separator=TEXT --table-columns=TEXT --table-right=TEXT --table-hide=TEXT --table-name=TEXT --table-order=TEXT --table-truncate=TEXT --table-wrap=TEXT", 0}}, Args: "READ..."},
	{Name: "comm gcomm", Flags: []Flag{{"-# -1 -2 -3 -12 -13 -23 -i -z --check-order --nocheck-order --total --zero-terminated --output-delimiter=TEXT", 0}}, Args: "READ READ"},
	{Name: "join gjoin", Flags: []Flag{{"-i -z --check-order --header --ignore-case --nocheck-order --zero-terminated", 0}, {"-a=TEXT -e=TEXT -j=TEXT -o=TEXT -t=TEXT -v=TEXT -1=TEXT -2=TEXT", 0}}, Args: "READ READ"},
	{Name: "expand unexpand gexpand", Flags: []Flag{{"-a -f -i -# --all --first-only --initial", 0}, {"-t=TEXT --tabs=TEXT", 0}}, Args: "READ..."},
	{Name: "tsort colrm look", Args: "READ...", Flags: []Flag{{"-a -b -d -f -i -l -n -q -w -t=TEXT", 0}}},
	{Name: "shuf gshuf", Flags: []Flag{{"-r -z --repeat --zero-terminated", 0}, {"-e --echo", 0}, {"-i=TEXT --input-range=TEXT -n=TEXT --head-count=TEXT --random-source=READ", 0}, {"-o=WRITE --output=WRITE", 0}}, Args: "READ...", Do: func(k *call, a *args) {
		if a.has("-i --input-range") {
			k.prints(marked(markPlain))
		}
	}, More: &More{
		Forms: []Form{{If: "-e --echo", Args: "TEXT..."}},
		After: func(k *call, a *args) {
			if f := k.input(a); !k.fixed && f.known() && strings.Count(f.text(), "\n") < 2 {
				k.prints(f)
			}
		},
	}},
	{Name: "numfmt gnumfmt", Flags: []Flag{{"-z --debug --header[=TEXT] --grouping --zero-terminated", 0}, {"-d=TEXT --delimiter=TEXT --field=TEXT --format=TEXT --from=TEXT --from-unit=TEXT --invalid=TEXT --padding=TEXT --round=TEXT --suffix=TEXT --to=TEXT --to-unit=TEXT", 0}}, Args: "TEXT...", Out: OutPlain},
	{Name: "iconv", Flags: []Flag{{"-c -l -s --list --silent --verbose", 0}, {"-f=TEXT -t=TEXT --from-code=TEXT --to-code=TEXT --unicode-subst=TEXT --byte-subst=TEXT --widechar-subst=TEXT", 0}, {"-o=WRITE --output=WRITE", 0}}, Args: "READ...", More: &More{After: func(k *call, a *args) {
		k.filter(a, true, func(t string) (string, bool) { return t, isASCII(t) && !strings.Contains(t, "+") })
	}}},
	{Name: "dos2unix unix2dos mac2unix fromdos todos", Flags: []Flag{{"-7 -ascii -iso -b -c=TEXT -D=TEXT -e -f -i[=TEXT] -k -l -m -q -r -s -S -u -v -F --force --keepdate --quiet --convmode=TEXT --info[=TEXT] --add-eol --newline --safe --keep-bom --add-bom --remove-bom", 0}, {"-n --newfile -O --to-stdout", 0}, {"-o --oldfile", 0}}, More: &More{Forms: []Form{{If: "-O --to-stdout -i --info", Args: "READ..."}}}, Args: "WRITE..."},
	{Name: "envsubst", Flags: []Flag{{"-v --variables", 0}}, Args: "TEXT", More: &More{After: doEnvsubst}},
	{Name: "tee gtee", Flags: []Flag{{"-i -p --ignore-interrupts --output-error[=TEXT]", 0}, {"-a --append", 0}}, Args: "WRITE...", Do: func(k *call, a *args) { k.prints(k.in) }, More: &More{After: func(k *call, a *args) {
		for _, w := range a.words {
			k.network(w, k.src)
			k.wrote(target{w: w, append: a.has("-a --append"), src: k.src}, k.in)
		}
	}}},
	{Name: "sponge", Flags: []Flag{{"-a", 0}}, Args: "WRITE", More: &More{After: func(k *call, a *args) {
		for _, w := range a.words {
			k.wrote(target{w: w, append: a.has("-a"), src: k.src}, k.in)
		}
	}}},
	{Name: "ts ansi2txt col ul", Flags: []Flag{{"-b -f -h -i -m -p -r -s -x -l=TEXT -t=TEXT", 0}}, Args: "TEXT..."},
	{Name: "chronic ifne", Flags: []Flag{{"-e -n -v", 0}}, Args: "CMD"},
	{Name: "pee", Args: "LINE..."},
	{Name: "vidir vipe", Does: RunUnseen, Flags: []Flag{{"-v --verbose --suffix=TEXT", 0}}, Args: "WRITE..."},

	// Searches.
	{
		Name: "grep egrep fgrep ggrep zgrep zegrep zfgrep bzgrep xzgrep zstdgrep",
		Flags: []Flag{
			{"-a -b -c -E -F -G -h -H -i -I -J -l -L -n -o -O -p -P -q -s -S -T -u -U -v -V -w -x -y -z -Z -# --text --byte-offset --count --extended-regexp --fixed-strings --basic-regexp --perl-regexp --no-filename --with-filename --ignore-case --no-ignore-case --files-without-match --files-with-matches --line-number --only-matching --quiet --silent --no-messages --initial-tab --unix-byte-offsets --binary --invert-match --word-regexp --line-regexp --null-data --null --line-buffered --color[=TEXT] --colour[=TEXT] --decompress", 0},
			{"-A=TEXT -B=TEXT -C=TEXT -m=TEXT -d=TEXT -D=TEXT --after-context=TEXT --before-context=TEXT --context[=TEXT] --max-count=TEXT --binary-files=TEXT --devices=TEXT --directories=TEXT --exclude=TEXT --exclude-dir=TEXT --include=TEXT --include-dir=TEXT --label=TEXT --group-separator=TEXT --no-group-separator", 0},
			{"-e=TEXT --regexp=TEXT", 0},
			{"-f=READ --file=READ --exclude-from=READ", 0},
			{"-r -R --recursive --dereference-recursive", 0},
		},
		Args: "TEXT READ...", Do: doGrep, More: &More{
			Forms: []Form{{If: "-e --regexp -f --file", Args: "READ..."}},
			After: afterGrep,
		},
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
		Args: "TEXT RREAD...", Do: doGrep, More: &More{
			Forms: []Form{{If: "--files --type-list", Args: "LIST..."}, {If: "-e --regexp -f --file", Args: "RREAD..."}},
			After: afterGrep,
		},
	},
	{
		Name: "ag ack ack-grep ugrep ug sift pt",
		Flags: []Flag{
			{"-a -c -D -f -F -h -H -i -k -l -L -n -o -p[=TEXT] -Q -q -r -R -s -S -t -u -U -v -w -x -z -0 -1 -# --ackmate --all-text --all-types --break --nobreak --case-sensitive --color[=TEXT] --nocolor --no-color --column --count --debug --files-with-matches --files-without-matches --filename --nofilename --follow --nofollow --group --nogroup --heading --noheading --hidden --ignore-case --invert-match --line-numbers --numbers --nonumbers --list-file-types --literal --match --multiline --nomultiline --null --no-recurse --only-matching --one-device --parallel --passthrough --print-all-files --print-long-lines --print0 --recurse --search-binary --search-files --search-zip --silent --skip-vcs-ignores --smart-case --stats --stats-only --unrestricted --vimgrep --word-regexp --env --noenv --nopager --with-filename --no-filename --js --ts --py --python --go --rust --ruby --java --html --css --json --yaml --md --markdown --cpp --cc --shell --php", 0},
			{"-A=TEXT -B=TEXT -C=TEXT -g=TEXT -G=TEXT -m=TEXT -W=TEXT --after[=TEXT] --before[=TEXT] --context[=TEXT] --depth=TEXT --file-search-regex=TEXT --ignore=TEXT --ignore-dir=TEXT --ignore-directory=TEXT --ignore-file=TEXT --max-count=TEXT --path-to-ignore=READ --width=TEXT --workers=TEXT --type=TEXT --type-add=TEXT --type-set=TEXT --output=TEXT --range-start=TEXT --range-end=TEXT --files-from=READ --include=TEXT --exclude=TEXT --exclude-dir=TEXT --glob=TEXT --file-type=TEXT", 0},
			{"--pager=PROGRAM", 0},
			{"--ackrc=READ", Hijack}, // it may name a pager
			{"--filter=LINE", Hijack},
		},
		Args: "TEXT RREAD...", Do: doGrep, More: &More{After: afterGrep},
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
		Args: "CODE:sed READ...", Do: doSed, More: &More{
			Forms: []Form{{If: "-e --expression -f --file", Args: "READ..."}},
			After: afterSed,
		},
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
		More: &More{Forms: []Form{{If: "-e --source -f --file -E --exec", Args: "READ..."}}},
		Args: "CODE:awk READ...", Do: doAwk,
	},
	{
		Name: "jq gojq jaq jqp",
		Flags: []Flag{
			{"-a -C -c -e -h -j -M -n -r -R -s -S --ascii-output --color-output --compact-output --exit-status --join-output --monochrome-output --null-input --raw-input --raw-output --raw-output0 --seq --slurp --sort-keys --stream --stream-errors --tab --unbuffered --build-configuration --yaml-input --yaml-output -V", 0},
			{"--arg=TEXT,TEXT --argjson=TEXT,TEXT --slurpfile=TEXT,READ --rawfile=TEXT,READ --argfile=TEXT,READ --indent=TEXT -L=READ", 0},
			{"--args --jsonargs", 0},
			{"-f=READ --from-file=READ", 0},
		},
		More: &More{Forms: []Form{{If: "--args --jsonargs", Args: "TEXT..."}, {If: "-f --from-file", Args: "READ..."}}},
		Args: "TEXT READ...", Do: doJq,
	},
	{
		Name: "yq xq tomlq dasel",
		More: &More{Respell: dropEval},
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
		More: &More{Forms: []Form{{If: "-r --recursive", Args: "RREAD..."}}},
		Args: "READ...",
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
		Args: "WRITE READ", More: &More{After: doPatch},
	},

	// Encoders and digests.
	{Name: "base64 base32 gbase64 gbase32 basenc", Flags: []Flag{{"-d -D -di -e -n --decode --encode --base64 --base64url --base32 --base32hex --base16 --base2msbf --base2lsbf --z85 --base58", 0}, {"-i[=READ] --ignore-garbage --input=READ", 0}, {"-w=TEXT -b=TEXT --wrap=TEXT --break=TEXT", 0}, {"-o=WRITE --output=WRITE", 0}}, Args: "READ...", More: &More{After: doBase64}},
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
			{Name: "enc base64 aes-256-cbc aes-128-cbc aes-192-cbc des3 zlib", Dash1: true, Flags: opensslFlags, Args: "TEXT...", More: &More{After: doOpensslEnc}},
			{Name: "s_client", Dash1: true, Flags: opensslFlags, Args: "URL", Do: doSClient},
			{Name: "s_server", Dash1: true, Does: Expose, Flags: opensslFlags},
			{Name: "s_time ocsp", Dash1: true, Does: Fetch, Flags: opensslFlags, Args: "TEXT..."},
			{Name: "rand", Dash1: true, Flags: opensslFlags, Args: "TEXT", Do: func(k *call, a *args) {
				if a.has("-hex") {
					k.prints(marked(markPlain))
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
			f := comes(markBuilt, k.name)
			k.prints(f)
			return
		}
		k.prints(marked(markPlain))
	}},
	{Name: "yes", Args: "TEXT...", Plain: true, Do: func(k *call, a *args) {
		f := wordsFlow(a.words)
		if len(a.words) == 0 {
			f = textFlow("y")
		}
		f.edit().text += "\n"
		k.prints(f)
	}},
	{Name: "expr gexpr", Args: "TEXT...", Plain: true, Do: func(k *call, a *args) {
		f := wordsFlow(a.words)
		g := f.hidden()
		if f.known() && !strings.ContainsAny(f.text(), "/ \t") || f.known() && strings.Trim(f.text(), "0123456789 +-*%<>=") == "" {
			g.mark(markPlain, true)
		} else {
			g.mark(markBuilt, true)
		}
		if strings.Trim(texts(a.words), "0123456789 +-*%<>=()$"+varBytes) == "" {
			g.mark(markBuilt, false)
			g.mark(markPlain, true)
		}
		k.prints(g)
	}},
	{Name: "bc gbc", Flags: []Flag{{"-c -h -i -l -P -q -R -s -v -w --compile --interactive --mathlib --quiet --standard --warn", 0}, {"-e=TEXT --expression=TEXT -f=READ --file=READ -S=TEXT --scale=TEXT", 0}}, Args: "READ...", Out: OutPlain},
	{Name: "dc gdc", Flags: []Flag{{"-i -x -V -h --extended-register --interactive", 0}, {"-e=TEXT --expression=TEXT", 0}, {"-f=READ --file=READ", 0}}, Args: "READ...", More: &More{After: doDc}},
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
	{Name: "entr", Flags: []Flag{{"-a -c -d -n -p -r -z", 0}, {"-s", 0}}, More: &More{Forms: []Form{{If: "-s", Args: "SCRIPT"}}}, Args: "CMD"},
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
		{"-s -N -p -i -M=TEXT -V=TEXT -f=TEXT -r=TEXT -t=TEXT -w=TEXT --standalone --number-sections --toc --table-of-contents --wrap=TEXT --columns=TEXT --from=TEXT --read=TEXT --to=TEXT --write=TEXT --metadata=TEXT --variable=TEXT --toc-depth=TEXT --highlight-style=TEXT --no-highlight --mathjax[=TEXT] --katex[=TEXT] --mathml --self-contained --embed-resources --section-divs --slide-level=TEXT --shift-heading-level-by=TEXT --list-input-formats --list-output-formats --list-extensions[=TEXT] --listings --citeproc --quiet --verbose --sandbox --atx-headers --markdown-headings=TEXT --reference-links --tab-stop=TEXT --eol=TEXT --dpi=TEXT --pdf-engine-opt=TEXT --fail-if-warnings", 0},
		{"-c=TEXT -H=READ -B=READ -A=READ --css=TEXT --template=READ --include-in-header=READ --include-before-body=READ --include-after-body=READ --bibliography=READ --csl=READ --reference-doc=READ --resource-path=TEXT --metadata-file=READ --data-dir=READ --defaults=READ -d=READ --syntax-definition=READ --abbreviations=READ", 0},
		{"-o=WRITE --output=WRITE --extract-media=WRITE --log=WRITE", 0},
		{"-F=PROGRAM --filter=PROGRAM", 0},
		{"--pdf-engine=TEXT", 0},
		{"-L=RUN:lua --lua-filter=RUN:lua", 0},
	}, Args: "READ...", Do: func(k *call, a *args) {
		doOpenable(k, a)
		if w := a.value("--pdf-engine"); w.Text() != "" && !w.Has("pdflatex lualatex xelatex latexmk tectonic wkhtmltopdf weasyprint pagedjs-cli prince context groff pdfroff typst") {
			k.programNamed(w, k.name+": --pdf-engine")
		}
	}},
}

const varBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_{}\""

var sgFlags = []Flag{
	{"-p=TEXT -k=TEXT -l=TEXT -A=TEXT -B=TEXT -C=TEXT -j=TEXT -i --pattern=TEXT --kind=TEXT --lang=TEXT --selector=TEXT --strictness=TEXT --debug-query[=TEXT] --json[=TEXT] --color=TEXT --heading=TEXT --no-ignore=TEXT --globs=TEXT --threads=TEXT --stdin --follow --interactive --context=TEXT --after=TEXT --before=TEXT --inline-rules=TEXT --format=TEXT --error[=TEXT] --warning[=TEXT] --info[=TEXT] --hint[=TEXT] --off[=TEXT] --report-style=TEXT --filter=TEXT --include-metadata --inspect=TEXT", 0},
	{"-r=TEXT --rewrite=TEXT --rule=READ -c=READ --config=READ", 0},
	{"-U --update-all", 0},
}

var opensslFlags = []Flag{
	{"-A -a -base64 -d -e -p -P -nopad -nosalt -salt -pbkdf2 -none -z -v -debug -hex -text -noout -modulus -pubin -pubout -check -nodes -noenc -new -x509 -newhdr -batch -utf8 -subject -issuer -dates -startdate -enddate -serial -fingerprint -purpose -ocsp_uri -email -hash -subject_hash -issuer_hash -alias -showcerts -quiet -crlf -ign_eof -no_ign_eof -brief -prexit -reconnect -nbio -state -msg -tls1 -tls1_1 -tls1_2 -tls1_3 -no_ssl3 -no_tls1 -no_tls1_1 -no_tls1_2 -no_tls1_3 -dtls -noservername -tlsextdebug -status -legacy -nokeys -nocerts -clcerts -cacerts -export -info -noiter -nomaciter -des3 -des -aes128 -aes192 -aes256 -aes-128-cbc -aes-192-cbc -aes-256-cbc -aes-256-ctr -aes-256-gcm -aria-256-cbc -camellia-256-cbc -bf -rc4 -idea -traditional -topk8 -c -r -binary -sha1 -sha224 -sha256 -sha384 -sha512 -sha3-256 -md5 -blake2b512 -list -digest-commands -cipher-commands -digest-algorithms -cipher-algorithms -public-key-algorithms -commands -1 -5 -6 -apr1 -aixmd5 -crypt -noverify -stdin -table -trustout -x509_strict -partial_chain -crl_check -crl_check_all -allow_proxy_certs -no_check_time -verbose -encrypt -decrypt -sign -verifyrecover -derive -rev -asn1parse -genkey -param_out -list_curves -conv_form -no_public -param_enc -CAcreateserial -clrext -www -WWW -HTTP -verify_return_error -verify_quiet -no-CAfile -no-CApath -req -selfsign -gencrl -updatedb -nocert -no_nonce -resp_text -req_text -f4 -3 -safe -generate -help", 0},
	{"-k=TEXT -K=TEXT -S=TEXT -iv=TEXT -md=TEXT -iter=TEXT -bufsize=TEXT -pass=TEXT -passin=TEXT -passout=TEXT -password=TEXT -passcerts=TEXT -inform=TEXT -outform=TEXT -keyform=TEXT -certform=TEXT -nameopt=TEXT -certopt=TEXT -ext=TEXT -days=TEXT -not_before=TEXT -not_after=TEXT -set_serial=TEXT -subj=TEXT -addext=TEXT -extensions=TEXT -reqexts=TEXT -newkey=TEXT -pkeyopt=TEXT -algorithm=TEXT -name=TEXT -caname=TEXT -keypbe=TEXT -certpbe=TEXT -macalg=TEXT -checkend=TEXT -checkhost=TEXT -checkip=TEXT -checkemail=TEXT -verify_hostname=TEXT -verify_ip=TEXT -servername=TEXT -starttls=TEXT -alpn=TEXT -nextprotoneg=TEXT -cipher=TEXT -ciphersuites=TEXT -curves=TEXT -groups=TEXT -sigalgs=TEXT -verify=TEXT -verify_depth=TEXT -attime=TEXT -policy=TEXT -port=TEXT -host=TEXT -path=TEXT -url=TEXT -xmpphost=TEXT -psk=TEXT -psk_identity=TEXT -max_protocol=TEXT -min_protocol=TEXT -hmac=TEXT -mac=TEXT -macopt=TEXT -sigopt=TEXT -offset=TEXT -length=TEXT -strparse=TEXT -strictpem -bits=TEXT -primes=TEXT -seconds=TEXT -bytes=TEXT -evp=TEXT -multi=TEXT -elapsed -accept=TEXT -naccept=TEXT -v2=TEXT -scrypt_N=TEXT", 0},
	{"-in=READ -inkey=READ -key=READ -cert=READ -certfile=READ -CA=READ -CAkey=READ -CAfile=READ -CApath=READ -CAserial=READ -chainCAfile=READ -untrusted=READ -trusted=READ -CRL=READ -kfile=READ -signkey=READ -recip=READ -signer=READ -prverify=READ -dcert=READ -dkey=READ -cert_chain=READ -sess_in=READ -content=READ -signature=READ -peerkey=READ -sigfile=READ -paramfile=READ -extfile=READ -config=READ -data=READ -queryfile=READ -force_pubkey=READ", 0},
	{"-out=WRITE -keyout=WRITE -writerand=WRITE -sess_out=WRITE -keylogfile=WRITE -msgfile=WRITE -certsout=WRITE -respout=WRITE -reqout=WRITE", 0},
	{"-connect=URL -proxy=URL", 0},
	{"-engine=TEXT -provider=TEXT -provider-path=TEXT -pre=TEXT -post=TEXT", Hijack},
	{"-rand=READ -pubkey -propquery=TEXT", 0},
}

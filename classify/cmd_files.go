package classify

import (
	"path"
	"strings"
)

// Programs that make, move, delete, list, find, pack and unpack files.
var fileCommands = []Command{
	{Name: "rm grm", Flags: []Flag{{"-f -i -I -r -R -d -v -W -P -x --force --interactive[=TEXT] --recursive --dir --verbose --one-file-system --preserve-root[=TEXT] --no-preserve-root", 0}}, Args: "DELETE...", Out: OutNone},
	{Name: "unlink", Args: "DELETE", Out: OutNone},
	{Name: "rmdir", Flags: []Flag{{"-p -v --parents --verbose --ignore-fail-on-non-empty", 0}}, Args: "WRITE...", Out: OutNone},
	{Name: "shred srm", Flags: []Flag{{"-f -u -v -x -z -m -r --force --verbose --exact --zero --remove[=TEXT]", 0}, {"-n=TEXT -s=TEXT --iterations=TEXT --size=TEXT --random-source=READ", 0}}, Args: "DELETE...", Out: OutNone},
	{Name: "wipe", Flags: []Flag{{"-r -f -i -k -q -s -c -D -F -e", 0}, {"-Q=TEXT -b=TEXT -l=TEXT -o=TEXT -P=TEXT -x=TEXT -X=TEXT", 0}}, Args: "DELETE..."},
	{Name: "trash trash-cli trash-put trash-rm rmtrash", Flags: []Flag{{"-f -v -r -R -i -d -F -s --verbose --force --recursive --directory --trash-dir=TEXT", 0}, {"-e -y", Discard}}, Args: "MOVE..."},
	{Name: "trash-list", Flags: []Flag{{"--size --files --all-users --trash-dir=TEXT", 0}}, Args: "LIST..."},
	{Name: "trash-empty", Does: Discard, Flags: []Flag{{"-f -i -v --verbose --dry-run --trash-dir=TEXT", 0}}, Args: "TEXT..."},
	{Name: "trash-restore", Flags: []Flag{{"--overwrite --sort=TEXT --trash-dir=TEXT", 0}}, Args: "WRITE"},
	{
		Name: "gio", Subs: []Command{
			{Name: "trash", Flags: []Flag{{"-f --force --list --restore", 0}, {"--empty", Discard}}, Args: "MOVE..."},
			{Name: "cat", Args: "READ...", Out: OutPass},
			{Name: "list info tree monitor", Flags: []Flag{{"-a=TEXT -h -l -d -u -n --attributes=TEXT --hidden --long --print-uris --print-display-names --follow-symlinks", 0}}, Args: "LIST...", Out: OutNames},
			{Name: "copy", Flags: []Flag{{"-T -p -i -P -b", 0}}, Args: "READ... WRITE", Do: doCopy},
			{Name: "move rename", Flags: []Flag{{"-T -p -i -b -C", 0}}, Args: "MOVE... WRITE", Do: doMove},
			{Name: "remove", Flags: []Flag{{"-f --force", 0}}, Args: "DELETE..."},
			{Name: "mkdir save", Flags: []Flag{{"-p -b -c -a -v --parent", 0}}, Args: "WRITE..."},
			{Name: "open launch", Args: "READ...", Do: doOpen},
			{Name: "mime version help", Args: "TEXT..."},
		},
	},
	{
		Name: "mv gmv",
		Flags: []Flag{
			{"-b -f -h -i -n -u -v -Z --force --interactive --no-clobber --no-copy --exchange --strip-trailing-slashes --verbose --context --debug --update[=TEXT] --backup[=TEXT]", 0},
			{"-T --no-target-directory", 0},
			{"-t=TEXT --target-directory=TEXT", 0},
			{"-S=TEXT --suffix=TEXT", 0},
		},
		Args: "MOVE... WRITE", Out: OutNone, Do: doMove, More: &More{After: afterCopy},
	},
	{
		Name: "cp gcp ditto",
		Flags: []Flag{
			{"-b -c -d -f -i -k -l -n -N -p -P -s -u -v -x -X -H -L -Z -V --keepParent --sequesterRsrc --rsrc --norsrc --extattr --noextattr --noqtn --attributes-only --copy-contents --dereference --no-dereference --force --interactive --link --no-clobber --one-file-system --parents --remove-destination --strip-trailing-slashes --symbolic-link --verbose --debug --keep-directory-symlink --backup[=TEXT] --context[=TEXT] --preserve[=TEXT] --no-preserve=TEXT --reflink[=TEXT] --sparse=TEXT --update[=TEXT]", 0},
			{"-r -R -a --recursive --archive", 0},
			{"-T --no-target-directory", 0},
			{"-t=TEXT --target-directory=TEXT", 0},
			{"-S=TEXT --suffix=TEXT", 0},
		},
		Args: "READ... WRITE", Out: OutNone, Do: doCopy, More: &More{After: afterCopy},
	},
	{
		Name: "install ginstall",
		Flags: []Flag{
			{"-b -c -C -d -D -p -s -v -Z -B=TEXT --backup[=TEXT] --compare --directory --preserve-timestamps --strip --verbose --preserve-context --context[=TEXT]", 0},
			{"-m=TEXT --mode=TEXT -g=TEXT --group=TEXT -o=TEXT --owner=TEXT -S=TEXT --suffix=TEXT -f=TEXT", 0},
			{"-T --no-target-directory", 0},
			{"-t=TEXT --target-directory=TEXT", 0},
			{"--strip-program=PROGRAM", 0},
		},
		Args: "READ... WRITE", Out: OutNone, Do: doCopy, More: &More{
			Forms: []Form{{If: "-d --directory", Args: "WRITE..."}},
			Rules: []Rule{{Says: "a mode that gives the owner's power", Does: Elevate, When: func(a *args) bool { return powerful(a.value("-m --mode")) }}},
			After: afterCopy,
		},
	},
	{
		Name: "ln gln",
		Flags: []Flag{
			{"-b -d -f -F -h -i -L -n -P -r -v -w --directory --force --interactive --logical --no-dereference --physical --relative --verbose --backup[=TEXT]", 0},
			{"-s --symbolic", 0},
			{"-T --no-target-directory", 0},
			{"-t=TEXT --target-directory=TEXT", 0},
			{"-S=TEXT --suffix=TEXT", 0},
		},
		Args: "LIST... WRITE", Out: OutNone, Do: doLink, More: &More{After: afterLink},
	},
	{Name: "link", Args: "LIST WRITE", Do: doLink, More: &More{After: afterLink}},
	{Name: "rename prename file-rename", Flags: []Flag{{"-v -n -f -s -i -o -d -u -a -l --verbose --no-act --force --symlink --no-overwrite --all --last --dry-run --nono", 0}, {"-e=CODE:perl", 0}}, Args: "TEXT WRITE...", Do: doRename},
	{Name: "mkdir gmkdir", Flags: []Flag{{"-p -v -Z --parents --verbose --context[=TEXT]", 0}, {"-m=TEXT --mode=TEXT", 0}}, Args: "WRITE...", Out: OutNone, More: &More{After: func(k *call, a *args) {
		for _, w := range a.words {
			for _, p := range k.paths(w) {
				k.make(path.Clean(p))
			}
		}
	}}},
	{Name: "touch gtouch", Flags: []Flag{{"-a -c -f -h -m --no-create --no-dereference", 0}, {"-d=TEXT --date=TEXT -t=TEXT --time=TEXT -r=LIST --reference=LIST -A=TEXT", 0}}, Args: "WRITE...", Out: OutNone},
	{Name: "mktemp", Flags: []Flag{{"-d -q -u -t --directory --quiet --dry-run", 0}, {"-p=TEXT --tmpdir[=TEXT] --suffix=TEXT", 0}}, Args: "TEXT", Do: doMktemp},
	{Name: "tempfile", Flags: []Flag{{"-d=TEXT -p=TEXT -s=TEXT -m=TEXT", 0}}, Do: doMktemp},
	{Name: "mkfifo", Flags: []Flag{{"-m=TEXT --mode=TEXT -Z --context[=TEXT]", 0}}, Args: "WRITE...", Out: OutNone, More: &More{After: afterFifo}},
	{Name: "mknod", Flags: []Flag{{"-m=TEXT --mode=TEXT -Z --context[=TEXT]", 0}}, Args: "WRITE TEXT...", More: &More{Rules: []Rule{{Says: "a device", Does: Machine, When: func(a *args) bool { return !a.word(1).Is("p") }}}, After: afterFifo}},
	{
		Name: "chmod gchmod",
		Flags: []Flag{
			{"-c -f -v -h -H -L -P --changes --quiet --silent --verbose --preserve-root --no-preserve-root --dereference --no-dereference", 0},
			{"-R --recursive", 0},
			{"--reference=LIST", 0},
			{"-N -I -E -C", 0},
			{"--mode=TEXT", 0}, // not chmod's own: how modeFirst spells its first operand
		},
		Args: "WRITE...", Out: OutNone,
		More: &More{
			Respell: modeFirst,
			Rules:   []Rule{{Says: "a mode that gives the owner's power", Does: Elevate, When: func(a *args) bool { return powerful(a.value("--mode")) }}},
		},
		Do: doChmod,
	},
	{
		Name: "chown gchown chgrp gchgrp",
		Flags: []Flag{
			{"-c -f -v -h -H -L -P -n -x --changes --quiet --silent --verbose --preserve-root --no-preserve-root --dereference --no-dereference", 0},
			{"-R --recursive", 0},
			{"--reference=LIST --from=TEXT", 0},
		},
		More: &More{Forms: []Form{{If: "--reference", Args: "WRITE..."}}},
		Args: "TEXT WRITE...", Out: OutNone,
		Do: doChange,
	},
	{Name: "chflags", Flags: []Flag{{"-f -h -v -x -H -L -P", 0}, {"-R", 0}}, Args: "TEXT WRITE...", Do: doChange},
	{Name: "chattr", Plain: true, Args: "TEXT...", Do: doChattr},
	{Name: "chcon", Flags: []Flag{{"-h -v -H -L -P --dereference --no-dereference --verbose", 0}, {"-R --recursive", 0}, {"-u=TEXT -r=TEXT -t=TEXT -l=TEXT --user=TEXT --role=TEXT --type=TEXT --range=TEXT --reference=LIST", 0}}, More: &More{Forms: []Form{{If: "-u -r -t -l --user --role --type --range --reference", Args: "WRITE..."}}}, Args: "TEXT WRITE...", Do: doChange},
	{Name: "lsattr", Flags: []Flag{{"-R -a -d -l -p -v -V", 0}}, Args: "LIST..."},
	{
		Name: "setfacl",
		Flags: []Flag{
			{"-b -k -n -d -L -P --remove-all --remove-default --no-mask --mask --default --logical --physical --test", 0},
			{"-R --recursive", 0},
			{"-m=TEXT -x=TEXT -s=TEXT --modify=TEXT --remove=TEXT --set=TEXT -M=READ -X=READ --modify-file=READ --remove-file=READ --set-file=READ", 0},
			{"--restore=READ", Unknown}, // the file names what is changed
		},
		Args: "WRITE...", Do: doChange,
	},
	{Name: "getfacl", Flags: []Flag{{"-a -d -c -e -E -s -R -L -P -t -n -p --access --default --omit-header --all-effective --no-effective --skip-base --recursive --logical --physical --tabular --numeric --absolute-names", 0}}, Args: "LIST..."},
	{Name: "setfattr", Flags: []Flag{{"-h --no-dereference", 0}, {"-n=TEXT -v=TEXT -x=TEXT --name=TEXT --value=TEXT --remove=TEXT --restore=READ", 0}}, Args: "WRITE..."},
	{Name: "getfattr", Flags: []Flag{{"-h -d -R -L -P --no-dereference --dump --recursive --absolute-names --only-values", 0}, {"-n=TEXT -e=TEXT -m=TEXT --name=TEXT --encoding=TEXT --match=TEXT", 0}}, Args: "LIST..."},
	{Name: "xattr", Flags: []Flag{{"-l -p -s -v -x", 0}, {"-w -d -c -r", 0}}, Args: "TEXT...", Do: doXattr},
	{Name: "truncate gtruncate", Flags: []Flag{{"-c -o --no-create --io-blocks", 0}, {"-s=TEXT --size=TEXT -r=LIST --reference=LIST", 0}}, Args: "WRITE...", Out: OutNone, Do: doTruncate},
	{Name: "fallocate", Flags: []Flag{{"-c -d -i -n -p -v -x -z --collapse-range --dig-holes --insert-range --keep-size --punch-hole --verbose --posix --zero-range", 0}, {"-l=TEXT -o=TEXT --length=TEXT --offset=TEXT", 0}}, Args: "WRITE"},
	{Name: "dd gdd dcfldd", Plain: true, Args: "TEXT...", Do: doDd},
	{Name: "sync", Flags: []Flag{{"-d -f --data --file-system", 0}}, Args: "LIST..."},
	{Name: "pathchk", Flags: []Flag{{"-p -P --portability", 0}}, Args: "TEXT..."},

	// What is there.
	{
		Name: "ls gls dir vdir exa eza lsd",
		Flags: []Flag{
			{"-a -A -b -B -c -C -d -D -e -f -F -g -G -h -H -i -k -l -L -m -n -N -o -O -p -P -q -Q -r -R -s -S -t -u -U -v -W -x -X -Z -1 -@ -% -, -y -w[=TEXT] -I[=TEXT] -T[=TEXT] --all --almost-all --author --block-size=TEXT --classify[=TEXT] --color[=TEXT] --colour[=TEXT] --context --dereference --dereference-command-line --dired --directory --escape --file-type --format=TEXT --full-time --group-directories-first --header --hide=TEXT --hide-control-chars --human-readable --hyperlink[=TEXT] --ignore=TEXT --ignore-backups --indicator-style=TEXT --inode --kibibytes --literal --no-group --numeric-uid-gid --quote-name --quoting-style=TEXT --recursive --reverse --show-control-chars --si --size --sort=TEXT --tabsize=TEXT --time=TEXT --time-style=TEXT --width=TEXT --zero", 0},
			{"--long --tree --level=TEXT --git --git-ignore --git-repos --icons[=TEXT] --group --grid --oneline --across --only-dirs --only-files --no-permissions --no-filesize --no-user --no-time --no-icons --no-quotes --binary --bytes --blocksize --links --modified --created --accessed --changed --extended --octal-permissions --total-size --absolute[=TEXT] --ignore-glob=TEXT --colour-scale[=TEXT] --color-scale[=TEXT] --icon=TEXT --depth=TEXT --blocks=TEXT --date=TEXT --permission=TEXT --truncate-owner-after=TEXT", 0},
		},
		Args: "LIST...", Out: OutNames,
	},
	{
		Name: "tree",
		Flags: []Flag{
			{"-a -d -f -i -l -x -q -N -Q -p -u -g -s -h -D -F -v -t -c -U -r -S -A -n -C -X -J -R --dirsfirst --filesfirst --noreport --gitignore --inodes --device --du --si --prune --matchdirs --ignore-case --metafirst --info --fromfile --fromtabfile --hintro=READ --houtro=READ --gitfile=READ --infofile=READ --nolinks", 0},
			{"-L=TEXT -P=TEXT -I=TEXT -H=TEXT -T=TEXT --filelimit=TEXT --timefmt=TEXT --charset=TEXT --sort[=TEXT]", 0},
			{"-o=WRITE", 0},
		},
		Args: "LIST...", Out: OutNames,
	},
	{Name: "stat gstat", Flags: []Flag{{"-f -F -L -l -n -q -r -s -t -x --dereference --file-system --terse --cached=TEXT", 0}, {"-c=TEXT --format=TEXT --printf=TEXT", 0}}, Args: "LIST...", Do: doStat},
	{Name: "file", Flags: []Flag{{"-b -c -d -D -E -h -i -I -k -l -L -n -N -p -r -s -S -v -z -Z -0 --brief --checking-printout --dereference --exclude-quiet=TEXT --extension --keep-going --list --mime --mime-type --mime-encoding --apple --no-buffer --no-dereference --no-pad --preserve-date --print0 --raw --special-files --uncompress", 0}, {"-e=TEXT -F=TEXT -P=TEXT --exclude=TEXT --separator=TEXT --parameter=TEXT -f=READ --files-from=READ -m=READ --magic-file=READ", 0}, {"-C --compile", 0}}, Args: "LIST...", Do: func(k *call, a *args) {
		if m := a.value("-m --magic-file"); a.has("-C --compile") && m.Text() != "" {
			m.set(m.Text() + ".mgc")
			k.values(k.name+": --compile", []value{{kind: "WRITE", words: []Word{m}}})
		}
	}},
	{Name: "du gdu", Flags: []Flag{{"-0 -a -A -b -c -D -g -h -H -k -l -L -m -n -P -s -S -x --null --all --apparent-size --bytes --total --dereference-args --human-readable --dereference --count-links --no-dereference --separate-dirs --si --summarize --one-file-system --inodes --time[=TEXT]", 0}, {"-B=TEXT -d=TEXT -t=TEXT -I=TEXT --block-size=TEXT --max-depth=TEXT --threshold=TEXT --exclude=TEXT --time-style=TEXT -X=READ --exclude-from=READ --files0-from=READ", 0}}, Args: "LIST..."},
	{Name: "dust ncdu diskus dua duf pdu", Flags: []Flag{{"-r -s -p -b -c -x -i -f -D -F -H -P -R -T -h -q -e -0 -1 --all --json --hide=TEXT --only=TEXT --sort=TEXT --output=TEXT --exclude=TEXT", 0}, {"-n=TEXT -d=TEXT -X=TEXT -z=TEXT -w=TEXT -v=TEXT --depth=TEXT --number-of-lines=TEXT", 0}, {"-o=WRITE", 0}}, Args: "LIST..."},
	{Name: "df gdf", Flags: []Flag{{"-a -h -H -i -k -l -P -T -m -g -b -c -n -v -Y -I -, --all --human-readable --si --inodes --local --portability --print-type --no-sync --sync --total", 0}, {"-B=TEXT -t=TEXT -x=TEXT --block-size=TEXT --type=TEXT --exclude-type=TEXT --output[=TEXT]", 0}}, Args: "LIST..."},
	{
		Name:  "find gfind",
		Dash1: true,
		Flags: []Flag{
			{"-H -L -P -E -X -x -s -d -O0 -O1 -O2 -O3 -O -D=TEXT -f=LIST", 0},
			{"-a -and -o -or -not -true -false -daystart -depth -follow -ignore_readdir_race -noignore_readdir_race -mount -noleaf -xdev -nowarn -warn -empty -executable -readable -writable -nogroup -nouser -print -print0 -prune -quit -ls -acl -xattr -help --help -version --version", 0},
			{"-amin=TEXT -atime=TEXT -Bmin=TEXT -Btime=TEXT -cmin=TEXT -ctime=TEXT -mmin=TEXT -mtime=TEXT -fstype=TEXT -gid=TEXT -group=TEXT -ilname=TEXT -iname=TEXT -inum=TEXT -ipath=TEXT -iregex=TEXT -iwholename=TEXT -links=TEXT -lname=TEXT -maxdepth=TEXT -mindepth=TEXT -name=TEXT -path=TEXT -perm=TEXT -regex=TEXT -regextype=TEXT -size=TEXT -type=TEXT -uid=TEXT -used=TEXT -user=TEXT -wholename=TEXT -xtype=TEXT -context=TEXT -printf=TEXT -flags=TEXT -xattrname=TEXT -newermt=TEXT -newerat=TEXT -newerct=TEXT -newerBt=TEXT", 0},
			{"-newer=LIST -anewer=LIST -cnewer=LIST -mnewer=LIST -samefile=LIST -newermm=LIST -newerma=LIST -newermc=LIST -newermB=LIST -neweraa=LIST -neweram=LIST -newerac=LIST -newercm=LIST -newerca=LIST -newercc=LIST -newerBB=LIST -newerBm=LIST -files0-from=READ", 0},
			{"-fprint=WRITE -fprint0=WRITE -fls=WRITE -fprintf=WRITE,TEXT", 0},
			{"-exec=CMD; -execdir=CMD; -ok=CMD; -okdir=CMD;", 0},
			{"-delete", 0},
		},
		Args: "LIST...", Out: OutNames, Do: doFind,
	},
	{
		Name: "fd fdfind",
		Flags: []Flag{
			{"-H -I -u -s -i -g -F -a -l -L -p -0 -1 -q -h --hidden --no-ignore --no-ignore-vcs --no-ignore-parent --no-global-ignore-file --unrestricted --case-sensitive --ignore-case --glob --fixed-strings --absolute-path --list-details --follow --full-path --print0 --prune --quiet --show-errors --one-file-system --strip-cwd-prefix[=TEXT] --no-require-git --hyperlink[=TEXT] --no-hidden --no-follow --relative-path --ignore --regex", 0},
			{"-d=TEXT --max-depth=TEXT --min-depth=TEXT --exact-depth=TEXT -E=TEXT --exclude=TEXT -t=TEXT --type=TEXT -e=TEXT --extension=TEXT -S=TEXT --size=TEXT --changed-within=TEXT --changed-before=TEXT -o=TEXT --owner=TEXT -c=TEXT --color=TEXT -j=TEXT --threads=TEXT --batch-size=TEXT --max-results=TEXT --max-buffer-time=TEXT --path-separator=TEXT --format=TEXT --and=TEXT --ignore-file=READ", 0},
			{"-C=CD --base-directory=CD --search-path=LIST", 0},
			{"-x=CMD; --exec=CMD; -X=CMD; --exec-batch=CMD;", 0},
		},
		Args: "TEXT LIST...", Out: OutNames, Do: doFd,
	},
	{Name: "locate plocate mlocate slocate", Flags: []Flag{{"-0 -b -c -e -i -L -m -N -P -q -r -s -S -w --basename --count --existing --ignore-case --null --quiet --regex --statistics --wholename --all -A", 0}, {"-d=READ -l=TEXT -n=TEXT --database=READ --limit=TEXT --regexp=TEXT", 0}}, Args: "TEXT..."},
	{Name: "mdfind mdls", Flags: []Flag{{"-0 -live -count -literal -interpret -raw", 0}, {"-name=TEXT -onlyin=LIST -attr=TEXT -s=TEXT", 0}}, Dash1: true, Args: "TEXT..."},
	{Name: "updatedb", Flags: []Flag{{"-l=TEXT -U=LIST -o=WRITE --require-visibility=TEXT --database-root=LIST --output=WRITE", 0}}},
	{Name: "realpath grealpath", Flags: []Flag{{"-e -E -m -L -P -q -s -z --canonicalize-existing --canonicalize-missing --logical --physical --quiet --strip --no-symlinks --zero", 0}, {"--relative-to=TEXT --relative-base=TEXT", 0}}, Args: "LIST...", Do: doRealpath},
	{Name: "readlink greadlink", Flags: []Flag{{"-e -m -n -q -s -v -z --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent --verbose --zero", 0}, {"-f --canonicalize", 0}}, Args: "LIST...", Do: doRealpath},
	{Name: "basename gbasename", Flags: []Flag{{"-a -z --multiple --zero", 0}, {"-s=TEXT --suffix=TEXT", 0}}, Args: "TEXT...", Do: doBasename},
	{Name: "dirname gdirname", Flags: []Flag{{"-z --zero", 0}}, Args: "TEXT...", Do: doDirname},
	{Name: "which gwhich", Flags: []Flag{{"-a -s --all --skip-alias --skip-dot --skip-functions --skip-tilde --tty-only", 0}}, Args: "TEXT...", Do: doWhich},
	{Name: "whereis", Flags: []Flag{{"-b -m -s -u -l -a -q -B=LIST -M=LIST -S=LIST -f", 0}}, Args: "TEXT..."},
	{Name: "cmp gcmp", Flags: []Flag{{"-b -l -s --print-bytes --verbose --quiet --silent -x -z -h", 0}, {"-i=TEXT -n=TEXT --ignore-initial=TEXT --bytes=TEXT", 0}}, Args: "READ READ TEXT TEXT"},
	{Name: "code code-insiders codium cursor windsurf subl zed idea", Open: true, Flags: []Flag{{"-r -n -w -d -g -a --reuse-window --new-window --wait --diff --goto --add --list-extensions --status --version", 0}, {"--install-extension=PKG", 0}, {"--uninstall-extension=TEXT", 0}, {"--user-data-dir=TEXT --extensions-dir=TEXT --extensionDevelopmentPath=TEXT", Hijack}}, Args: "READ...", More: &More{Rules: []Rule{{Says: "opens this machine", Does: Expose, When: func(a *args) bool { return a.word(0).Has("tunnel serve-web") }}}}},
	{Name: "identify ffprobe mediainfo pdfinfo pdftotext pdffonts pdfimages exif jpeginfo soxi", Open: true, Args: "READ..."},
	{Name: "cdo gdal_translate gdalwarp gdal_rasterize convert magick mogrify composite montage import-im6 ffmpeg cwebp dwebp optipng jpegoptim pngquant pdftoppm pdftocairo pdfunite pdfseparate qpdf gifsicle svgo rsvg-convert inkscape sox rec", Open: true, Flags: []Flag{{"-i=READ", 0}}, Args: "READ... WRITE", Do: doMedia},
	{Name: "ps2pdf pdf2ps epstopdf eps2eps", Open: true, Flags: []Flag{{"-dNOSAFER", RunUnseen}}, Args: "READ WRITE"},
	{Name: "play", Open: true, Args: "READ...", Do: doMedia},
	{Name: "exiftool", Open: true, Flags: []Flag{{"-config=READ", Hijack}, {"-if=CODE:perl", 0}, {"-o=WRITE -w=TEXT", 0}}, Dash1: true, Args: "WRITE..."},
	{Name: "ctags etags uctags", Flags: []Flag{
		{"-a -B -e -F -n -N -R -u -V -w -x --append[=TEXT] --recurse[=TEXT] --totals[=TEXT] --verbose[=TEXT] --sort=TEXT --exclude=TEXT --languages=TEXT --fields=TEXT --extras=TEXT --extra=TEXT --kinds-all=TEXT --tag-relative[=TEXT] --links[=TEXT] --list-languages --list-kinds[=TEXT] --output-format=TEXT --langmap=TEXT --map-all=TEXT --if0[=TEXT] --quiet[=TEXT] --license", 0},
		{"-h=TEXT -I=TEXT -L=READ --exclude-exception=TEXT --language-force=TEXT", 0},
		{"-f=WRITE -o=WRITE", 0},
		{"--options=READ --options-maybe=READ --optlib-dir=READ", Hijack}, // more flags, one of which names a program
	}, Args: "LIST...", Do: func(k *call, a *args) {
		if !a.has("-f -o -x") {
			k.values(k.name, []value{{kind: "WRITE", words: []Word{lit("tags")}}})
		}
	}},
	{Name: "logrotate", Does: Machine, Flags: []Flag{{"-d --debug", Dry}, {"-f -v --force --verbose --skip-state-lock", 0}, {"-m=PROGRAM --mail=PROGRAM", 0}, {"-s=WRITE --state=WRITE -l=WRITE --log=WRITE", 0}}, Args: "READ..."},
	{Name: "cloc tokei scc sloccount loc gocloc", Flags: []Flag{{"-s=TEXT -f=TEXT -t=TEXT -e=TEXT -i=TEXT -l=TEXT -n=TEXT -w --vcs=TEXT --git --by-file --by-file-by-lang --json --yaml --csv --md --quiet --hide-rate --exclude-dir=TEXT --exclude=TEXT --exclude-ext=TEXT --include-lang=TEXT --include-ext=TEXT --exclude-lang=TEXT --not-match-d=TEXT --not-match-f=TEXT --match-f=TEXT --match-d=TEXT --fullpath --format=TEXT --sort=TEXT --type=TEXT --output=WRITE --out=WRITE --report-file=WRITE --no-cocomo --no-complexity --no-duplicates --skip-uniqueness --files --hidden --wide --count-and-diff", 0}}, Args: "LIST..."},

	// Copies, archives, compression.
	{
		Name: "rsync",
		Flags: []Flag{
			{"-v -q -c -b -u -l -L -k -K -H -p -E -A -X -o -g -t -N -O -J -U -S -W -x -C -F -z -h -P -i -s -y -D -0 -4 -6 --verbose --quiet --checksum --backup --update --links --copy-links --copy-unsafe-links --safe-links --munge-links --copy-dirlinks --keep-dirlinks --hard-links --perms --executability --acls --xattrs --owner --group --times --atimes --open-noatime --crtimes --omit-dir-times --omit-link-times --sparse --whole-file --one-file-system --cvs-exclude --compress --human-readable --progress --itemize-changes --secluded-args --protect-args --old-args --fuzzy --devices --specials --from0 --ipv4 --ipv6 --stats --partial --inplace --append --append-verify --existing --ignore-existing --ignore-non-existing --ignore-errors --ignore-times --size-only --prune-empty-dirs --numeric-ids --no-motd --force --delay-updates --blocking-io --list-only --relative --no-implied-dirs --mkpath --preallocate --fsync --super --fake-super --trust-sender --no-perms --no-owner --no-group --no-times --no-links --no-compress --no-inc-recursive --inc-recursive --dirs --no-o --no-g --no-p --no-t --no-D --no-whole-file --old-d --old-dirs -I -R -d --8-bit-output --msgs2stderr --outbuf=TEXT", 0},
			{"-r -a --recursive --archive", 0},
			{"-n --dry-run", Dry},
			{"-f=TEXT --filter=TEXT --exclude=TEXT --include=TEXT --chmod=TEXT --chown=TEXT --usermap=TEXT --groupmap=TEXT --block-size=TEXT -B=TEXT --max-size=TEXT --min-size=TEXT --max-alloc=TEXT --max-delete=TEXT --timeout=TEXT --contimeout=TEXT --bwlimit=TEXT --stop-after=TEXT --stop-at=TEXT --modify-window=TEXT -@=TEXT --suffix=TEXT --out-format=TEXT --log-file-format=TEXT --info=TEXT --debug=TEXT --stderr=TEXT --iconv=TEXT --checksum-seed=TEXT --checksum-choice=TEXT --cc=TEXT --compress-choice=TEXT --zc=TEXT --compress-level=TEXT --zl=TEXT --skip-compress=TEXT --port=TEXT --sockopts=TEXT --address=TEXT --protocol=TEXT --copy-as=TEXT --early-input=READ", 0},
			{"--exclude-from=READ --include-from=READ --files-from=READ --compare-dest=LIST --copy-dest=LIST --link-dest=LIST --read-batch=READ", 0},
			{"--log-file=WRITE --backup-dir=WRITE --temp-dir=WRITE -T=WRITE --partial-dir=WRITE --write-batch=WRITE --only-write-batch=WRITE", 0},
			{"--password-file=READ", Secret},
			{"-e=TEXT --rsh=TEXT", 0},
			{"--rsync-path=TEXT -M=TEXT --remote-option=TEXT", Remote},
			{"--remove-source-files --remove-sent-files", 0},
			{"--delete --del --delete-before --delete-during --delete-delay --delete-after --delete-excluded --delete-missing-args", 0},
			{"--daemon --config=READ --no-detach", Expose},
			{"--server --sender", 0},
		},
		Args: "READ... WRITE", Do: doRsync,
	},
	{
		Name: "scp pscp",
		Flags: []Flag{
			{"-3 -4 -6 -A -B -C -O -p -q -R -T -v -batch -agent -noagent -sftp -scp", 0},
			{"-r", 0},
			{"-c=TEXT -i=TEXT -J=TEXT -l=TEXT -P=TEXT -X=TEXT", 0},
			{"-o=TEXT", 0},
			{"-F=READ", Hijack},
			{"-S=PROGRAM -D=PROGRAM", 0},
		},
		Args: "READ... WRITE", Do: doScp,
	},
	{
		Name: "sftp psftp",
		Does: Remote,
		Flags: []Flag{
			{"-4 -6 -A -a -C -f -N -p -q -r -v", 0},
			{"-B=TEXT -c=TEXT -i=TEXT -J=TEXT -l=TEXT -P=TEXT -R=TEXT -s=TEXT -X=TEXT", 0},
			{"-b=TEXT", 0},
			{"-o=TEXT", 0},
			{"-F=READ", Hijack},
			{"-S=PROGRAM -D=PROGRAM", 0},
		},
		Args: "TEXT TEXT", Do: doSftp,
	},
	{
		Name: "tar gtar bsdtar",
		More: &More{Respell: tarWords},
		Flags: []Flag{
			{"-A -B -G -h -i -k -l -m -n -o -p -P -R -s=TEXT -S -U -v -w -W -Z --acls --absolute-names --anchored --atime-preserve[=TEXT] --auto-compress --block-number --check-device --check-links --clamp-mtime --confirmation --delay-directory-restore --dereference --exclude-backups --exclude-caches --exclude-caches-all --exclude-caches-under --exclude-ignore=TEXT --exclude-tag=TEXT --exclude-tag-all=TEXT --exclude-tag-under=TEXT --exclude-vcs --exclude-vcs-ignores --force-local --full-time --group-map=READ --hard-dereference --ignore-case --ignore-command-error --ignore-failed-read --ignore-zeros --incremental --interactive --keep-directory-symlink --keep-newer-files --keep-old-files --lzip --lzma --lzop --multi-volume --no-acls --no-anchored --no-auto-compress --no-check-device --no-delay-directory-restore --no-ignore-case --no-ignore-command-error --no-overwrite-dir --no-null --no-quote-chars=TEXT --no-recursion --no-same-owner --no-same-permissions --no-seek --no-selinux --no-unquote --no-verbatim-files-from --no-wildcards --no-wildcards-match-slash --no-xattrs --null --numeric-owner --occurrence[=TEXT] --old-archive --one-file-system --overwrite --overwrite-dir --owner-map=READ --posix --preserve-order --preserve-permissions --read-full-records --recursion --recursive-unlink --reset-access-time --restrict --same-order --same-owner --same-permissions --seek --selinux --show-defaults --show-omitted-dirs --show-stored-names --show-transformed-names --skip-old-files --sparse --sparse-version=TEXT --totals[=TEXT] --unlink-first --unquote --utc --verbatim-files-from --verbose --verify --warning=TEXT --wildcards --wildcards-match-slash --xattrs --xattrs-include=TEXT --xattrs-exclude=TEXT --checkpoint[=TEXT] --no-mac-metadata --disable-copyfile --no-fflags --uid=TEXT --gid=TEXT --uname=TEXT --gname=TEXT --options=TEXT", 0},
			{"-a -z -j -J -y --gzip --gunzip --ungzip --bzip2 --xz --zstd --compress --uncompress", 0},
			{"-b=TEXT -H=TEXT -K=TEXT -L=TEXT -N=TEXT -V=TEXT --after-date=TEXT --backup[=TEXT] --blocking-factor=TEXT --exclude=TEXT --include=TEXT --format=TEXT --group=TEXT --hole-detection=TEXT --index-file=WRITE --label=TEXT --level=TEXT --mode=TEXT --mtime=TEXT --newer=TEXT --newer-mtime=TEXT --owner=TEXT --quote-chars=TEXT --quoting-style=TEXT --record-size=TEXT --sort=TEXT --starting-file=TEXT --strip-components=TEXT --suffix=TEXT --tape-length=TEXT --transform=TEXT --xform=TEXT --volno-file=WRITE -g=WRITE --listed-incremental=WRITE", 0},
			{"-T=READ --files-from=READ -X=READ --exclude-from=READ", 0},
			{"-c --create", 0},
			{"-r -u --append --update --catenate --concatenate --delete", 0},
			{"-x --extract --get", 0},
			{"-t --list -d --diff --compare --test-label", 0},
			{"-f=TEXT --file=TEXT", 0},
			{"-C=TEXT --directory=TEXT --cd=TEXT --one-top-level[=TEXT]", 0},
			{"-O --to-stdout", 0},
			{"--remove-files", 0},
			{"-I=LINE --use-compress-program=LINE", 0},
			{"--to-command=PROGRAM", 0},
			{"-F=LINE --info-script=LINE --new-volume-script=LINE --rsh-command=LINE --rmt-command=LINE", Hijack},
			{"--checkpoint-action=TEXT", 0},
		},
		Args: "TEXT...", Do: doTar,
	},
	{
		Name: "zip",
		Flags: []Flag{
			{"-0 -1 -2 -3 -4 -5 -6 -7 -8 -9 -A -c -D -e -E -f -F -FF -FS -g -j -k -l -ll -L -o -q -qq -S -u -v -V -w -X -y -z -Z=TEXT -@ -DF -sf -so -h -sp --quiet --verbose --junk-paths --symlinks --no-extra --encrypt --update --freshen --filesync --no-dir-entries --show-files --copy-entries --adjust-sfx --latest-time", 0},
			{"-r -R --recurse-paths --recurse-patterns", 0},
			{"-i=TEXT -x=TEXT --include=TEXT --exclude=TEXT -n=TEXT -s=TEXT -t=TEXT -tt=TEXT -P=TEXT --password=TEXT --suffixes=TEXT", 0},
			{"-b=WRITE -O=WRITE --out=WRITE --output-file=WRITE --temp-path=WRITE -lf=WRITE", 0},
			{"-m --move", 0},
			{"-d --delete", 0},
			{"-T --test", 0},
			{"-TT=LINE --unzip-command=LINE", Hijack},
		},
		Args: "WRITE READ...", More: &More{
			Respell: zipWords,
			Forms:   []Form{{If: "-d --delete", Args: "WRITE TEXT..."}, {If: "-m --move", Args: "WRITE MOVE..."}, {If: "-r -R --recurse-paths --recurse-patterns", Args: "WRITE RREAD..."}},
			After:   afterPack,
		},
	},
	{Name: "unzip", Flags: []Flag{{"-a -aa -b -B -C -D -DD -f -F -i -j -J -K -L -M -n -N -o -q -qq -s -u -U -UU -V -W -X -^ -2 -T", 0}, {"-:", RunUnseen}, {"-c -l -p -t -v -z -Z -1 -h", 0}, {"-d=TEXT", 0}, {"-x=TEXT -P=TEXT -O=TEXT -I=TEXT", 0}}, Args: "READ TEXT...", Do: doUnzip},
	{Name: "zipinfo", Flags: []Flag{{"-1 -2 -C -h -l -m -M -s -t -T -v -z", 0}, {"-x=TEXT", 0}}, Args: "LIST TEXT..."},
	{Name: "unrar rar", Subs: []Command{
		{Name: "l lb lt v vb vt t p", Flags: unrarFlags, Args: "READ TEXT..."},
		{Name: "e x", Flags: unrarFlags, Args: "READ WRITE...", Do: func(k *call, a *args) {
			if len(a.words) < 2 {
				k.fills(lit("."), k.name)
			}
		}},
		{Name: "a u f m", Flags: unrarFlags, Args: "WRITE RREAD...", More: &More{After: afterPack}},
	}},
	{
		Name: "gzip pigz bzip2 pbzip2 xz lzma lzop lz4 compress brotli zstd pzstd",
		Flags: []Flag{
			{"-# -1 -2 -3 -4 -5 -6 -7 -8 -9 -0 -f -h -k -n -N -q -v -V -z -Z -m -s -e -i -Y -a -H -p=TEXT -b=TEXT --best --fast[=TEXT] --force --keep --name --no-name --quiet --verbose --rsyncable --independent --synchronous --extreme --ultra --no-progress --progress --check[=TEXT] --no-check --adapt[=TEXT] --long[=TEXT] --single-thread --auto-threads=TEXT --no-dictID --content-size --no-content-size --sparse --no-sparse --exclude-compressed --asyncio --row-match-finder --asciifile --compress --rm", 0},
			{"-F=TEXT -B=TEXT -S=TEXT -T[=TEXT] -M=TEXT -D=READ -C=TEXT -w=TEXT --suffix=TEXT --format=TEXT --threads=TEXT --memory=TEXT --memlimit=TEXT --memlimit-compress=TEXT --memlimit-decompress=TEXT --block-size=TEXT --quality=TEXT --lgwin=TEXT --dictionary=READ --processes=TEXT --blocksize=TEXT --lzma1[=TEXT] --lzma2[=TEXT] --filters=TEXT --zstd=TEXT --target-compressed-block-size=TEXT --size-hint=TEXT --patch-from=READ --files[=READ] --files0[=READ] --filelist=READ", 0},
			{"-d --decompress --uncompress", 0},
			{"-c --stdout --to-stdout --console", 0},
			{"-l --list --info -t --test --robot", 0},
			{"-r --recursive", 0},
			{"-o=TEXT --output=TEXT --output-dir-flat=TEXT --output-dir-mirror=TEXT --train --train-cover[=TEXT] --maxdict=TEXT", 0},
		},
		Args: "WRITE...", Out: OutBuilt, Do: doCompress, More: &More{After: afterPack},
	},
	{
		Name: "gunzip unpigz bunzip2 unxz unlzma lunzip unlz4 uncompress unbrotli unzstd",
		Flags: []Flag{
			{"-f -h -k -n -N -q -v -V -s -S=TEXT -T[=TEXT] --force --keep --name --no-name --quiet --verbose --suffix=TEXT --rm --no-progress", 0},
			{"-c --stdout --to-stdout", 0},
			{"-l --list -t --test", 0},
			{"-r --recursive", 0},
			{"-o=TEXT --output=TEXT", 0},
		},
		Args: "WRITE...", Out: OutBuilt, Do: doCompress, More: &More{After: afterPack},
	},
	{Name: "zcat gzcat bzcat xzcat lzcat zstdcat lz4cat", Flags: []Flag{{"-f -h -k -l -q -t -v -c -d -T[=TEXT] --force --quiet --stdout", 0}}, Args: "READ...", Out: OutBuilt},
	{
		Name:  "7z 7za 7zr 7zz",
		Flags: []Flag{{"-h --help", 0}},
		Subs: []Command{
			{Name: "a u", Flags: sevenFlags, Args: "WRITE RREAD...", Out: OutText, Do: func(k *call, a *args) {
				if a.has("-sdel") {
					k.setKind(a, 1, "MOVE")
				}
			}, More: &More{After: afterPack}},
			{Name: "x e", Flags: sevenFlags, Args: "READ TEXT...", Do: doSevenExtract},
			{Name: "l t h i b", Flags: sevenFlags, Args: "READ TEXT..."},
			{Name: "d rn", Flags: sevenFlags, Args: "WRITE TEXT..."},
		},
	},
	{Name: "cpio", Flags: []Flag{
		{"-0 -a -A -b -B -c -d -f -k -l -L -m -n -q -r -s -S -u -v -V -M=TEXT -C=TEXT -H=TEXT -R=TEXT -W=TEXT --null --reset-access-time --append --make-directories --nonmatching --link --dereference --preserve-modification-time --numeric-uid-gid --quiet --rename --unconditional --verbose --dot --format=TEXT --owner=TEXT --block-size=TEXT --no-preserve-owner --no-absolute-filenames --absolute-filenames --sparse --force-local --only-verify-crc --swap --swap-bytes --swap-halfwords --warning=TEXT", 0},
		{"-E=READ --pattern-file=READ -I=READ", 0},
		{"-D=CD --directory=CD", 0},
		{"-F=TEXT --file=TEXT", 0},
		{"-O=WRITE", 0},
		{"-o --create -p --pass-through", 0},
		{"-i --extract", 0},
		{"-t --list --to-stdout", 0},
		{"--rsh-command=LINE", Hijack},
	}, Args: "TEXT...", Out: OutBuilt, Do: doCpio},
	{Name: "pax", Flags: []Flag{{"-a -c -d -H -i -k -l -L -n -p=TEXT -P -t -u -v -X -z -Z -0 -b=TEXT -B=TEXT -E=TEXT -G=TEXT -g=TEXT -o=TEXT -s=TEXT -T=TEXT -U=TEXT -x=TEXT", 0}, {"-f=TEXT", 0}, {"-r", 0}, {"-w", 0}}, Args: "TEXT...", Do: doPax},
	{Name: "ar gcc-ar llvm-ar", Plain: true, Args: "TEXT...", Do: doAr},
	{Name: "ranlib", Flags: []Flag{{"-D -U -t", 0}}, Args: "WRITE..."},
	{Name: "unsquashfs", Flags: []Flag{{"-l -ll -s -n -f -i -d=WRITE -e=READ -cat -li -lls", 0}}, Dash1: true, Args: "READ TEXT...", Do: func(k *call, a *args) {
		if !a.has("-l -ll -s -cat -li -lls -d") {
			k.fills(lit("squashfs-root"), k.name)
		}
	}},
	{Name: "shar", Flags: []Flag{{"-q -z -B -T -V -n=TEXT -o=WRITE", 0}}, Args: "READ..."},
	{Name: "split gsplit", Flags: []Flag{{"-d -e -u -x -p=TEXT --elide-empty-files --unbuffered --verbose --numeric-suffixes[=TEXT] --hex-suffixes[=TEXT]", 0}, {"-a=TEXT -b=TEXT -C=TEXT -l=TEXT -n=TEXT -t=TEXT --suffix-length=TEXT --additional-suffix=TEXT --bytes=TEXT --line-bytes=TEXT --lines=TEXT --number=TEXT --separator=TEXT", 0}, {"--filter=LINE", 0}, {"-#", 0}}, Args: "READ WRITE", Do: doSplit},
	{Name: "csplit gcsplit", Flags: []Flag{{"-k -s -q -z --keep-files --quiet --silent --elide-empty-files --suppress-matched", 0}, {"-b=TEXT -n=TEXT --suffix-format=TEXT --digits=TEXT", 0}, {"-f=WRITE --prefix=WRITE", 0}}, Args: "READ TEXT...", Do: func(k *call, a *args) {
		if !a.has("-f --prefix") {
			k.values(k.name, []value{{kind: "WRITE", words: []Word{lit("xx00")}}})
		}
	}},
	{Name: "open xdg-open gnome-open kde-open wslview", Flags: []Flag{{"-e -t -f -F -W -R -n -g -j -h --fresh --reveal --wait-apps --new --background --hide", 0}, {"-a=TEXT", 0}, {"-b=TEXT -s=TEXT -u=TEXT -i=TEXT -o=WRITE --stdin=READ --stdout=WRITE --stderr=WRITE --env=TEXT", RunUnseen}, {"--args=CMD;", RunUnseen}}, Args: "READ...", Do: doOpen},
	{Name: "explorer explorer.exe start", Args: "READ...", Do: doOpen},
	{Name: "qlmanage", Flags: []Flag{{"-h -p -t -x -m -r -d=TEXT -s=TEXT -o=WRITE", 0}}, Args: "READ..."},
}

// setKind gives the operands from number i on another kind.
func (k *call) setKind(a *args, i int, kind string) {
	for ; i < len(a.operands); i++ {
		a.operands[i].kind = kind
	}
}

// without is the word w without a known prefix.
func without(w Word, prefix string) Word {
	w.set(strings.TrimPrefix(w.Text(), prefix))
	w.edit().stem = strings.TrimPrefix(w.stem(), prefix)
	return w
}

// doRename: the first operand of Perl's rename is code, that of util-linux's is
// text.
func doRename(k *call, a *args) {
	if a.has("-n --no-act --dry-run --nono") {
		k.dry = true
	}
	if a.has("-e") {
		k.setKind(a, 0, "WRITE")
		return
	}
	if len(a.operands) > 0 && strings.ContainsAny(a.word(0).Text(), "/{;$(") {
		a.operands[0].kind = "CODE:perl"
	} else if len(a.operands) > 1 {
		a.operands[1].kind = "TEXT"
	}
}

// doMktemp prints the path that it makes.
func doMktemp(k *call, a *args) {
	dir := k.scene.Temp
	if dir == "" {
		dir = "/tmp"
	}
	f := flow{&content{place: dir, from: k.name}}
	in := a.value("-p --tmpdir")
	name := a.word(0)
	switch {
	case in.Text() != "":
		ps := k.paths(in)
		if len(ps) == 0 {
			f.edit().place = ""
		} else {
			f.edit().place = path.Clean(ps[0])
		}
	case a.has("-t -p --tmpdir") || name.Text() == "":
	default:
		ps := k.paths(name)
		if len(ps) == 0 {
			f.edit().place = ""
			break
		}
		f.edit().place = path.Dir(path.Clean(ps[0]))
	}
	switch {
	case f.place() == "":
		k.touch(writes, oneWord(in, name), k.name, k.src)
	case f.place() != dir && !a.has("-u --dry-run"):
		k.touch(writes, lit(f.place()+"/"+some), k.name, k.src)
	}
	k.prints(f)
}

// afterFifo: whoever reads from the pipe gets what others write into it.
func afterFifo(k *call, a *args) {
	for _, w := range a.words {
		k.put(w, comes(markBuilt, "what comes through "+w.Text()))
	}
}

func oneWord(a, b Word) Word {
	if a.Text() != "" {
		return a
	}
	return b
}

// modeFirst makes a flag of chmod's mode, which may look like flags itself:
// chmod -x FILE.
func modeFirst(words []Word) []Word {
	for i, w := range words {
		t := w.Text()
		if w.Is("--") {
			break
		}
		if strings.HasPrefix(t, "--reference") {
			return words
		}
		if strings.HasPrefix(t, "-") && len(t) > 1 && (t[1] == '-' || strings.Trim(t[1:], "RcfvhHLPNIEC") == "") && w.Known() {
			continue
		}
		mode := w
		mode.set("--mode=" + t)
		if !w.Known() {
			mode.edit().stem = "--mode=" + w.stem()
		}
		out := append([]Word(nil), words[:i]...)
		out = append(out, mode)
		return append(out, words[i+1:]...)
	}
	return words
}

// powerful reports whether a mode sets the bit that gives a program its owner's
// or its group's power, or may do so.
func powerful(w Word) bool {
	t := w.Text()
	if t == "" {
		return false
	}
	if !w.Known() {
		return strings.Contains(t, "s")
	}
	octal := strings.TrimLeft(t, "0")
	if strings.Trim(t, "01234567") == "" {
		return len(octal) >= 4 && (octal[len(octal)-4]-'0')&6 != 0
	}
	for part := range strings.SplitSeq(t, ",") {
		if i := strings.IndexAny(part, "+="); i >= 0 && strings.Contains(part[i:], "s") {
			return true
		}
	}
	return false
}

// doChmod: what everybody may write, with all below it, is open to every user
// of the machine.
func doChmod(k *call, a *args) {
	doChange(k, a)
	for _, p := range k.paths(a.value("--reference")) {
		if k.zone(p) == zoneSystem { // a program of the system may have its owner's power
			k.effect(Elevate, k.name+": a mode that gives the owner's power")
		}
	}
	if !a.has("-R --recursive") || !everybody(a.value("--mode").Text()) {
		return
	}
	for _, v := range a.operands {
		for _, p := range k.paths(v.words[0]) {
			if z := k.zoneAt(path.Clean(p), writes); z != zoneOutput && z != zoneTemp {
				k.effect(Expose, k.name+": everybody may write all below "+k.show(p))
			}
		}
	}
}

// everybody reports whether a mode lets every user write.
func everybody(mode string) bool {
	if strings.Trim(mode, "01234567") == "" {
		return mode != "" && (mode[len(mode)-1]-'0')&2 != 0
	}
	for part := range strings.SplitSeq(mode, ",") {
		i := strings.IndexAny(part, "+=")
		if i >= 0 && strings.Contains(part[i:], "w") && strings.ContainsAny(part[:i], "ao") {
			return true
		}
	}
	return false
}

// doChange: with -R all below an operand is changed.
func doChange(k *call, a *args) {
	for i, v := range a.operands {
		if v.kind != "WRITE" {
			continue
		}
		if a.has("-R --recursive") {
			a.operands[i].kind = "CHANGE"
			continue
		}
		for _, p := range k.paths(v.words[0]) { // a folder that is closed hides what it holds
			p = path.Clean(p)
			if k.zoneAt(p, writes) != zoneGuard && k.zoneAt(p, deletes) == zoneGuard {
				a.operands[i].kind = "CHANGE"
			}
		}
	}
}

func doChattr(k *call, a *args) {
	kind := "WRITE"
	a.operands = nil
	for _, w := range a.words {
		switch {
		case w.Is("-R"):
			kind = "CHANGE"
		case strings.HasPrefix(w.Text(), "-"), strings.HasPrefix(w.Text(), "+"), strings.HasPrefix(w.Text(), "="):
		default:
			a.operands = append(a.operands, value{kind: kind, words: []Word{w}})
		}
	}
}

// doXattr: macOS's xattr. Taking quarantine off lets a download run.
func doXattr(k *call, a *args) {
	n, kind := 0, "LIST"
	switch {
	case a.has("-w"):
		n, kind = 2, "WRITE"
	case a.has("-d"):
		n, kind = 1, "WRITE"
		if a.word(0).Is("com.apple.quarantine") {
			k.effect(SkipChecks, k.name+": takes the mark of a download off")
		}
	case a.has("-c"):
		kind = "WRITE"
		k.effect(SkipChecks, k.name+": takes the mark of a download off")
	case a.has("-p"):
		n = 1
	}
	if kind == "WRITE" && a.has("-r") {
		kind = "CHANGE"
	}
	k.setKind(a, n, kind)
}

// doTruncate: size 0 leaves nothing; another one may cut a file off.
func doTruncate(k *call, a *args) {
	size := a.value("-s --size")
	t := strings.TrimLeft(size.Text(), "<>=/% ")
	small := t != "" && len(t) < 4 && strings.Trim(t, "0123456789") == "" || strings.Trim(t, "0") == "" && t != "" || strings.HasPrefix(t, "0") && strings.Trim(t, "0KMGTPEkmgBbi") == ""
	if size.Text() != "" && (!size.Known() || small && !strings.HasPrefix(size.Text(), ">")) || a.value("-r --reference").Is("/dev/null") {
		k.setKind(a, 0, "EMPTY")
	}
}

// doDd reads dd's operands: if=FILE of=FILE and the rest.
func doDd(k *call, a *args) {
	a.operands = nil
	in, out, keep := Word{}, Word{}, false
	for _, w := range a.words {
		name, val, ok := strings.Cut(w.Text(), "=")
		switch {
		case ok && name == "if" && (w.Known() || w.Starts("if=")):
			in = without(w, "if=")
			a.operands = append(a.operands, value{kind: "READ", words: []Word{in}})
		case ok && name == "of" && (w.Known() || w.Starts("of=")):
			out = without(w, "of=")
		case ok && name == "conv":
			keep = strings.Contains(val, "notrunc")
		case ok && hasName("bs cbs count ibs iflag obs oflag seek skip status iseek oseek files fillchar msgfmt speed hash hashlog md5log hashwindow pattern sizeprobe", name):
		case w.Has("--help --version"):
		case !w.Known():
			k.foundWhy(Unknown, k.name, w.Text()+" cannot be told", k.src)
			k.touch(writes, w, k.name, k.src)
		default:
			k.foundWhy(Unknown, k.name, "no row for "+w.Text(), k.src)
		}
	}
	f := k.in
	if in.Text() != "" {
		f = k.content(in)
	}
	if out.Text() == "" {
		k.prints(f)
		return
	}
	kind := "WRITE"
	if in.Text() == "" && f.known() && f.text() == "" && !keep {
		kind = "EMPTY"
	}
	if in.Has("/dev/zero /dev/null /dev/urandom /dev/random") && !keep {
		kind = "EMPTY"
	}
	for _, p := range k.paths(out) { // a disk is overwritten whatever is written
		if isDevice(path.Clean(p)) {
			kind = "DELETE"
		}
	}
	k.values(k.name+": of=", []value{{kind: kind, words: []Word{out}}})
	k.put(out, f)
	k.prints(nothing)
}

// doStat: a format of numbers prints a plain word.
func doStat(k *call, a *args) {
	f := a.value("-c --format --printf")
	if f.Known() && f.Text() != "" && !strings.Contains(f.Text(), "%n") && !strings.Contains(f.Text(), "%N") && !strings.ContainsAny(strings.ReplaceAll(f.Text(), `\n`, ""), `/ \`) {
		k.prints(marked(markPlain))
	}
}

// doRealpath prints the paths of known words.
func doRealpath(k *call, a *args) {
	if k.name == "readlink" && !a.has("-f --canonicalize -e -m --canonicalize-existing --canonicalize-missing") {
		return
	}
	if a.has("--relative-to --relative-base") {
		return
	}
	var out []string
	for _, w := range a.words {
		ps := k.paths(w)
		if !w.Known() || len(ps) == 0 || k.away || k.boxed {
			if len(ps) > 0 && w.flow().place() != "" {
				f := w.flow()
				f.forget()
				k.prints(f)
			}
			return
		}
		out = append(out, k.scene.resolve(ps[0]))
	}
	if len(out) > 0 {
		k.prints(textFlow(strings.Join(out, "\n") + "\n"))
	}
}

func doBasename(k *call, a *args) {
	ws := a.words
	suffix := a.value("-s --suffix").Text()
	if !a.has("-a -s --multiple --suffix") && len(ws) == 2 {
		suffix, ws = ws[1].Text(), ws[:1]
	}
	var out []string
	for _, w := range ws {
		if !w.Known() {
			if len(ws) == 1 { // a name of a listing, without its folder
				f := flow{&content{is: when(w.flow().secret(), markSecret), place: k.sh.dir(), from: "the name of a file"}}
				if w.flow().place() == "" && !w.glob() {
					f = w.flow().hidden()
				}
				k.prints(f)
			}
			return
		}
		b := path.Base(w.Text())
		if b != suffix {
			b = strings.TrimSuffix(b, suffix)
		}
		out = append(out, b)
	}
	k.prints(textFlow(strings.Join(out, "\n") + "\n"))
}

func doDirname(k *call, a *args) {
	var out []string
	for _, w := range a.words {
		if !w.Known() {
			f := w.flow()
			f.edit().known = false
			f.edit().text = ""
			f.edit().tail = ""
			if w.glob() || w.stem() != "" {
				f = comes(when(f.secret(), markSecret), w.hole())
			}
			k.prints(f)
			return
		}
		out = append(out, path.Dir(strings.TrimRight(w.Text(), "/")))
	}
	k.prints(textFlow(strings.Join(out, "\n") + "\n"))
}

// doWhich prints where a program lies: for whoever runs it, that is the
// program.
func doWhich(k *call, a *args) {
	if len(a.words) == 1 && a.words[0].Known() && isPlain(a.words[0].Text()) && !a.has("-a --all") {
		k.prints(textFlow("/usr/bin/" + a.words[0].Text() + "\n"))
	}
}

// doSplit: the last operand is the beginning of the names that it writes.
func doSplit(k *call, a *args) {
	if f := a.flag("--filter"); f != nil {
		if len(a.operands) > 1 {
			a.operands = a.operands[:1]
		}
		return
	}
	switch len(a.operands) {
	case 0:
		a.operands = append(a.operands, value{kind: "READ", words: []Word{lit("-")}})
		fallthrough
	case 1:
		k.values(k.name, []value{{kind: "WRITE", words: []Word{lit("xaa")}}})
	default:
		w := a.operands[1].words[0]
		if w.Known() && !strings.HasSuffix(w.Text(), "/") {
			w = lit(w.Text() + "aa")
		} else {
			w = inside(w, "aa")
		}
		a.operands[1].words = []Word{w}
	}
}

// openApps are apps of macOS that show and edit, and run nothing that they are
// given.
const openApps = "|Simulator|Safari|Google Chrome|Firefox|Finder|Preview|TextEdit|Visual Studio Code|Cursor|Xcode|Zed|Sublime Text|Arc|Brave Browser|Microsoft Edge|Console|Activity Monitor|"

// doOpen gives a file or an address to the desktop's program for it.
func doOpen(k *call, a *args) {
	if a.has("-R --reveal") { // shows it in its folder
		k.setKind(a, 0, "LIST")
		return
	}
	if app := a.value("-a"); a.has("-a") && !(app.Known() && strings.Contains(openApps, "|"+strings.TrimSuffix(app.Text(), ".app")+"|")) {
		k.effect(RunUnseen, k.name+" -a")
	}
	for i, v := range a.operands {
		w := v.words[0]
		switch ext := strings.ToLower(path.Ext(w.Text())); {
		case w.Is("") && k.name == "start": // the window's title
			a.operands[i].kind = "TEXT"
		case strings.Contains(w.Text(), "://"):
			a.operands[i].kind = "URL"
		case w.Known() && hasName(".html .htm .pdf .png .jpg .jpeg .gif .svg .webp .md .txt .csv .json .log .xml .mp4 .mp3", ext):
		case w.Known() && (w.Text() == "." || strings.HasSuffix(w.Text(), "/")):
		default:
			k.effect(RunUnseen, k.name+" (what the desktop opens it with)")
		}
	}
}

// pipeName: where the name of a file begins with one of marks, a shell runs the
// rest of it.
func (k *call) pipeName(w Word, marks string) {
	for mark := range strings.FieldsSeq(marks) {
		if w.Starts(mark) {
			k.values(k.name+": a name that is a command", []value{{kind: "LINE", words: []Word{without(w, mark)}}})
		}
	}
}

// doMedia: a program that reads media and writes others. ImageMagick takes some
// names for commands, and ffmpeg addresses for files.
func doMedia(k *call, a *args) {
	im := hasName("convert magick mogrify composite montage", k.name)
	sound := hasName("sox play rec", k.name)
	for i, v := range a.operands {
		w := v.words[0]
		if sound {
			k.pipeName(w, "|")
		}
		switch {
		case im && (w.Starts("|") || w.Starts("msl:") || w.Starts("ephemeral:") || w.Starts("mvg:")):
			k.effect(Hijack, k.name+": a name that is a command")
		case strings.Contains(w.Text(), "://") && !w.Starts("file:"):
			a.operands[i].kind = "URL"
			if v.kind == "WRITE" {
				k.effect(Send, k.name+": to an address")
			}
		case im && v.kind == "READ" && !looksPath(w.Text()):
			a.operands[i].kind = "TEXT" // -resize 50%
		case k.name == "mogrify" && v.kind == "READ":
			a.operands[i].kind = "WRITE"
		}
	}
}

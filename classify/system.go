package classify

import (
	"path"
	"regexp"
	"strings"
)

// What commands of the system do, where their words say it and not their flags.

// isGuardProcess reports whether pattern, as pgrep and pkill read it, means a
// process of guard or butler. One that means every process does not count here.
func isGuardProcess(pattern string, whole bool) bool {
	if pattern == "" {
		return false
	}
	re, err := regexp.Compile("(?i)" + pattern)
	if err != nil {
		return strings.Contains(pattern, "guard") || strings.Contains(pattern, "butler")
	}
	if re.MatchString("qzx") || re.MatchString("0") {
		return false
	}
	for _, name := range []string{"guard", "butler"} {
		if re.MatchString(name) && len(strings.Trim(pattern, "^$.*+?()|[]")) > 2 {
			return true
		}
		if whole && (re.MatchString("/bin/"+name+" ") || re.MatchString(name+" hook ") || re.MatchString(name+" serve")) && strings.Contains(pattern, name[:3]) {
			return true
		}
	}
	return false
}

const (
	guardPids   = "the process numbers of guard"
	processList = "the list of processes"
)

func doPgrep(k *call, a *args) {
	f := comes(markPlain, "process numbers")
	for _, w := range a.words {
		if w.Known() && isGuardProcess(w.Text(), a.has("OTHER")) {
			f.edit().from = guardPids
		}
	}
	k.prints(f)
}

func doPkill(k *call, a *args) {
	for _, w := range a.words {
		if !w.Known() {
			continue
		}
		name := path.Base(w.Text())
		if k.name == "pkill" && isGuardProcess(w.Text(), a.has("-f --full")) || name == "guard" || name == "butler" {
			k.foundWhy(Tamper, k.name, "it ends "+w.Text(), k.src)
		}
	}
}

// doKill: a job of the shell and the last process that the line started are its
// own; signal 0 only asks.
func doKill(k *call, a *args) {
	ws := a.words
	if len(ws) == 0 {
		return
	}
	for len(ws) > 0 && len(ws[0].Text()) > 1 && ws[0].Text()[0] == '-' && ws[0].Known() {
		if ws[0].Is("--") {
			ws = ws[1:]
			break
		}
		switch t := ws[0].Text(); {
		case t == "-l", t == "-L", t == "--list", t == "--table", t == "--help", t == "-0":
			return
		case t == "-s", t == "-n", t == "--signal", t == "-q":
			if len(ws) > 1 && ws[1].Is("0") {
				return
			}
			ws = ws[min(1, len(ws)-1):]
		case t == "-1" && len(ws) == 1:
			k.effect(Kill, k.name)
			return
		}
		ws = ws[1:]
	}
	for _, w := range ws {
		switch {
		case w.Known() && strings.HasPrefix(w.Text(), "%"):
		case w.Is("0") && len(k.via) > 0 && k.via[len(k.via)-1] == "trap": // what the line started, when it ends
		case w.hole() == "$!" || w.hole() == "${!}" || strings.Contains(w.flow().from(), "$!"):
		case strings.HasPrefix(w.flow().from(), guardPids),
			w.flow().from() == processList && (containsName(strings.NewReplacer("[", "", "]", "").Replace(k.text), "guard") || containsName(strings.NewReplacer("[", "", "]", "").Replace(k.text), "butler")):
			k.foundWhy(Tamper, k.name, "it ends guard", k.src)
		case w.flow().file() != "" && k.isGuard(path.Clean(w.flow().file()), deletes):
			k.foundWhy(Tamper, k.name, "it ends what "+w.flow().file()+" names", k.src)
		default:
			k.effect(Kill, k.name)
		}
	}
}

func doTaskkill(k *call, a *args) {
	for _, w := range a.words {
		low := strings.ToLower(strings.TrimSuffix(w.Text(), ".exe"))
		if low == "guard" || low == "butler" {
			k.foundWhy(Tamper, k.name, "it ends "+w.Text(), k.src)
		}
	}
}

// guardService: butler may run as a service.
func guardService(k *call, a *args) {
	for _, w := range a.words {
		base, _, _ := strings.Cut(w.Text(), ".")
		if (base == "butler" || base == "guard") && !strings.HasSuffix(k.name, " start") && !strings.HasSuffix(k.name, " restart") && !strings.HasSuffix(k.name, " daemon-reload") {
			k.foundWhy(Tamper, k.name, "it stops "+w.Text(), k.src)
		}
	}
}

// doPs: an e among its BSD flags, and -E on macOS, show each process's
// environment.
func doPs(k *call, a *args) {
	k.prints(comes(0, processList))
	if len(k.words) < 2 {
		return
	}
	w := k.words[1]
	bsd := w.Known() && len(w.Text()) > 0 && w.Text()[0] != '-' && strings.Trim(w.Text(), "abcdefghijklmnopqrstuvwxyzTUXZ") == ""
	if bsd && strings.Contains(w.Text(), "e") || w.Known() && len(w.Text()) > 1 && w.Text()[0] == '-' && w.Text()[1] != '-' && strings.Contains(w.Text(), "E") && !strings.Contains(w.Text(), "o") {
		k.foundWhy(Secret, k.name, "shows the environment of processes", k.src)
		k.prints(comes(markSecret, "the output of ps"))
	}
}

func doService(k *call, a *args) {
	for _, w := range a.words {
		if w.Has("status --status-all --list -l list is-running is-enabled avail tail pid maintail summary version help") {
			return
		}
	}
	if len(a.words) == 0 {
		return
	}
	k.effect(Machine, k.name)
	for _, w := range a.words {
		if w.Has("butler guard") {
			k.foundWhy(Tamper, k.name, "it stops "+w.Text(), k.src)
		}
	}
}

// doAdmin: programs that change the machine, unless their first word only looks.
func doAdmin(k *call, a *args) {
	w := a.word(0)
	if !a.dry && !(k.name == "auditctl" && a.has("-l -s -v")) && !w.Has("show list status info list-unit-files list-machines tree introspect get-property ping version help tracking sources monitor list-sinks print test-builtin dump read") {
		k.effect(Machine, k.name)
	}
}

func doCtl(k *call, a *args) {
	w := a.word(0)
	verb := w.Text()
	switch {
	case len(a.words) == 0:
	case !w.Known():
		k.effect(Machine, k.name)
	case strings.HasPrefix(verb, "status"), strings.HasPrefix(verb, "show"), strings.HasPrefix(verb, "list"), strings.HasSuffix(verb, "-status"), verb == "timesync-status", verb == "inspect", verb == "user-status", verb == "session-status", verb == "user", verb == "group", verb == "lldp", verb == "cat":
	case len(a.words) == 1 && k.name == "hostnamectl" && (verb == "hostname" || verb == "chassis" || verb == "location" || verb == "icon-name" || verb == "deployment"):
	case strings.HasPrefix(verb, "terminate"), strings.HasPrefix(verb, "kill"):
		k.effect(Kill, k.name)
	default:
		k.effect(Machine, k.name)
	}
}

func doSettings(k *call, a *args) {
	if !a.word(0).Has("get list-schemas list-keys list-recursively list-children range describe writable check query monitor") {
		k.effect(Machine, k.name)
	}
}

func doCrontab(k *call, a *args) {
	if a.has("-l -r -e") {
		return
	}
	if len(a.words) > 0 {
		w := a.words[0]
		if !w.Is("-") {
			k.touch(reads, w, k.name, k.src)
		}
	}
	k.effect(Machine, k.name)
	k.stdin = true
	text := k.in
	if w := a.word(0); w.pipe() || w.Known() && w.Text() != "-" && w.Text() != "" {
		text = k.content(w)
	}
	if text.download() {
		k.foundWhy(RunDownload, k.name, text.from(), k.src)
	}
	if text.text() != "" {
		for line := range strings.Lines(text.text()) { // minute hour day month weekday COMMAND
			line = strings.TrimSpace(line)
			if f := strings.Fields(line); len(f) > 5 && !strings.HasPrefix(line, "#") {
				k.child().script(strings.Join(f[5:], " "))
			} else if len(f) > 1 && strings.HasPrefix(line, "@") {
				k.child().script(strings.Join(f[1:], " "))
			}
		}
	}
}

func doIptables(k *call, a *args) {
	for _, w := range k.words[1:] {
		if w.Has("-L -S --list --list-rules -nL -nvL -vnL -vL -Ln -nLv -C --check -h --help -V --version -nvxL -nS") || w.Known() && strings.HasPrefix(w.Text(), "-L") {
			return
		}
	}
	k.effect(Machine, k.name)
}

// doNetworkTool: programs that look or change by their words.
func doNetworkTool(k *call, a *args) {
	var plain []string
	flags := ""
	for _, w := range a.words {
		if strings.HasPrefix(w.Text(), "-") {
			flags += " " + w.Text()
		} else {
			plain = append(plain, w.Text())
		}
	}
	verb := func(i int) string {
		if i < len(plain) {
			return plain[i]
		}
		return ""
	}
	looks := false
	switch k.name {
	case "nft":
		looks = strings.HasPrefix(verb(0), "list") || strings.Contains(flags, "-c") || strings.Contains(flags, "-v") && verb(0) == ""
	case "ufw":
		looks = hasName("status show version app", verb(0)) || strings.Contains(flags, "--dry-run")
	case "firewall-cmd":
		looks = strings.Contains(flags, "--list") || strings.Contains(flags, "--get") || strings.Contains(flags, "--state") || strings.Contains(flags, "--query") || strings.Contains(flags, "--info")
	case "pfctl":
		looks = strings.Contains(flags, " -s") && !strings.ContainsAny(flags, "Fefd")
	case "ipset":
		looks = hasName("list save test", verb(0))
	case "nmcli":
		looks = verb(0) == "" || verb(1) == "" || hasName("show status list monitor hostname permissions", verb(1)) && !hasName("modify", verb(2)) || verb(1) == "wifi" && hasName("list", verb(2)) || verb(1) == "wifi" && verb(2) == ""
	case "iw":
		looks = verb(0) == "" || verb(0) == "dev" && len(plain) == 1 || hasName("list reg", verb(0)) && verb(1) != "set" || hasName("info link scan station", verb(len(plain)-1)) || verb(2) == "info" || verb(2) == "link"
	case "iwconfig":
		looks = len(plain) < 2
	case "tc", "bridge":
		looks = len(plain) < 2 || hasName("show list ls", verb(1))
	case "ethtool":
		looks = !strings.ContainsAny(strings.ReplaceAll(flags, "--show", ""), "sAKLCGEXNpfUWr") || strings.Contains(flags, "-S") || strings.Contains(flags, "--show")
	case "route":
		looks = len(plain) == 0 || verb(0) == "get" || verb(0) == "print" || verb(0) == "show"
	case "arp":
		looks = !strings.ContainsAny(flags, "sdf")
	case "networksetup":
		for _, p := range []string{" -list", " -get", " -is", " -show", " -version", " -print", " -help"} {
			looks = looks || strings.HasPrefix(flags, p)
		}
	case "scutil":
		looks = flags != "" && !strings.Contains(flags, "--set") && !strings.Contains(flags, "--prefs") && !strings.Contains(flags, "--nc")
		if strings.Contains(flags, "--nc") {
			looks = hasName("list status show statistics", verb(0))
		}
	case "systemsetup":
		looks = strings.HasPrefix(flags, " -get") || strings.HasPrefix(flags, " -list") || strings.HasPrefix(flags, " -help")
	}
	if !looks {
		k.effect(Machine, k.name)
	}
}

// doIP: an object and a verb, either of them abbreviated; show is the default.
func doIP(k *call, a *args) {
	ws := a.words
	for len(ws) > 0 && strings.HasPrefix(ws[0].Text(), "-") {
		switch t := strings.TrimLeft(ws[0].Text(), "-"); t {
		case "b", "batch":
			k.effect(Machine, k.name+": -batch")
			return
		case "n", "netns", "l", "loops", "f", "family", "rc", "rcvbuf":
			ws = ws[1:]
		}
		if len(ws) > 0 {
			ws = ws[1:]
		}
	}
	if len(ws) < 2 {
		return
	}
	object, verb := ws[0].Text(), ws[1]
	if strings.HasPrefix(object, "netns") && verb.Is("exec") {
		k.effect(Elevate, k.name+": netns exec")
		if len(ws) > 3 {
			k.out, k.fixed = k.child().call(ws[3:], k.src), true
		}
		return
	}
	if strings.HasPrefix("monitor", object) && len(object) > 1 {
		return
	}
	if verb.Known() {
		if verb.Text() == "s" && !strings.HasPrefix("link", object) && !strings.HasPrefix(object, "net") {
			return
		}
		for _, name := range []string{"show", "list", "lst", "ls", "get", "help", "monitor", "pids", "identify", "save"} {
			if len(verb.Text()) > 1 && strings.HasPrefix(name, verb.Text()) || verb.Text() == "l" {
				return
			}
		}
		if strings.HasPrefix(verb.Text(), "-") || hasName("dev up master type table default", verb.Text()) && !strings.HasPrefix(object, "l") {
			return
		}
	}
	k.effect(Machine, k.name)
}

// disks makes each operand a disk that is overwritten. A file of the project
// may hold a filesystem.
func (k *call) disks(a *args) {
	for i := range a.operands {
		v := &a.operands[i]
		w := v.words[0]
		if strings.HasPrefix(w.Text(), "-") {
			continue
		}
		if strings.HasPrefix(w.Text(), "/dev/") && !k.stream(w) && !a.dry {
			k.foundWhy(Wipe, k.name, w.Text(), k.src)
			v.kind = "TEXT"
			continue
		}
		v.kind = "EMPTY"
		if !w.Known() {
			v.kind = "WRITE"
		}
	}
}

func doMkfs(k *call, a *args) {
	if a.dry {
		return
	}
	// A number behind the device is its size.
	for i := range a.operands {
		if w := a.operands[i].words[0]; w.Known() && strings.Trim(w.Text(), "0123456789kKmMgG") == "" {
			a.operands = append(a.operands[:i:i], a.operands[i+1:]...)
			break
		}
	}
	k.disks(a)
	for i := range a.operands {
		if v := &a.operands[i]; v.kind == "EMPTY" {
			v.kind = "WRITE"
		}
	}
}

// hasAny reports whether one of the words is surely one of the names.
func hasAny(ws []Word, names string) bool {
	for _, w := range ws {
		if w.Has(names) {
			return true
		}
	}
	return false
}

func doPartition(k *call, a *args) {
	if k.name == "sfdisk" && hasAny(a.words, "-n --no-act") {
		return
	}
	if hasAny(a.words, "-l --list -x --list-details print p unit -p --print -i --info -v --verify -d --dump -s --show-size -V --version --help -h -J --json -n --no-act -F --list-free -T --list-types -O -g --show-geometry") && !hasAny(a.words, "mklabel mkpart rm resizepart rescue set --delete -Z -z --zap-all --zap -o --clear -G --mbrtogpt") || len(a.words) == 0 {
		if k.name != "sgdisk" || !hasAny(a.words, "-n --new -d --delete -o -Z -z") {
			return
		}
	}
	found := false
	for _, w := range a.words {
		if strings.HasPrefix(w.Text(), "/dev/") {
			k.foundWhy(Wipe, k.name, w.Text(), k.src)
			found = true
		}
	}
	if !found {
		k.effect(Machine, k.name)
	}
}

func doDriveTool(k *call, a *args) {
	for _, w := range a.words {
		t := w.Text()
		switch {
		case strings.Contains(t, "security-erase"), strings.Contains(t, "trim-sector"), strings.Contains(t, "write-sector"), strings.Contains(t, "yes-i-know"), strings.Contains(t, "repair-sector"), strings.Contains(t, "make-bad-sector"), strings.Contains(t, "security-"), t == "format", t == "sanitize", t == "write", t == "write-zeroes", t == "dsm":
			for _, d := range a.words {
				if strings.HasPrefix(d.Text(), "/dev/") {
					k.foundWhy(Wipe, k.name, d.Text(), k.src)
					return
				}
			}
			k.effect(Wipe, k.name)
			return
		}
	}
	if hasAny(a.words, "-I -i -g -t -T -tT -Tt -C -H -a -x -A --all --info --health --scan --xall -q list id-ctrl id-ns smart-log error-log show-regs get-feature fw-log list-ns list-ctrl list-subsys version help --version --help") {
		return
	}
	k.effect(Machine, k.name)
}

func doBlockTool(k *call, a *args) {
	first := a.word(0)
	switch k.name {
	case "dumpe2fs", "xfs_info", "lsscsi":
		return
	case "losetup":
		if len(a.words) == 0 || hasAny(a.words, "-a -l --all --list -j --associated -J --json") {
			return
		}
	case "dmsetup":
		if first.Has("ls info status table deps targets version splitname report") {
			return
		}
		if first.Has("remove remove_all clear wipe_table") {
			k.effect(Discard, k.name)
			return
		}
	case "blockdev":
		for _, w := range a.words {
			if strings.HasPrefix(w.Text(), "--set") || strings.HasPrefix(w.Text(), "--flush") || strings.HasPrefix(w.Text(), "--reread") {
				k.effect(Machine, k.name)
				return
			}
		}
		return
	case "hdiutil":
		if first.Has("info imageinfo verify checksum help pmap plugins isencrypted") {
			return
		}
		if first.Has("create convert makehybrid") {
			for i := range a.operands {
				if i > 0 && !strings.HasPrefix(a.operands[i].words[0].Text(), "-") {
					a.operands[i].kind = "WRITE"
				}
			}
			return
		}
	case "multipath":
		if hasAny(a.words, "-l -ll -v -d") {
			return
		}
	case "xfs_db":
		if hasAny(a.words, "-r") {
			return
		}
	}
	k.effect(Machine, k.name)
}

func doCryptsetup(k *call, a *args) {
	switch w := a.word(0); {
	case w.Has("status luksDump isLuks luksUUID benchmark --help --version help list verify dump"):
	case w.Has("luksFormat erase luksErase reencrypt format luksHeaderRestore"):
		k.effect(Discard, k.name)
		for _, d := range a.words[1:] {
			if strings.HasPrefix(d.Text(), "/dev/") {
				k.foundWhy(Wipe, k.name, d.Text(), k.src)
			}
		}
	case w.Has("luksHeaderBackup"):
		k.effect(Secret, k.name)
	case len(a.words) > 0:
		k.effect(Machine, k.name)
	}
}

func doMdadm(k *call, a *args) {
	switch {
	case hasAny(a.words, "--zero-superblock --create -C --build -B"):
		k.effect(Discard, k.name)
		for _, d := range a.words {
			if strings.HasPrefix(d.Text(), "/dev/") {
				k.foundWhy(Wipe, k.name, d.Text(), k.src)
				return
			}
		}
	case hasAny(a.words, "--detail -D --examine -E --query -Q --help --version --detail-platform -Db -Ds --scan") && !hasAny(a.words, "--assemble -A --stop -S"):
	case len(a.words) > 0:
		k.effect(Machine, k.name)
	}
}

// doVolumes: a noun and a verb, or a verb alone.
func doVolumes(k *call, a *args) {
	var plain []string
	for _, w := range a.words {
		if !strings.HasPrefix(w.Text(), "-") {
			plain = append(plain, w.Text())
		}
	}
	for i, v := range plain {
		if i > 1 {
			break
		}
		switch v {
		case "list", "get", "status", "iostat", "history", "show", "usage", "df", "du", "scrub-status", "version", "help", "diff", "holds", "allow-list", "stats", "find-new", "get-default", "sync", "dump-tree", "events", "report", "list-configs", "get-config", "--list":
			if i == 0 || plain[0] != "send" {
				return
			}
		case "destroy", "delete", "del", "rollback", "offline", "labelclear", "detach", "remove", "clear", "undochange", "--delete", "--delete-all", "--restore", "release", "inherit", "format":
			k.effect(Discard, k.name)
			for _, w := range a.words {
				if (v == "format" || v == "labelclear") && strings.HasPrefix(w.Text(), "/dev/") {
					k.foundWhy(Wipe, k.name, w.Text(), k.src)
				}
			}
			return
		case "create":
			if k.name == "zpool" {
				for _, w := range a.words {
					if strings.HasPrefix(w.Text(), "/dev/") {
						k.foundWhy(Wipe, k.name, w.Text(), k.src)
						return
					}
				}
				k.effect(Discard, k.name)
				return
			}
		}
	}
	if hasAny(a.words, "--delete --delete-all --restore") {
		k.effect(Discard, k.name)
		return
	}
	if len(plain) > 0 && !hasAny(a.words, "--list -n --help --version") {
		k.effect(Machine, k.name)
	}
}

func doLaunchctl(k *call, a *args) {
	w := a.word(0)
	if w.Has("list print print-cache print-disabled plist dumpstate dumpjpcategory managerpid manageruid managername help version procinfo hostinfo blame error getenv examine resolveport variant") {
		return
	}
	for _, w := range a.words {
		if strings.Contains(w.Text(), "butler") || strings.HasSuffix(w.Text(), "guard") {
			k.foundWhy(Tamper, k.name, "it stops "+w.Text(), k.src)
		}
	}
	if w.Has("asuser bsexec") && len(a.words) > 2 {
		k.effect(Elevate, k.name)
		k.child().call(a.words[2:], k.src)
		return
	}
	if w.Has("submit") {
		for i, x := range a.words {
			if x.Is("--") {
				k.child().call(a.words[i+1:], k.src)
			}
		}
	}
	k.effect(Machine, k.name)
}

func doDiskutil(k *call, a *args) {
	verb := strings.ToLower(a.word(0).Text())
	if verb == "apfs" || verb == "appleraid" || verb == "corestorage" || verb == "cs" || verb == "image" {
		verb = strings.ToLower(a.word(1).Text())
	}
	switch {
	case hasName("list info activity listfilesystems listsnapshots listusers listcryptousers listvolumegroups verifyvolume verifydisk help", verb):
	case strings.HasPrefix(verb, "erase"), strings.HasPrefix(verb, "partition"), strings.HasPrefix(verb, "zero"), strings.HasPrefix(verb, "random"), strings.HasPrefix(verb, "secureerase"), verb == "reformat", verb == "deletecontainer", verb == "splitpartition", verb == "mergepartitions":
		k.foundWhy(Wipe, k.name, texts(a.words), k.src)
	case strings.HasPrefix(verb, "delete"):
		k.effect(Discard, k.name)
	default:
		k.effect(Machine, k.name)
	}
}

// doMac: programs of macOS that look or change by their words.
func doMac(k *call, a *args) {
	first := a.word(0)
	verb := strings.ToLower(first.Text())
	looks, does := false, Machine
	switch k.name {
	case "csrutil":
		looks = verb == "status"
	case "nvram":
		looks = verb == "-p" || verb == "-xp" || verb == "-px" || len(a.words) == 1 && first.Known() && !strings.ContainsAny(verb, "=-")
	case "spctl":
		for _, w := range a.words {
			looks = looks || w.Has("--assess -a --status --disable-status --list --test-devid-status") || strings.HasPrefix(w.Text(), "-a")
		}
		looks = looks && !hasAny(a.words, "--add --remove --enable --disable --master-disable --global-disable")
		if !looks {
			does = SkipChecks
		}
	case "dscl":
		for _, w := range a.words {
			v := strings.TrimPrefix(strings.ToLower(w.Text()), "-")
			looks = looks || hasName("read readall list search readpl diff ls cat", v)
		}
		if hasAny(a.words, "-passwd passwd -create create -append append -delete delete -change change -merge merge -createpl -deletepl") {
			looks = false
		}
	case "fdesetup":
		looks = hasName("status isactive list help version supportsauthrestart hasinstitutionalrecoverykey haspersonalrecoverykey", verb)
	case "tmutil":
		looks = hasName("help version destinationinfo latestbackup listbackups listlocalsnapshots listlocalsnapshotdates machinedirectory uniquesize verifychecksums status compare isexcluded currentphase calculatedrift", verb)
		if strings.HasPrefix(verb, "delete") || strings.HasPrefix(verb, "thin") || verb == "removedestination" {
			does = Discard
		}
	case "pmset":
		looks = verb == "-g" || verb == ""
	case "defaults":
		for i, w := range a.words {
			if strings.HasPrefix(w.Text(), "-") {
				continue
			}
			if i > 0 && (a.words[i-1].Is("-host")) {
				continue
			}
			looks = w.Has("read read-type domains find help export")
			if w.Is("export") && i+2 < len(a.words) && !a.words[i+2].Is("-") {
				a.operands[i+2].kind = "WRITE"
			}
			break
		}
	case "softwareupdate":
		looks = hasAny(a.words, "-l --list --history --list-full-installers --help -h") || len(a.words) == 0
	case "profiles":
		looks = hasName("list show status version help", strings.TrimPrefix(verb, "-"))
	case "xcode-select":
		looks = hasAny(a.words, "-p --print-path -v --version -h --help")
	case "mdutil":
		looks = hasAny(a.words, "-s -L -P") && !hasAny(a.words, "-E -i -d -X")
	case "pbcopy":
		k.prints(nothing)
		return
	case "pbpaste":
		k.prints(comes(0, "the clipboard"))
		return
	case "nettop":
		looks = true
	case "say", "screencapture", "sips", "plutil", "PlistBuddy":
		k.macFiles(a)
		return
	}
	if !looks {
		k.effect(does, k.name)
	}
}

// macFiles: programs that read files, or write them where a flag says so.
func (k *call) macFiles(a *args) {
	change := false
	switch k.name {
	case "sips":
		for _, w := range a.words {
			t := w.Text()
			change = change || hasName("-s -Z -z -r -f -c -i -d -e -x -m -E -M -X -j --setProperty --resampleHeightWidth --resampleHeightWidthMax --resampleWidth --resampleHeight --rotate --flip --cropToHeightWidth --padToHeightWidth --addIcon --deleteProperty --embedProfile --extractProfile --matchTo --deleteColorManagementProperties --optimizeColorForSharing", t)
		}
	case "plutil":
		change = hasAny(a.words, "-convert -insert -replace -remove -create") && !hasAny(a.words, "-o")
	case "screencapture":
		change = true
	case "PlistBuddy":
		for _, w := range a.words {
			low := strings.ToLower(w.Text())
			for _, v := range []string{"set ", "add ", "delete ", "clear", "merge ", "import ", "save", "copy "} {
				change = change || strings.HasPrefix(low, v)
			}
		}
	}
	for i := range a.operands {
		v := &a.operands[i]
		t := v.words[0].Text()
		prev := ""
		if i > 0 {
			prev = a.operands[i-1].words[0].Text()
		}
		switch {
		case strings.HasPrefix(t, "-"):
		case prev == "-o" || prev == "--out" || prev == "--output-file":
			v.kind = "WRITE"
		case prev == "-f" && k.name == "say":
			v.kind = "READ"
		case k.name == "say" || k.name != "screencapture" && strings.HasPrefix(prev, "-") && prev != "-p" && prev != "-lint" && prev != "-i":
		case change && (i == len(a.operands)-1):
			v.kind = "WRITE"
		case i == len(a.operands)-1:
			v.kind = "READ"
		}
	}
}

func doSecurity(k *call, a *args) {
	verb := a.word(0).Text()
	switch {
	case strings.HasPrefix(verb, "find-") && strings.HasSuffix(verb, "-password"):
		for _, w := range a.words[1:] {
			if len(w.Text()) > 1 && w.Text()[0] == '-' && w.Text()[1] != '-' && strings.ContainsAny(w.Text(), "wg") {
				k.effect(Secret, k.name)
				k.prints(comes(markSecret, "the output of security"))
				return
			}
		}
	case hasName("dump-keychain export export-smartcard cms pkcs12-export", verb):
		k.effect(Secret, k.name)
		k.prints(comes(markSecret, "the output of security"))
	case strings.HasPrefix(verb, "add-"), strings.HasPrefix(verb, "set-"), verb == "unlock-keychain", verb == "import":
		k.effect(Secret, k.name)
		if strings.HasPrefix(verb, "add-trusted") {
			k.effect(Machine, k.name)
		}
	case strings.HasPrefix(verb, "delete-"):
		k.effect(Discard, k.name)
	case strings.HasPrefix(verb, "find-"), strings.HasPrefix(verb, "get-"), strings.HasPrefix(verb, "show-"), strings.HasPrefix(verb, "dump-trust"), strings.HasPrefix(verb, "verify-"), hasName("help error list-smartcards translocate-status-check requirement-evaluate version", verb):
	case (verb == "list-keychains" || verb == "default-keychain" || verb == "login-keychain") && !hasAny(a.words, "-s"):
	case verb == "execute-with-privileges":
		k.effect(Elevate, k.name)
		if len(a.words) > 1 {
			k.child().call(a.words[1:], k.src)
		}
	default:
		k.effect(Machine, k.name)
	}
}

// winSplit sorts words of a Windows command: flags in lower case with one
// slash, and the rest. Git's bash needs //F for /F.
func winSplit(ws []Word) (flags string, rest []Word) {
	for _, w := range ws {
		t := w.Text()
		if strings.HasPrefix(t, "//") && len(t) > 2 {
			t = t[1:]
		}
		if w.Known() && len(t) > 1 && t[0] == '/' && !strings.Contains(t[1:], "/") && len(t) < 24 {
			flags += " " + strings.ToLower(t)
			continue
		}
		rest = append(rest, w)
	}
	return flags + " ", rest
}

// doCmd reads what cmd runs: the words after /c or /k.
func doCmd(k *call, a *args) {
	k.stdin = true
	for i, w := range a.words {
		if !w.Known() {
			continue
		}
		switch strings.ToLower(strings.TrimPrefix(w.Text(), "/")) {
		case "/c", "/k", "c", "k", "/r":
			if !strings.HasPrefix(w.Text(), "/") {
				continue
			}
			var b strings.Builder
			for _, x := range a.words[i+1:] {
				if !x.Known() {
					k.foundWhy(RunBuilt, k.name, cut(x.hole(), 60)+" is part of what is run", k.src)
				}
				b.WriteString(x.Text() + " ")
			}
			k.cmdLine(b.String())
			return
		}
	}
	k.interactive(k.name)
}

// cmdLine reads text as a command line of cmd.
func (k *call) cmdLine(text string) {
	text = strings.NewReplacer("2>&1", "", "1>&2", "").Replace(text)
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == '&' || r == '|' || r == '\n' }) {
		if before, to, ok := strings.Cut(part, ">"); ok {
			if f := cmdWords(strings.TrimLeft(to, ">")); len(f) > 0 && !f[0].Has("nul NUL 1 2") {
				k.write(winPath(f[0]), k.name+": >")
			}
			part = strings.TrimRight(before, "12")
		}
		words := k.cmdBody(cmdWords(part))
		if len(words) == 0 {
			continue
		}
		name := strings.TrimLeft(words[0].Text(), "@(")
		if hasName(".bat .cmd .com .ps1", strings.ToLower(path.Ext(name))) && !strings.ContainsAny(name, `/\`) && k.policy.lookup(strings.TrimSuffix(name, path.Ext(name))) == nil {
			words[0] = lit("./" + name) // cmd looks in the working folder, too
			k.child().call(words, k.src)
			continue
		}
		name = strings.TrimSuffix(strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/"))), ".exe")
		words[0] = lit(name)
		to := map[string]string{"rmdir": "rd", "dir": "ls", "type": "cat", "copy": "cp", "move": "mv", "md": "mkdir", "ren": "mv", "rename": "mv", "erase": "del", "start": "cmd-start", "echo": "echo", "call": "cmd-start"}[name]
		switch to {
		case "":
		case "rd", "del", "echo":
			words[0] = lit(to)
		case "cmd-start":
			if len(words) > 1 {
				k.cmdLine(part[strings.Index(strings.ToLower(part), name)+len(name):])
			}
			continue
		default:
			_, rest := winSplit(words[1:])
			words = append([]Word{lit(to)}, rest...)
		}
		in := k.child()
		in.call(words, k.src)
	}
}

// cmdBody takes away what stands in front of a command in cmd's if and for. What
// follows else, and the command whose output a for goes through, are judged here.
func (k *call) cmdBody(words []Word) []Word {
	is := func(i int, names string) bool {
		return i < len(words) && hasName(names, strings.ToLower(words[i].Text()))
	}
	for len(words) > 0 && k.codeStep() {
		n := 0
		switch strings.ToLower(strings.TrimLeft(words[0].Text(), "@(")) {
		case "", "else":
			n = 1
		case "if":
			for n = 1; is(n, "/i not"); n++ {
			}
			switch {
			case is(n, "exist defined errorlevel cmdextversion"):
				n += 2
			case is(n+1, "equ neq lss leq gtr geq =="):
				n += 3
			default:
				n++
			}
		case "for":
			for n = 1; n < len(words) && !is(n, "do"); n++ {
			}
			if in := strings.Trim(strings.TrimSpace(texts(words[min(4, n):n])), "()"); is(1, "/f") && len(in) > 2 && strings.ContainsAny(in[:1], "'`") {
				k.cmdLine(in[1 : len(in)-1])
			}
			n++
		default:
			for i, w := range words {
				if is(i, "else )else") && i > 0 {
					k.cmdLine(texts(words[i+1:]))
					words = words[:i]
					break
				}
				if t := strings.TrimRight(w.Text(), ")"); t != w.Text() {
					words[i] = lit(t)
				}
			}
			return words
		}
		words = words[min(n, len(words)):]
	}
	return words
}

// cmdWords splits a command line as cmd does: a backslash is a plain character.
func cmdWords(text string) []Word {
	var out []Word
	var b strings.Builder
	quoted, any := false, false
	flush := func() {
		if any {
			out = append(out, lit(b.String()))
		}
		b.Reset()
		any = false
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			quoted, any = !quoted, true
		case c == '^' && !quoted && i+1 < len(text):
			i++
			b.WriteByte(text[i])
			any = true
		case (c == ' ' || c == '\t') && !quoted:
			flush()
		default:
			b.WriteByte(c)
			any = true
		}
	}
	flush()
	return out
}

// doDel is del and rd.
func doDel(k *call, a *args) {
	flags, rest := winSplit(a.words)
	_ = flags
	for _, w := range rest {
		if strings.Contains(w.Text(), "%") { // a variable of cmd
			low := strings.ToLower(w.Text())
			if (strings.HasPrefix(low, "%userprofile%") || strings.HasPrefix(low, "%homepath%") || strings.HasPrefix(low, "%systemroot%") || strings.HasPrefix(low, "%systemdrive%") || strings.HasPrefix(low, "%windir%")) && strings.Count(low, `\`)+strings.Count(low, "/") <= 1 && (strings.HasSuffix(low, "%") || strings.HasSuffix(low, "*") || strings.HasSuffix(low, `\`)) {
				k.foundWhy(Wipe, k.name, w.Text(), k.src)
				continue
			}
			w = unsure(w.Text(), &gap{hole: w.Text()})
		} else if w.Known() {
			w = lit(strings.ReplaceAll(windows(w.Text()), `\`, "/"))
			if strings.ContainsAny(w.Text(), "*?") {
				w = unsure(w.Text(), &gap{glob: true, stem: w.Text()[:strings.IndexAny(w.Text(), "*?")], hole: w.Text()})
			}
		}
		k.touch(deletes, w, k.name, k.src)
	}
	a.operands = nil
}

// doWindows: programs of Windows that look or change by their words.
func doWindows(k *call, a *args) {
	flags, rest := winSplit(a.words)
	verb := func(i int) string {
		if i < len(rest) {
			return strings.ToLower(rest[i].Text())
		}
		return ""
	}
	all := strings.ToLower(texts(a.words))
	flag := func(names ...string) bool {
		for _, n := range names {
			if strings.Contains(flags, " "+n+" ") || strings.Contains(flags, " "+n+":") {
				return true
			}
		}
		return false
	}
	looks, does := false, Machine
	switch k.name {
	case "ipconfig":
		looks = !flag("/release", "/renew", "/registerdns", "/setclassid")
	case "query", "qprocess", "nbtstat", "getmac", "where", "driverquery", "tzutil", "findstr":
		looks = !flag("/s") && !strings.Contains(flags, "/s:") || k.name != "tzutil"
	case "reg":
		looks = hasName("query compare flags", verb(0))
		if verb(0) == "save" || verb(0) == "export" || verb(0) == "query" {
			if strings.Contains(all, `\sam`) || strings.Contains(all, `\security`) || strings.Contains(all, `\system`) && verb(0) == "save" {
				looks, does = false, Secret|Machine
			}
		}
	case "schtasks":
		looks = flag("/query") || flags == " "
		if i := strings.Index(all, "/tr "); i >= 0 {
			for j, w := range a.words {
				if strings.EqualFold(strings.TrimPrefix(w.Text(), "/"), "/tr") || strings.EqualFold(w.Text(), "/tr") {
					if j+1 < len(a.words) && a.words[j+1].Known() {
						k.cmdLine(a.words[j+1].Text())
					}
				}
			}
		}
		for _, w := range a.words {
			if low := strings.ToLower(w.Text()); low == "butler" || low == "guard" {
				does |= Tamper
			}
		}
	case "netsh":
		for i := range rest {
			looks = looks || verb(i) == "show" || verb(i) == "dump" || verb(i) == "help"
		}
		if strings.Contains(all, "key=clear") {
			looks, does = false, Secret
		}
	case "sc":
		looks = hasName("query queryex qc qdescription qfailure getdisplayname getkeyname enumdepend sdshow", verb(0)) || strings.HasPrefix(verb(0), `\\`) && strings.HasPrefix(verb(1), "q")
		if hasName("butler guard", verb(1)) && !looks {
			does |= Tamper
		}
	case "wmic":
		looks = !strings.Contains(all, " call ") && !strings.Contains(all, " delete") && !strings.Contains(all, " create") && !strings.Contains(all, " set ") && !strings.Contains(all, "/node:")
		if i := strings.Index(all, "call create"); i >= 0 {
			k.cmdLine(strings.Trim(strings.TrimSpace(texts(a.words)[i+len("call create"):]), `"'`))
		}
		if strings.Contains(all, "delete") {
			does = Discard
			if strings.Contains(all, "process") {
				does = Kill
			}
		}
	case "vssadmin", "wbadmin", "diskshadow":
		looks = verb(0) == "list" || verb(0) == "get"
		if verb(0) == "delete" || verb(0) == "resize" {
			does = Discard | Machine
		}
	case "bcdedit", "bootrec":
		looks = k.name == "bcdedit" && (len(a.words) == 0 || flag("/enum", "/v") && !flag("/set", "/delete"))
	case "fsutil":
		looks = hasName("fsinfo volume", verb(0)) && verb(1) != "dismount" || verb(1) == "query" || verb(1) == "queryextents"
	case "net", "net1":
		looks = len(rest) == 2 && flags == " " && hasName("user localgroup group accounts", verb(0)) || hasName("view statistics config help time file", verb(0)) && flags == " " || len(rest) == 1 && hasName("user localgroup group share use session accounts start", verb(0))
		if hasName("butler guard", verb(1)) {
			does |= Tamper
		}
	case "wevtutil":
		looks = hasName("qe query-events gl el gli ep enum-logs get-log", verb(0))
		if !looks {
			does = Discard
		}
	case "icacls", "cacls":
		looks = !flag("/grant", "/deny", "/remove", "/reset", "/setowner", "/inheritance", "/restore", "/setintegritylevel", "/p", "/g", "/e", "/d", "/r", "/substitute")
		if !looks && len(rest) > 0 {
			k.change(winPath(rest[0]), k.name)
			return
		}
	case "takeown":
		for i, w := range a.words {
			if strings.EqualFold(strings.TrimLeft(w.Text(), "/"), "f") && i+1 < len(a.words) {
				k.change(winPath(a.words[i+1]), k.name)
			}
		}
	case "attrib":
		looks = true
		for _, w := range rest {
			if strings.HasPrefix(w.Text(), "+") || strings.HasPrefix(w.Text(), "-") {
				looks = false
			}
		}
		if !looks {
			for _, w := range rest {
				if !strings.HasPrefix(w.Text(), "+") && !strings.HasPrefix(w.Text(), "-") {
					k.write(winPath(w), k.name)
				}
			}
			return
		}
	case "cipher":
		looks = flags == " "
		if strings.Contains(flags, "/w") {
			does = Discard
		}
	case "manage-bde", "auditpol", "secedit", "powercfg", "dism", "w32tm", "sfc", "defrag", "compact", "chkdsk":
		looks = strings.Contains(all, "-status") || flag("/get", "/list", "/query", "/l", "/q", "/a", "/get-features", "/get-packages", "/verifyonly") || strings.Contains(all, "/get-") || k.name == "chkdsk" && !flag("/f", "/r", "/x")
	case "gpupdate", "setx", "assoc", "ftype":
		looks = k.name != "gpupdate" && k.name != "setx" && !strings.Contains(all, "=")
		if k.name == "setx" && len(rest) > 1 {
			k.environment(rest[0].Text(), rest[1], k.src)
		}
	case "certutil":
		switch {
		case strings.Contains(all, "urlcache"), strings.Contains(all, "http://"), strings.Contains(all, "https://"):
			k.effect(Fetch, k.name)
			if len(a.words) > 2 {
				k.write(winPath(a.words[len(a.words)-1]), k.name)
			}
			return
		case strings.Contains(all, "-addstore"), strings.Contains(all, "-delstore"), strings.Contains(all, "-importpfx"):
		case strings.Contains(all, "-decode"), strings.Contains(all, "-encode"):
			k.write(winPath(a.word(2)), k.name)
			return
		default:
			looks = true
		}
	case "bitsadmin":
		does = Fetch | Machine
	case "mshta", "rundll32", "regsvr32", "wscript", "cscript", "installutil", "regasm":
		does = RunUnseen | Hijack
		if strings.Contains(all, "http:") || strings.Contains(all, "https:") {
			does = RunDownload
		}
	case "msiexec":
		if strings.Contains(all, "http:") || strings.Contains(all, "https:") {
			does = RunDownload
		}
	}
	if !looks {
		k.effect(does, k.name)
	}
}

// winPath is w with the slashes of other systems.
func winPath(w Word) Word {
	if w.Known() {
		return lit(strings.ReplaceAll(windows(w.Text()), `\`, "/"))
	}
	return w
}

func doRobocopy(k *call, a *args) {
	flags, rest := winSplit(a.words)
	a.operands = nil
	if strings.Contains(flags, " /l ") {
		return
	}
	if len(rest) > 0 {
		k.touch(reads, winPath(rest[0]), k.name, k.src)
		k.contentBelow(winPath(rest[0]), k.name)
		if strings.Contains(flags, " /mov ") || strings.Contains(flags, " /move ") {
			k.move(winPath(rest[0]), k.name)
		}
	}
	if len(rest) > 1 {
		if strings.Contains(flags, " /mir ") || strings.Contains(flags, " /purge ") {
			k.touch(deletes, winPath(rest[1]), k.name, k.src)
		} else {
			k.write(winPath(rest[1]), k.name)
		}
	}
}

// debuggerQuiet are commands of gdb and lldb that run, stop and look at the
// program and no other code.
const debuggerQuiet = "run r start starti continue c cont next n step s finish fin until advance kill k quit q bt backtrace where frame f up down thread info i break b tbreak delete list l print p x display ptype whatis watch disassemble disas set expression expr e breakpoint process target register memory settings image"

// doDebugger: the commands of a debugger may run a shell or code.
func doDebugger(k *call, a *args) {
	quiet := a.has("-batch --batch") || k.name == "lldb" && a.has("-b")
	for i := range a.flags {
		f := &a.flags[i]
		if !hasName("-ex --ex -eval-command --eval-command -iex -o --one-line", f.name) || len(f.values) == 0 {
			continue
		}
		w := f.values[0].words[0]
		if !w.Known() {
			k.foundWhy(RunBuilt, k.name, cut(w.Text(), 60)+" cannot be told", k.src)
			continue
		}
		verb, rest, _ := strings.Cut(strings.TrimSpace(w.Text()), " ")
		quiet = quiet && hasName(debuggerQuiet, strings.TrimRight(verb, "/0123456789abcdefginstuwxz")) || quiet && hasName(debuggerQuiet, verb)
		switch {
		case strings.HasPrefix(verb, "!"):
			k.child().script(w.Text()[strings.IndexByte(w.Text(), '!')+1:])
		case hasName("shell make pipe |", verb):
			k.child().script(strings.TrimPrefix(rest, "-d "))
		case hasName("platform", verb):
			if _, cmd, ok := strings.Cut(rest, "shell "); ok {
				k.child().script(cmd)
			}
		case hasName("python py python-interactive pi script", verb):
			k.code("python", textFlow(rest), k.name+": "+verb)
		case hasName("attach at", verb):
			k.foundWhy(Kill, k.name, w.Text(), k.src)
		case hasName("source dump restore guile gu", verb):
			k.foundWhy(RunBuilt, k.name, w.Text(), k.src)
		case hasName("call print p expr expression e", verb) && strings.Contains(rest, "("):
			k.foundWhy(RunBuilt, k.name, w.Text(), k.src)
		}
	}
	if a.form == nil && len(a.operands) > 0 && quiet {
		k.inner(k.name).call(a.operands[0].words, k.src)
	} else if !quiet || a.has("-x --command -s --source -p -pid --pid --attach-pid") {
		k.effect(RunUnseen, k.name)
	}
}

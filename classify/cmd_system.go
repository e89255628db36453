package classify

import "strings"

// Services, processes, users, disks, the kernel: Linux, macOS, and the commands
// of Windows that agents type into bash. Who may be asked about the machine and
// who changes it; the code is in system.go.
var systemCommands = []Command{
	// What the machine says of itself.
	{Name: "uname lscpu lsusb lspci lsmem lsns lsipc lslocks lsmod lsblk blkid findmnt mountpoint free uptime vmstat iostat mpstat sar pidstat nstat hostid lsb_release sensors acpi upower iotop htop btop atop glances rocm-smi dmidecode inxi neofetch fastfetch screenfetch hwinfo lshw biosdecode cpuid turbostat numastat slabtop systemd-detect-virt systemd-analyze systemd-cgls systemd-cgtop systemd-path systemd-escape systemd-id128 sw_vers system_profiler ioreg vm_stat hostinfo machine ver systeminfo tasklist infocmp setterm pagesize modinfo powertop coredumpctl last lastb lastlog w who users finger pinky ac procinfo uuidgen pmap pwdx pstree dstat lsinitrd dpkg-architecture", Open: true, Args: "TEXT..."},
	{Name: "nvidia-smi", Dash1: true, Open: true, Flags: []Flag{{"-pl=TEXT --power-limit=TEXT -r --gpu-reset -pm=TEXT --persistence-mode=TEXT -lgc=TEXT --lock-gpu-clocks=TEXT -rgc -mig=TEXT -ac=TEXT -rac --compute-mode=TEXT --ecc-config=TEXT", Machine}, {"-f=WRITE --filename=WRITE", 0}}, Args: "TEXT..."},
	{Name: "cpupower", Open: true, Args: "TEXT...", More: &More{Rules: []Rule{{"changes the machine", Machine, "frequency-set idle-set set", nil}}}},
	{Name: "whoami id groups", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
		for _, w := range k.words {
			if w.Has("-u -g --user --group") {
				k.prints(marked(markPlain))
			}
		}
	}},
	{Name: "nproc tty logname locale tput clear stty reset tset cal ncal gcal", Open: true, Args: "TEXT..."},
	{Name: "sleep usleep gsleep", Args: "TEXT...", Flags: []Flag{{"--help --version", 0}}, Out: OutNone},
	{Name: "getconf", Open: true, Args: "TEXT...", Out: OutPlain},
	{
		Name: "date gdate",
		Flags: []Flag{
			{"-u -R -j -n --utc --universal --rfc-email --rfc-2822 --debug -I[=TEXT] --iso-8601[=TEXT] --resolution", 0},
			{"-d=TEXT --date=TEXT -v=TEXT -z=TEXT --rfc-3339=TEXT -t=TEXT", 0},
			{"-r=LIST --reference=LIST", 0},
			{"-f=READ --file=READ", 0},
			{"-s=TEXT --set=TEXT", Machine},
		},
		Args: "TEXT...",
		Out:  OutPlain,
		More: &More{Rules: []Rule{{Says: "a date without +", Does: Machine, When: func(a *args) bool {
			return len(a.words) == 1 && a.words[0].Known() && a.words[0].Text() != "" && a.words[0].Text()[0] >= '0' && a.words[0].Text()[0] <= '9' && !a.has("-j -d --date -f")
		}}}},
		Do: doDate,
	},
	{Name: "arch", Dash1: true, Flags: []Flag{{"-x86_64 -x86_64h -arm64 -arm64e -i386 -32 -64 -c -h", 0}, {"-arch=TEXT --arch=TEXT -d=TEXT -e=TEXT", 0}}, Args: "CMD"},
	{Name: "ps", Open: true, Args: "TEXT...", Do: doPs},
	{Name: "top", Open: true, Args: "TEXT..."},
	{Name: "pgrep pidof", Open: true, Args: "TEXT...", Do: doPgrep},
	{Name: "lsof", Open: true, Args: "TEXT...", Do: func(k *call, a *args) { k.prints(comes(markPlain, "the output of lsof")) }},
	{Name: "ss netstat", Open: true, Flags: []Flag{{"-K --kill", Machine}}, Args: "TEXT..."},
	{
		Name: "dmesg",
		Flags: []Flag{
			{"-H -L -w -W -x -r -t -T -k -u -e -d -i -S -P -h -V --human --color[=TEXT] --follow --follow-new --decode --raw --notime --ctime --kernel --userspace --reltime --show-delta --syslog --nopager --noescape --json -J --force-prefix -p", 0},
			{"-l=TEXT -f=TEXT -s=TEXT --level=TEXT --facility=TEXT --buffer-size=TEXT --since=TEXT --until=TEXT --time-format=TEXT", 0},
			{"-F=READ --file=READ -K=READ --kmsg-file=READ", 0},
			{"-n=TEXT --console-level=TEXT", 0},
			{"-c -C -D -E --read-clear --clear --console-off --console-on", Machine},
		},
	},
	{Name: "hostname domainname dnsdomainname nisdomainname ypdomainname", Flags: []Flag{{"-a -A -b -d -f -i -I -s -y -v --alias --all-fqdns --domain --fqdn --long --ip-address --all-ip-addresses --short --yp --nis", 0}, {"-F=READ --file=READ", Machine}}, Args: "TEXT", More: &More{Rules: []Rule{{Says: "a new name", Does: Machine, When: func(a *args) bool { return len(a.words) > 0 }}}}},
	{
		Name: "journalctl",
		Open: true,
		Flags: []Flag{
			{"--vacuum-size=TEXT --vacuum-time=TEXT --vacuum-files=TEXT", Discard},
			{"--rotate --flush --sync --relinquish-var --smart-relinquish-var --setup-keys --update-catalog", Machine},
			{"-D=READ --directory=READ --file=READ --root=READ -n[=TEXT] -u=TEXT -o=TEXT -p=TEXT -S=TEXT -U=TEXT -t=TEXT -F=TEXT -g=TEXT --since=TEXT --until=TEXT --unit=TEXT --output=TEXT --priority=TEXT --lines[=TEXT] --grep=TEXT --field=TEXT", 0},
			{"--cursor-file=WRITE", 0},
		},
		Args: "TEXT...",
	},
	{Name: "logger", Open: true, Flags: []Flag{{"-f=READ --file=READ", 0}, {"-n=TEXT --server=TEXT", Send}, {"-p=TEXT -t=TEXT --priority=TEXT --tag=TEXT", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		if f := a.value("-f --file"); f.Text() != "" && a.has("-n --server") {
			k.send(f, k.name+": -f")
		}
	}},

	// Processes.
	{Name: "kill", Plain: true, Args: "TEXT...", Do: doKill},
	{Name: "pkill killall killall5 skill xkill", Open: true, Flags: []Flag{
		{"-l --list -L --version --help", Dry},
		{"-0", Dry},
		{"-s=TEXT -u=TEXT -U=TEXT -g=TEXT -G=TEXT -P=TEXT -t=TEXT -o=TEXT -y=TEXT --signal=TEXT --user=TEXT --older-than=TEXT --younger-than=TEXT --euid=TEXT --uid=TEXT --parent=TEXT --terminal=TEXT --pidfile=READ -F=READ", 0},
		{"-f --full -x --exact -n --newest -i --ignore-case -I -v -w -q -r -e -z -m -d -SIGTERM -SIGKILL -SIGHUP -SIGINT -SIGUSR1 -SIGUSR2 -SIGSTOP -SIGCONT -TERM -KILL -HUP -INT -9 -15 -2 -1 -3 -6", 0},
	}, Does: Kill, Args: "TEXT...", Do: doPkill},
	{Name: "fuser", Open: true, Flags: []Flag{{"-k --kill", Kill}}, Args: "TEXT..."},
	{Name: "renice snice", Does: Kill, Open: true, Args: "TEXT..."},
	{Name: "prlimit", Open: true, Flags: []Flag{{"-p=TEXT --pid=TEXT", 0}}, Args: "CMD"},
	{Name: "gcore", Open: true, Does: Kill, Args: "TEXT..."},
	{Name: "gstack pstack", Open: true, Args: "TEXT..."},
	{Name: "py-spy rbspy", Flags: []Flag{{"-p=TEXT --pid=TEXT -r=TEXT --rate=TEXT -d=TEXT --duration=TEXT -f=TEXT --format=TEXT -F -i -s -n -t -g -j --nonblocking --native --subprocesses --threads --gil --idle --json --silent --function", 0}, {"-l --locals", Secret}, {"-o=WRITE --output=WRITE --file=WRITE --raw-file=WRITE -c=READ --core=READ", 0}}, Args: "CMD", Subs: []Command{{Name: "record top dump snapshot report", Args: "CMD"}, {Name: "help completions", Args: "TEXT..."}}},
	{Name: "dwarfdump", Dash1: true, Open: true, Args: "READ..."},
	{Name: "log", Subs: []Command{ // of macOS
		{Name: "show stream stats help", Dash1: true, Open: true, Flags: []Flag{{"--predicate=TEXT --last=TEXT --start=TEXT --end=TEXT --style=TEXT --process=TEXT --level=TEXT --type=TEXT --timeout=TEXT", 0}}, Args: "READ..."},
		{Name: "erase config collect", Does: Machine, Dash1: true, Open: true, Args: "TEXT..."},
	}},
	{Name: "gdb lldb", Dash1: true, Open: true, Flags: []Flag{{"-p=TEXT -pid=TEXT --pid=TEXT --attach-pid=TEXT", Kill}, {"-ex=TEXT --ex=TEXT -eval-command=TEXT --eval-command=TEXT -o=TEXT --one-line=TEXT -iex=TEXT", 0}, {"-x=READ --command=READ -s=READ --source=READ", 0}, {"--args -args -batch --batch -b -q -quiet", 0}}, More: &More{Forms: []Form{{If: "--args -args", Args: "CMD"}}}, Args: "TEXT...", Do: doDebugger},

	// Services.
	{
		Name: "systemctl",
		Flags: []Flag{
			{"--user --system --global -a -l -q -r --all --full --quiet --failed --no-pager --no-legend --plain --recursive --reverse --before --after --no-block --wait --no-wall --no-reload --no-ask-password --now -f --force --runtime --show-types --value -T --show-transaction --with-dependencies --dry-run -i --ignore-inhibitors --legend[=TEXT] --mkdir --marked --read-only --firmware-setup --when=TEXT --check-inhibitors=TEXT", 0},
			{"-t=TEXT -p=TEXT -P=TEXT -n=TEXT -o=TEXT -s=TEXT --type=TEXT --state=TEXT --property=TEXT --lines=TEXT --output=TEXT --signal=TEXT --job-mode=TEXT --kill-who=TEXT --kill-whom=TEXT --preset-mode=TEXT --message=TEXT --timestamp=TEXT --what=TEXT --drop-in=TEXT --stdin --image=TEXT --boot-loader-menu=TEXT --boot-loader-entry=TEXT --reboot-argument=TEXT", 0},
			{"-H=TEXT --host=TEXT", Remote},
			{"-M=TEXT --machine=TEXT", Remote},
			{"--root=WRITE", 0},
		},
		Subs: []Command{
			{Name: "status show cat list-units list-unit-files list-timers list-sockets list-jobs list-dependencies list-machines list-paths list-automounts is-active is-enabled is-failed is-system-running get-default help show-environment whoami", Args: "TEXT..."},
			{Name: "kill", Does: Kill, Args: "TEXT...", Do: guardService},
			{Name: "start stop restart reload try-restart reload-or-restart try-reload-or-restart enable disable reenable preset preset-all mask unmask link revert edit add-wants add-requires set-default isolate clean freeze thaw set-property bind mount-image service-log-level service-log-target reset-failed daemon-reload daemon-reexec set-environment unset-environment import-environment log-level log-target service-watchdogs cancel", Does: Machine, Args: "TEXT...", Do: guardService},
			{Name: "default rescue emergency halt poweroff reboot kexec soft-reboot exit switch-root sleep suspend hibernate hybrid-sleep suspend-then-hibernate", Does: Machine, Args: "TEXT..."},
		},
		Args: "TEXT",
	},
	{Name: "service rc-service sv s6-svc supervisorctl invoke-rc.d runit monit", Args: "TEXT...", Plain: true, Do: doService},
	{Name: "rc-update update-rc.d chkconfig insserv rc-config", Does: Machine, Plain: true, Args: "TEXT..."},
	{Name: "shutdown reboot halt poweroff init telinit pm-suspend pm-hibernate systemd-halt", Does: Machine, Open: true, Flags: []Flag{{"--help --version", Dry}}, Args: "TEXT..."},
	{Name: "systemd-run", Does: Machine, Flags: []Flag{
		{"--user --system --scope -r --remain-after-exit --send-sighup --no-block --wait -P --pipe -t --pty -q --quiet -G --collect -S --shell --same-dir -d --slice-inherit --no-ask-password", 0},
		{"-p=TEXT -u=TEXT -E=TEXT --property=TEXT --unit=TEXT --description=TEXT --slice=TEXT --setenv=TEXT --nice=TEXT --service-type=TEXT --path-property=TEXT --socket-property=TEXT --timer-property=TEXT --on-active=TEXT --on-boot=TEXT --on-startup=TEXT --on-unit-active=TEXT --on-unit-inactive=TEXT --on-calendar=TEXT --working-directory=TEXT --background=TEXT", 0},
		{"--uid=TEXT --gid=TEXT", Elevate},
		{"-H=TEXT --host=TEXT -M=TEXT --machine=TEXT", Remote},
	}, Args: "CMD"},
	{Name: "systemd-inhibit systemd-cat", Flags: []Flag{{"--what=TEXT --who=TEXT --why=TEXT --mode=TEXT --list -t=TEXT -p=TEXT --identifier=TEXT --priority=TEXT", 0}}, Args: "CMD"},
	{Name: "systemd-nspawn", Does: Elevate, Flags: []Flag{{"-D=TEXT -M=TEXT -b -q --directory=TEXT --bind=TEXT", 0}}, Args: "BOX CMD", Open: true},
	{Name: "localedef systemd-tmpfiles systemd-sysusers systemd-firstboot systemd-machine-id-setup udevadm bootctl machinectl busctl dbus-send gdbus kernel-install update-grub grub-install grub-mkconfig grub2-mkconfig update-initramfs dracut mkinitcpio efibootmgr ldconfig update-alternatives alternatives update-ca-certificates update-ca-trust dpkg-reconfigure debconf-set-selections alsactl rfkill swapon swapoff zramctl fstrim quotaon quotaoff setquota edquota hwclock ntpdate ntpd chronyc adjtimex dconf setcap semanage setsebool setenforce aa-teardown aa-enforce aa-disable apparmor_parser auditctl tuned-adm kexec", Open: true, Flags: []Flag{{"--help --version --list --show --display --query --print", Dry}}, Args: "TEXT...", Do: doAdmin},
	{Name: "hostnamectl timedatectl localectl loginctl networkctl homectl userdbctl portablectl", Open: true, Flags: []Flag{{"-H=TEXT --host=TEXT", Remote}, {"-p=TEXT --property=TEXT -n=TEXT", 0}}, Args: "TEXT...", Do: doCtl},
	{Name: "gsettings xdg-settings xdg-mime update-mime-database", Open: true, Args: "TEXT...", Do: doSettings},
	{Name: "crontab", Open: true, Flags: []Flag{{"-l", 0}, {"-r -e", Machine}, {"-i -T=READ", 0}, {"-u=TEXT", Elevate}}, Args: "TEXT...", Do: doCrontab},
	{Name: "atq", Args: "TEXT...", Open: true},
	{Name: "atrm anacron", Does: Machine, Open: true, Args: "TEXT..."},

	{
		Name: "gpg gpg2",
		Flags: []Flag{
			{"-q -v -n -t -a -z -i -K -k --quiet --verbose --no-tty --batch --yes --no --armor --armour --textmode --interactive --fingerprint --list-keys --list-public-keys --list-secret-keys --list-sigs --check-sigs --list-signatures --check-signatures --list-packets --with-colons --with-fingerprint --with-subkey-fingerprint --with-keygrip --no-default-keyring --no-options --keyid-format=TEXT --trust-model=TEXT --always-trust --status-fd=TEXT --logger-fd=TEXT --pinentry-mode=TEXT --digest-algo=TEXT --cipher-algo=TEXT --use-agent --no-greeting --import --print-md=TEXT --dearmor --enarmor --show-keys --gen-random=TEXT --version --help --dump-options --list-config --no-secmem-warning --expert --homedir=READ --keyring=READ --update-trustdb --check-trustdb --import-ownertrust --export-ownertrust --export --passwd", 0},
			{"-s -b -e -c -r=TEXT -u=TEXT -R=TEXT --sign --clearsign --clear-sign --detach-sign --encrypt --symmetric --recipient=TEXT --local-user=TEXT --default-key=TEXT --hidden-recipient=TEXT --verify --verify-files", 0},
			{"-o=WRITE --output=WRITE", 0},
			{"-d --decrypt --passphrase=TEXT --passphrase-file=READ --passphrase-fd=TEXT --export-secret-keys --export-secret-subkeys --export-secret-ssh-key", Secret},
			{"--recv-keys --receive-keys --search-keys --refresh-keys --locate-keys --fetch-keys --auto-key-locate=TEXT", Fetch},
			{"--keyserver=TEXT --keyserver-options=TEXT", 0},
			{"--send-keys", Publish},
			{"--delete-keys --delete-key --delete-secret-keys --delete-secret-key --delete-secret-and-public-key --gen-revoke --generate-revocation", Discard},
			{"--edit-key --gen-key --generate-key --full-generate-key --full-gen-key --quick-generate-key --quick-gen-key --quick-add-key --sign-key --lsign-key --quick-sign-key --card-edit --change-pin", Secret},
			{"--photo-viewer=LINE --agent-program=PROGRAM --dirmngr-program=PROGRAM --exec-path=TEXT --options=READ", Hijack},
		},
		More: &More{Forms: []Form{{If: "-s -b -e -c -d --sign --clearsign --clear-sign --detach-sign --encrypt --symmetric --decrypt --verify", Args: "READ..."}}},
		Args: "TEXT...",
		Out:  OutBuilt,
	},
	{Name: "gpgconf gpg-connect-agent gpg-agent gpgv gpgsm dirmngr", Open: true, Args: "TEXT..."},
	{
		Name:  "adb",
		Lead:  true,
		Flags: []Flag{{"-d -e -a -s=TEXT -t=TEXT -H=TEXT -P=TEXT -L=TEXT", 0}},
		Subs: []Command{
			{Name: "devices version help get-state get-serialno get-devpath logcat bugreport wait-for-device start-server features jdwp host-features mdns", Open: true, Args: "TEXT..."},
			{Name: "shell exec-out exec-in", Flags: []Flag{{"-e -n -t -T -x", 0}}, Args: "SCRIPT", Do: func(k *call, a *args) {
				text := texts(a.words)
				first, rest, _ := strings.Cut(text, " ")
				verb, _, _ := strings.Cut(rest, " ")
				switch {
				case strings.ContainsAny(text, ";|&$`<>\n"):
				case hasName("getprop dumpsys logcat ps top uptime df ls cat screencap screenrecord input monkey pidof id date", first), first == "pm" && hasName("list path dump", verb), first == "am" && hasName("start startservice broadcast force-stop instrument start-activity", verb), first == "cmd" && hasName("package", verb), first == "wm" && !strings.Contains(rest, "reset"), first == "settings" && hasName("get list", verb):
					a.operands = nil
					k.effect(Loopback, k.name)
					return
				}
				k.effect(Remote, k.name)
				for i := range a.operands {
					a.operands[i].host = true
				}
			}},
			{Name: "install install-multiple install-multi-package", Does: Loopback, Open: true, Args: "READ..."},
			{Name: "uninstall reboot root unroot remount sideload disable-verity enable-verity keygen restore reconnect usb tcpip pair connect disconnect emu", Does: Remote, Open: true, Args: "TEXT..."},
			{Name: "push", Does: Remote, Open: true, Args: "READ... TEXT"},
			{Name: "pull", Open: true, Args: "TEXT... WRITE"},
			{Name: "forward reverse", Does: Loopback, Open: true, Args: "TEXT..."},
			{Name: "backup", Open: true, Flags: []Flag{{"-f=WRITE", 0}}, Args: "TEXT..."},
			{Name: "kill-server", Does: Kill},
		},
	},

	// Users.
	{Name: "useradd usermod userdel groupadd groupmod groupdel gpasswd groupmems passwd chpasswd chgpasswd chage chsh chfn adduser deluser addgroup delgroup newusers vipw vigr visudo pwconv pwunconv grpconv newgidmap faillock pam-auth-update authconfig authselect smbpasswd sysadminctl dseditgroup dsenableroot createhomedir", Does: Machine, Open: true, Flags: []Flag{{"-S --status -l --list --help", Dry}}, Args: "TEXT..."},
	{Name: "newgrp", Does: Elevate, Open: true, Args: "TEXT..."},

	// Network settings of this machine.
	{Name: "iptables ip6tables iptables-nft iptables-legacy ebtables arptables", Open: true, Flags: []Flag{{"-t=TEXT --table=TEXT", 0}}, Args: "TEXT...", Do: doIptables},
	{Name: "iptables-save ip6tables-save", Open: true, Flags: []Flag{{"-f=WRITE --file=WRITE", 0}}, Args: "TEXT..."},
	{Name: "iptables-restore ip6tables-restore iptables-apply fail2ban-client wg wg-quick openvpn pppd dhclient dhcpcd ifup ifdown brctl vconfig macchanger hostapd wpa_cli wpa_supplicant", Open: true, Args: "TEXT...", Do: doAdmin},
	{Name: "nft ufw firewall-cmd pfctl ipset nmcli iw iwconfig tc bridge ethtool route arp networksetup scutil systemsetup", Open: true, Plain: true, Args: "TEXT...", Do: doNetworkTool},
	{Name: "ip", Plain: true, Args: "TEXT...", Do: doIP},
	{Name: "ifconfig", Plain: true, Args: "TEXT...", More: &More{Rules: []Rule{{Says: "a change of an interface", Does: Machine, When: func(a *args) bool {
		n := 0
		for _, w := range a.words {
			if len(w.Text()) == 0 || w.Text()[0] != '-' {
				n++
			}
		}
		return n > 1 || n == 1 && len(a.words) > 1 && !a.words[0].Has("-a -s -v -l -u -d -L -m")
	}}}}},

	// The kernel.
	{Name: "sysctl", Flags: []Flag{{"-a -A -X -N -n -b -e -d -q -i -o -x --all --names --values --binary --ignore --quiet --pattern=TEXT -r=TEXT --deprecated", 0}, {"-w --write", Machine}, {"-p[=READ] -f --load[=READ] --system", Machine}}, Args: "TEXT...", More: &More{Rules: []Rule{{Says: "NAME=value", Does: Machine, Word: "*=*"}}}},
	{Name: "modprobe insmod rmmod depmod kmod kextload kextunload kmutil dkms", Does: Machine, Open: true, Flags: []Flag{{"-n --dry-run --show -D --show-depends -c --showconfig --resolve-alias -R --version", Dry}}, Args: "TEXT..."},

	// Disks and filesystems.
	{Name: "mount", Flags: []Flag{{"-l -v -h -V --show-labels", 0}, {"-a -B -M -R -f -F -i -n -r -w -s --all --bind --move --rbind --fork --fake --internal-only --make-shared --make-private --make-slave --make-rprivate --make-rslave --make-rshared --mkdir[=TEXT] --read-only --rw", 0}, {"-t=TEXT -o=TEXT -O=TEXT -L=TEXT -U=TEXT -T=TEXT -N=TEXT --types=TEXT --options=TEXT --source=TEXT --target=TEXT --label=TEXT --uuid=TEXT --fstab=TEXT", 0}}, Args: "TEXT...", More: &More{Rules: []Rule{{Says: "a filesystem", Does: Machine, When: func(a *args) bool { return len(a.words) > 0 || a.has("-a --all --source --target") }}}}, Do: func(k *call, a *args) {
		if n := len(a.words); n > 0 {
			k.covers(a.words[n-1], k.name)
		}
		k.covers(a.value("--target"), k.name)
	}},
	{Name: "umount fusermount fusermount3 mount.cifs mount.nfs automount udisksctl pmount pumount cryptdisks_start cryptdisks_stop", Does: Machine, Open: true, Args: "TEXT..."},
	{Name: "mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.msdos mkfs.ntfs mkfs.exfat mkfs.f2fs mkfs.reiserfs mkfs.jfs mkfs.minix mkfs.cramfs mkfs.bfs mkfs.nilfs2 mkfs.erofs mkfs.ubifs mkfs.bcachefs mke2fs mkdosfs mkntfs mkexfatfs mkswap mkreiserfs newfs newfs_hfs newfs_apfs newfs_msdos newfs_exfat", Open: true, Flags: []Flag{{"-n", Dry}, {"-t=TEXT -L=TEXT -U=TEXT -O=TEXT -E=TEXT -b=TEXT -I=TEXT -i=TEXT -m=TEXT -N=TEXT -T=TEXT", 0}, {"-f -F -q -v -c -K -V", 0}}, Args: "TEXT...", Do: doMkfs},
	{Name: "fdisk gdisk sgdisk sfdisk parted cfdisk cgdisk gparted gpart", Open: true, Plain: true, Args: "TEXT...", Do: doPartition},
	{Name: "wipefs", Flags: []Flag{{"-a -f -q -p -i -J --all --force --quiet --parsable --noheadings --json --backup[=TEXT]", 0}, {"-o=TEXT -t=TEXT -O=TEXT --offset=TEXT --types=TEXT --output=TEXT --lock[=TEXT]", 0}, {"-n --no-act", Dry}}, Args: "TEXT...", Do: func(k *call, a *args) {
		if a.has("-a --all -o --offset") {
			k.disks(a)
		}
	}},
	{Name: "blkdiscard badblocks nwipe scrub secure-delete sfill sswap", Open: true, Args: "TEXT...", Do: func(k *call, a *args) { k.disks(a) }},
	{Name: "hdparm sdparm nvme smartctl", Open: true, Args: "TEXT...", Plain: true, Do: doDriveTool},
	{Name: "e2fsck fsck fsck.ext2 fsck.ext3 fsck.ext4 fsck.xfs fsck.vfat fsck.fat fsck_hfs fsck_apfs xfs_repair ntfsfix resize2fs xfs_growfs tune2fs e2label xfs_admin debugfs e4defrag growpart partprobe partx kpartx swaplabel fatlabel ntfsresize", Does: Machine, Open: true, Flags: []Flag{{"-n -N -l", Dry}}, Args: "TEXT..."},
	{Name: "dumpe2fs xfs_info xfs_db lsscsi iscsiadm multipath nbd-client nbd-server blockdev dmsetup losetup hdiutil", Open: true, Plain: true, Args: "TEXT...", Do: doBlockTool},
	{Name: "cryptsetup veritysetup integritysetup clevis", Open: true, Args: "TEXT...", Do: doCryptsetup},
	{Name: "mdadm", Open: true, Plain: true, Args: "TEXT...", Do: doMdadm},
	{Name: "lvs pvs vgs lvdisplay pvdisplay vgdisplay lvscan pvscan vgscan lvmdiskscan lvmconfig lvmdump", Open: true, Args: "TEXT..."},
	{Name: "lvremove vgremove lvreduce vgreduce lvconvert lvresize pvmove vgmerge vgsplit vgcfgrestore", Does: Discard, Open: true, Flags: []Flag{{"-t --test", Dry}, {"--reportformat=TEXT -L=TEXT -l=TEXT --size=TEXT --extents=TEXT", 0}, {"-f -y -v -n --force --yes", 0}}, Args: "TEXT..."},
	{Name: "lvcreate lvextend lvchange lvrename vgcreate vgextend vgchange vgrename vgexport vgimport pvchange pvresize vgcfgbackup vgck", Does: Machine, Open: true, Flags: []Flag{{"-t --test", Dry}}, Args: "TEXT..."},
	{Name: "pvcreate pvremove", Open: true, Flags: []Flag{{"-t --test", Dry}, {"-f -ff -y -v --force --yes", 0}}, Args: "TEXT...", Do: func(k *call, a *args) { k.disks(a) }},
	{Name: "lvm", Args: "CMD"},
	{Name: "zfs zpool btrfs bcachefs stratis snapper timeshift", Open: true, Plain: true, Args: "TEXT...", Do: doVolumes},

	// macOS.
	{Name: "launchctl", Plain: true, Args: "TEXT...", Do: doLaunchctl},
	{Name: "diskutil", Plain: true, Args: "TEXT...", Do: doDiskutil},
	{Name: "csrutil nvram spctl dscl fdesetup tmutil pmset defaults softwareupdate sysdiagnose bless profiles tccutil systemkeychain PlistBuddy plutil sips say screencapture lsregister mdutil xcode-select DevToolsSecurity authchanger nettop", Plain: true, Args: "TEXT...", Do: doMac},
	{
		Name: "perf",
		Subs: []Command{
			{Name: "stat record trace kmem lock mem", Flags: []Flag{{"-a -d -v -x=TEXT -r=TEXT -e=TEXT -p=TEXT -t=TEXT -C=TEXT -F=TEXT -c=TEXT -g -s -n -q -B -A -I=TEXT --call-graph=TEXT --event=TEXT --repeat=TEXT --freq=TEXT --all-cpus --delay=TEXT --no-buildid --switch-events --sync --summary --duration=TEXT", 0}, {"-o=WRITE --output=WRITE -i=READ --input=READ --log-fd=TEXT", 0}}, Args: "CMD"},
			{Name: "report script annotate top list diff evlist bench buildid-list version sched probe", Open: true, Flags: []Flag{{"-i=READ -o=WRITE", 0}}, Args: "TEXT..."},
		},
	},
	{Name: "security", Plain: true, Args: "TEXT...", Do: doSecurity},

	// Windows.
	{Name: "cmd", Plain: true, Args: "TEXT...", Do: doCmd},
	{Name: "del erase rd", Plain: true, Args: "TEXT...", Do: doDel},
	{Name: "format", Plain: true, Args: "TEXT...", Do: func(k *call, a *args) {
		for _, w := range a.words {
			if len(w.Text()) == 2 && w.Text()[1] == ':' {
				k.foundWhy(Wipe, k.name, w.Text(), k.src)
				return
			}
		}
		k.effect(Unknown, k.name)
	}},
	{Name: "diskpart", Does: Wipe, Plain: true, Args: "TEXT..."},
	{Name: "reg schtasks netsh sc wmic vssadmin wbadmin bcdedit bootrec fsutil net net1 wevtutil icacls takeown cacls attrib cipher manage-bde dism sfc powercfg w32tm gpupdate tzutil setx assoc ftype auditpol secedit certutil bitsadmin mshta rundll32 regsvr32 wscript cscript msiexec installutil regasm compact defrag chkdsk diskshadow ipconfig query qprocess nbtstat getmac where driverquery findstr", Plain: true, Args: "TEXT...", Do: doWindows},
	{Name: "taskkill tskill", Does: Kill, Plain: true, Args: "TEXT...", Do: doTaskkill},
	{Name: "robocopy xcopy", Plain: true, Args: "TEXT...", Do: doRobocopy},
	{Name: "wsl", Flags: []Flag{{"-l --list -v --verbose --status --version --help -e --exec -q --quiet --all --online", 0}, {"-d=TEXT -u=TEXT --cd=TEXT --distribution=TEXT --user=TEXT --shell-type=TEXT", 0}, {"--shutdown -t=TEXT --terminate=TEXT --set-default=TEXT -s=TEXT --set-version=TEXT --update --install --mount=TEXT --unmount --import=TEXT", Machine}, {"--export=TEXT", 0}, {"--unregister=TEXT", Discard}}, Args: "CMD"},
	{Name: "cygpath wslpath winpath", Open: true, Args: "TEXT..."},
	{Name: "Remove-Item ri Stop-Process spps Invoke-Expression iex Invoke-WebRequest iwr Invoke-RestMethod irm Get-ChildItem gci Get-Content Get-Process gps Get-Service Set-ExecutionPolicy Start-Process saps Stop-Service Restart-Service Set-ItemProperty New-Item Copy-Item Move-Item Set-Content Add-Content Out-File Clear-Content Stop-Computer Restart-Computer Format-Volume Clear-Disk Get-Location Test-Path Write-Output Write-Host Get-Item Select-String Get-Date Get-Command Get-Help Measure-Object", Plain: true, Args: "TEXT...", Do: func(k *call, a *args) {
		if strings.EqualFold(k.name, "iex") || strings.EqualFold(k.name, "Invoke-Expression") {
			if k.in.download() {
				k.foundWhy(RunDownload, k.name, k.in.from(), k.src)
			}
			if len(a.words) > 1 && a.words[0].Has("-e --eval --rpc-eval") { // Elixir's shell has the name, too
				k.otherCode(k.wordFlow(a.words[len(a.words)-1]), k.name)
			}
		}
		if hasName("iwr irm invoke-webrequest invoke-restmethod", strings.ToLower(k.name)) {
			k.prints(comes(markDownload, "the output of "+k.name))
		}
		k.code("pwsh", textFlow(k.src), k.name)
	}},
}

package classify

import (
	"path"
	"strings"
)

// Containers and clusters. A container of this machine is a wrapper: its
// command is judged, its paths are not this machine's but for what is mounted.
// A cluster is another machine.
var boxCommands = []Command{
	{
		Name: "docker podman nerdctl finch lima-nerdctl",
		Lead: true,
		Flags: []Flag{
			{"-D -v --debug --version --tls --tlsverify --help", 0},
			{"-l=TEXT --log-level=TEXT --tlscacert=READ --tlscert=READ --tlskey=READ --namespace=TEXT -n=TEXT --root=TEXT --runroot=TEXT --storage-driver=TEXT --events-backend=TEXT --cgroup-manager=TEXT --address=TEXT -a=TEXT", 0},
			{"-H=DAEMON --host=DAEMON -c=DAEMON --context=DAEMON --connection=DAEMON --url=DAEMON", 0},
			{"-r --remote", 0},
			{"--config=LIST", 0},
			{"--runtime=PROGRAM --conmon=PROGRAM --hooks-dir=LIST --module=TEXT", 0},
		},
		Subs: []Command{
			{
				Name: "run create",
				Lead: true,
				Flags: []Flag{
					{"-d -i -t -P -q --detach --interactive --tty --rm --init --publish-all --no-healthcheck --oom-kill-disable --quiet --read-only --replace --sig-proxy[=TEXT] --disable-content-trust[=TEXT] --tls-verify[=TEXT] --http-proxy[=TEXT] --no-hosts --systemd[=TEXT] --restart=TEXT", 0},
					{"-a=TEXT -c=TEXT -e=TEXT -h=TEXT -l=TEXT -m=TEXT -p=TEXT -u=TEXT --add-host=TEXT --annotation=TEXT --attach=TEXT --blkio-weight=TEXT --cap-drop=TEXT --cgroup-parent=TEXT --cidfile=WRITE --cpu-shares=TEXT --cpus=TEXT --cpu-period=TEXT --cpu-quota=TEXT --cpuset-cpus=TEXT --cpuset-mems=TEXT --detach-keys=TEXT --dns=TEXT --dns-option=TEXT --dns-search=TEXT --domainname=TEXT --env=TEXT --expose=TEXT --gpus=TEXT --group-add=TEXT --health-cmd=TEXT --health-interval=TEXT --health-retries=TEXT --health-start-period=TEXT --health-timeout=TEXT --hostname=TEXT --ip=TEXT --ip6=TEXT --isolation=TEXT --label=TEXT --label-file=READ --link=TEXT --log-driver=TEXT --log-opt=TEXT --mac-address=TEXT --memory=TEXT --memory-swap=TEXT --memory-reservation=TEXT --memory-swappiness=TEXT --name=TEXT --net=TEXT --network=TEXT --network-alias=TEXT --net-alias=TEXT --oom-score-adj=TEXT --pids-limit=TEXT --platform=TEXT --pod=TEXT --arch=TEXT --os=TEXT --publish=TEXT --pull=TEXT --shm-size=TEXT --stop-signal=TEXT --stop-timeout=TEXT --storage-opt=TEXT --tmpfs=TEXT --ulimit=TEXT --user=TEXT --volume-driver=TEXT --volumes-from=TEXT --tz=TEXT --umask=TEXT --timeout=TEXT --secret=TEXT --requires=TEXT --passwd-entry=TEXT --image-volume=TEXT --chrootdirs=TEXT --link-local-ip=TEXT", 0},
					{"-w=TEXT --workdir=TEXT --entrypoint=TEXT", 0},
					{"--env-file=READ", 0},
					{"-v=TEXT --volume=TEXT --mount=TEXT", 0},
					{"--privileged", Elevate},
					{"--cap-add=TEXT --device=TEXT --device-cgroup-rule=TEXT --pid=TEXT --ipc=TEXT --uts=TEXT --userns=TEXT --cgroupns=TEXT --security-opt=TEXT --runtime=TEXT --sysctl=TEXT --rootfs", 0},
				},
				Args: "BOX CMD",
				Do:   doBoxRun,
			},
			{
				Name: "exec",
				Lead: true,
				Flags: []Flag{
					{"-d -i -t -l -q --detach --interactive --tty --latest --no-session --detach-keys=TEXT", 0},
					{"-e=TEXT -u=TEXT --env=TEXT --env-file=READ --user=TEXT --preserve-fds=TEXT", 0},
					{"-w=TEXT --workdir=TEXT", 0},
					{"--privileged", Elevate},
				},
				Args: "BOX CMD",
				Do:   doBoxExec,
			},
			{Name: "ps images history info version search top port stats diff inspect events wait logs healthcheck untag", Open: true, Flags: []Flag{{"--format=TEXT -f=TEXT --filter=TEXT -n=TEXT --last=TEXT", 0}, {"-q --quiet -a --all -l --latest -s --size", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
				if k.name == "docker ps" && a.has("-q --quiet") && !a.has("--format") {
					k.prints(comes(markPlain, "names of containers"))
				}
				if t := a.value("-f --format").Text(); strings.Contains(t, ".Config.Env") || strings.Contains(t, ".Env}") {
					k.effect(Secret, k.name+": the environment of a container")
				}
			}},
			{Name: "pull", Open: true, Does: RunProject, Args: "TEXT..."},
			{
				Name: "build",
				Flags: []Flag{
					{"-q --quiet --no-cache --pull[=TEXT] --rm[=TEXT] --force-rm --compress --squash --load --debug -D --check --no-cache-filter=TEXT", 0},
					{"-t=TEXT -m=TEXT -c=TEXT --tag=TEXT --build-arg=TEXT --label=TEXT --target=TEXT --platform=TEXT --progress=TEXT --network=TEXT --memory=TEXT --shm-size=TEXT --ulimit=TEXT --add-host=TEXT --cgroup-parent=TEXT --isolation=TEXT --provenance=TEXT --sbom=TEXT --attest=TEXT --annotation=TEXT --cpus=TEXT --cpuset-cpus=TEXT --cpu-quota=TEXT --cpu-shares=TEXT --cache-from=TEXT --format=TEXT --jobs=TEXT --layers[=TEXT] --userns=TEXT --security-opt=TEXT --build-context=TEXT --call=TEXT --ssh=TEXT --secret=TEXT", 0},
					{"-f=READ --file=READ", 0},
					{"--builder=TEXT", 0},
					{"-o=TEXT --output=TEXT --cache-to=TEXT", 0},
					{"--iidfile=WRITE --metadata-file=WRITE", 0},
					{"-v=TEXT --volume=TEXT", 0},
					{"--allow=TEXT", Elevate},
					{"--push", Publish},
				},
				Args: "READ...",
				Does: RunProject,
				Do:   doBoxBuild,
			},
			{
				Name: "buildx builder buildkit",
				Subs: []Command{
					{
						Name: "build",
						Flags: []Flag{
							{"-q --quiet --no-cache --pull[=TEXT] --load --debug -D --check --no-cache-filter=TEXT", 0},
							{"-t=TEXT --tag=TEXT --build-arg=TEXT --label=TEXT --target=TEXT --platform=TEXT --progress=TEXT --network=TEXT --shm-size=TEXT --ulimit=TEXT --add-host=TEXT --provenance=TEXT --sbom=TEXT --attest=TEXT --annotation=TEXT --cache-from=TEXT --build-context=TEXT --call=TEXT --ssh=TEXT --secret=TEXT", 0},
							{"-f=READ --file=READ", 0},
							{"--builder=TEXT", 0},
							{"-o=TEXT --output=TEXT --cache-to=TEXT", 0},
							{"--iidfile=WRITE --metadata-file=WRITE", 0},
							{"--allow=TEXT", Elevate},
							{"--push", Publish},
						},
						Args: "READ...",
						Does: RunProject,
						Do:   doBoxBuild,
					},
					{Name: "bake", Flags: []Flag{{"--load --no-cache --print --pull --check -f=READ --file=READ --set=TEXT --progress=TEXT --metadata-file=WRITE --builder=TEXT --allow=TEXT --list=TEXT", 0}, {"--push", Publish}}, Args: "TEXT...", Does: RunProject},
					{Name: "ls inspect du version history", Open: true, Args: "TEXT..."},
					{Name: "create use", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
						for _, w := range a.words {
							if strings.Contains(w.Text(), "://") {
								k.effect(daemonEffect(w), k.name)
							}
						}
					}},
					{Name: "prune rm", Open: true, Args: "TEXT...", Does: Discard},
					{Name: "stop", Args: "TEXT..."},
					{Name: "imagetools", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
						if a.word(0).Is("create") {
							k.effect(Publish, k.name)
						}
					}},
				},
			},
			{Name: "start restart unpause pause attach resize update rename tag", Open: true, Args: "TEXT...", Does: RunProject},
			{Name: "stop kill", Open: true, Args: "TEXT...", Does: Kill},
			{Name: "rm", Flags: []Flag{{"-f -l -a -i -v --force --link --volumes --all --ignore --cidfile=READ -t=TEXT --time=TEXT --depend --filter=TEXT", 0}}, Args: "TEXT...", Does: Discard},
			{Name: "rmi", Flags: []Flag{{"-f -a -i --force --all --no-prune --ignore --platform=TEXT", 0}}, Args: "TEXT...", Does: Discard},
			{Name: "cp", Flags: []Flag{{"-a -L -q --archive --follow-link --quiet --overwrite --pause", 0}}, Args: "TEXT TEXT", Do: doBoxCopy},
			{Name: "export save", Flags: []Flag{{"-o=WRITE --output=WRITE --format=TEXT --platform=TEXT -q --quiet -m --multi-image-archive --compress", 0}}, Args: "TEXT..."},
			{Name: "commit", Open: true, Args: "TEXT..."},
			{Name: "load import", Flags: []Flag{{"-i=READ --input=READ -q --quiet -c=TEXT --change=TEXT -m=TEXT --message=TEXT --platform=TEXT", 0}}, Args: "READ TEXT"},
			{Name: "push", Flags: []Flag{{"-a -q --all-tags --quiet --disable-content-trust[=TEXT] --platform=TEXT --tls-verify[=TEXT] --creds=AUTH --format=TEXT --authfile=TEXT --sign-by=TEXT", 0}}, Args: "TEXT...", Does: Publish},
			{Name: "login", Open: true, Flags: []Flag{{"-p=AUTH --password=AUTH -u=TEXT --username=TEXT --password-stdin", 0}}, Args: "TEXT...", Does: Secret},
			{Name: "logout", Open: true, Args: "TEXT...", Does: Secret},
			{
				Name: "image",
				Subs: []Command{
					{Name: "ls list inspect history tree exists diff", Open: true, Args: "TEXT..."},
					{Name: "pull", Open: true, Does: RunProject, Args: "TEXT..."},
					{Name: "tag untag", Args: "TEXT..."},
					{Name: "build", Open: true, Args: "READ...", Does: RunProject, Do: doBoxBuild},
					{Name: "save", Flags: []Flag{{"-o=WRITE --output=WRITE --format=TEXT --platform=TEXT", 0}}, Args: "TEXT..."},
					{Name: "load import", Flags: []Flag{{"-i=READ --input=READ -q --quiet", 0}}, Args: "READ TEXT"},
					{Name: "push", Open: true, Args: "TEXT...", Does: Publish},
					{Name: "rm remove", Open: true, Args: "TEXT...", Does: Discard},
					{Name: "prune", Open: true, Args: "TEXT...", Does: Discard},
					{Name: "mount unmount sign trust scp", Open: true, Args: "TEXT...", Does: Unknown},
				},
			},
			{Name: "container", Args: "REST", Plain: true, Do: doBoxContainer},
			{
				Name: "volume",
				Subs: []Command{
					{Name: "ls list inspect exists", Open: true, Args: "TEXT..."},
					{Name: "create", Open: true, Args: "TEXT..."},
					{Name: "rm remove", Open: true, Args: "TEXT...", Does: Discard},
					{Name: "prune", Open: true, Args: "TEXT...", Does: Discard},
					{Name: "import", Args: "TEXT READ", Does: Discard},
					{Name: "export", Open: true, Flags: []Flag{{"-o=WRITE --output=WRITE", 0}}, Args: "TEXT..."},
					{Name: "update mount unmount reload", Open: true, Args: "TEXT..."},
				},
			},
			{
				Name: "network",
				Subs: []Command{
					{Name: "ls list inspect exists", Open: true, Args: "TEXT..."},
					{Name: "create connect disconnect update reload", Open: true, Args: "TEXT..."},
					{Name: "rm remove prune", Open: true, Args: "TEXT...", Does: Discard},
				},
			},
			{
				Name: "system",
				Subs: []Command{
					{Name: "df info events", Open: true, Args: "TEXT..."},
					{Name: "prune", Open: true, Args: "TEXT...", Does: Discard},
					{Name: "dial-stdio", Args: "TEXT...", Does: Elevate},
					{Name: "reset", Open: true, Args: "TEXT...", Does: Discard},
					{Name: "connection service migrate renumber", Open: true, Args: "TEXT...", Does: Unknown},
				},
			},
			{Name: "context", Subs: []Command{
				{Name: "ls list show inspect", Open: true, Args: "TEXT..."},
				{Name: "use", Args: "DAEMON"},
				{Name: "create update import", Open: true, Args: "TEXT...", Does: Remote},
				{Name: "export", Args: "TEXT WRITE", Does: Secret},
				{Name: "rm remove", Open: true, Args: "TEXT...", Does: Discard},
			}},
			{Name: "manifest", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
				if a.word(0).Is("push") {
					k.effect(Publish, k.name)
				}
			}},
			{Name: "machine", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
				switch {
				case a.word(0).Has("ls list inspect info version os"):
				case a.word(0).Has("rm reset"):
					k.effect(Discard, k.name)
				default:
					k.effect(Machine, k.name)
				}
			}},
			{Name: "compose", Lead: true, Flags: []Flag{
				{"-f=READ --file=READ", 0},
				{"--env-file=TEXT -p=TEXT --project-name=TEXT --profile=TEXT --project-directory=TEXT --progress=TEXT --parallel=TEXT --ansi=TEXT --compatibility --dry-run --verbose --all-resources --no-ansi -v --version", 0},
				{"-H=DAEMON --host=DAEMON -c=DAEMON --context=DAEMON", 0},
			}, Subs: []Command{
				{Name: "ps ls logs images top port events version config convert stats wait volumes", Open: true, Flags: []Flag{{"-o=WRITE --output=WRITE", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
					if dir := k.sh.dir(); strings.HasSuffix(k.name, " config") && !a.has("--services --images --profiles --volumes --networks --models -q --quiet --hash --no-interpolate --variables") && (a.has("--environment") || dir != "" && k.scene.kind(path.Join(dir, ".env")) == KindFile) {
						k.foundWhy(Secret, k.name, "it fills in the values of .env", k.src)
						k.prints(comes(markSecret, "the output of "+k.name))
					}
					if strings.HasSuffix(k.name, " ps") && a.has("-q --quiet") {
						k.prints(comes(markPlain, "names of containers"))
					}
				}},
				{Name: "up start restart create scale watch build pull pause unpause attach alpha bridge", Open: true, Args: "TEXT...", Does: RunProject, Flags: []Flag{{"--push", Publish}, {"-V --renew-anon-volumes", Discard}}, Do: doComposeUp},
				{Name: "stop", Open: true, Args: "TEXT...", Does: RunProject},
				{Name: "down", Flags: []Flag{{"--remove-orphans -t=TEXT --timeout=TEXT --dry-run", 0}, {"-v --volumes", Discard}, {"--rmi=TEXT", Discard}}, Args: "TEXT...", Does: RunProject},
				{Name: "rm", Flags: []Flag{{"-f -s --force --stop --dry-run", 0}, {"-v --volumes", Discard}}, Args: "TEXT...", Does: RunProject},
				{Name: "kill", Open: true, Args: "TEXT...", Does: RunProject},
				{Name: "push publish", Open: true, Args: "TEXT...", Does: Publish},
				{Name: "cp", Flags: []Flag{{"-a -L --all --archive --follow-link --index=TEXT --dry-run", 0}}, Args: "TEXT TEXT", Do: doBoxCopy},
				{Name: "export commit", Open: true, Flags: []Flag{{"-o=WRITE --output=WRITE", 0}}, Args: "TEXT..."},
				{Name: "exec", Lead: true, Flags: []Flag{{"-d -T -i -t --detach --no-tty --no-TTY --interactive[=TEXT] --tty[=TEXT] -e=TEXT -u=TEXT --env=TEXT --user=TEXT --index=TEXT --dry-run", 0}, {"-w=TEXT --workdir=TEXT", 0}, {"--privileged", Elevate}}, Args: "BOX CMD", Do: doBoxExec},
				{Name: "run", Lead: true, Flags: []Flag{{"-d -T -i -P -q --detach --rm --no-TTY --no-deps --service-ports --use-aliases --build --interactive[=TEXT] --quiet --quiet-pull --quiet-build --remove-orphans --tty[=TEXT] -e=TEXT -u=TEXT -l=TEXT -p=TEXT --env=TEXT --env-from-file=TEXT --user=TEXT --name=TEXT --label=TEXT --publish=TEXT --cap-drop=TEXT --pull=TEXT --dry-run", 0}, {"-w=TEXT --workdir=TEXT --entrypoint=TEXT", 0}, {"-v=TEXT --volume=TEXT --cap-add=TEXT", 0}}, Args: "BOX CMD", Do: doComposeRun},
			}},
			{Name: "swarm node service stack secret config plugin trust checkpoint", Open: true, Args: "TEXT...", Do: doVerbsAll},
			{Name: "scan sbom scout dive lint hub desktop model mcp debug init extension feedback ai offload sandbox", Open: true, Args: "TEXT...", Do: doVerbsAll},
			{Name: "unshare", Flags: []Flag{{"--rootless-netns", 0}}, Args: "CMD"},
			{Name: "pod generate kube play quadlet auto-update mount unmount farm artifact namespace apparmor ipfs internal", Open: true, Args: "TEXT...", Do: doVerbsAll},
		},
		Args: "",
	},
	{Name: "docker-compose podman-compose", Args: "REST", Plain: true, Do: func(k *call, a *args) {
		engine, _, _ := strings.Cut(k.name, "-")
		k.as(engine, append([]Word{lit("compose")}, a.words...))
	}},
	{
		Name: "kubectl oc k microk8s.kubectl minikube-kubectl",
		Open: true,
		Flags: []Flag{
			{"-n=TEXT --namespace=TEXT --context=TEXT --cluster=TEXT --user=TEXT --kubeconfig=LOAD -s=TEXT --server=TEXT --as=TEXT --as-group=TEXT --as-uid=TEXT --request-timeout=TEXT --certificate-authority=READ --client-certificate=TEXT --client-key=TEXT --cache-dir=TEXT --tls-server-name=TEXT --username=TEXT -v=TEXT --v=TEXT --profile=TEXT --profile-output=WRITE --log-file=WRITE --insecure-skip-tls-verify[=TEXT] --warnings-as-errors --match-server-version --log-flush-frequency=TEXT", 0},
			{"--token=AUTH --password=AUTH", 0},
			{"-o=TEXT --output=TEXT -l=TEXT --selector=TEXT --field-selector=TEXT --sort-by=TEXT -c=TEXT --container=TEXT --template=TEXT --chunk-size=TEXT -L=TEXT --label-columns=TEXT", 0},
			{"-A -R -w -q --all-namespaces --recursive --watch --watch-only --no-headers --show-labels --show-kind --show-managed-fields[=TEXT] --ignore-not-found[=TEXT] --all --overwrite --local --record", 0},
			{"-f=READ --filename=READ -k=READ --kustomize=READ", 0},
			{"--dry-run[=TEXT]", Dry},
		},
		Subs: []Command{
			{Name: "get describe", Does: ReadRemote, Args: "TEXT...", Do: doKubeGet, Flags: []Flag{{"--raw=TEXT", 0}}},
			{Name: "logs log", Does: ReadRemote, Args: "TEXT...", Flags: []Flag{{"-f -p --follow --previous --tail=TEXT --since=TEXT --since-time=TEXT --timestamps --prefix --max-log-requests=TEXT --limit-bytes=TEXT", 0}}},
			{Name: "top explain api-resources api-versions version cluster-info events wait diff status projects project whoami", Does: ReadRemote, Args: "TEXT...", Flags: []Flag{{"-p --previous --tail=TEXT --since=TEXT --since-time=TEXT --timestamps --follow --prefix --max-log-requests=TEXT --limit-bytes=TEXT --for=TEXT --timeout=TEXT", 0}}},
			{Name: "auth", Does: ReadRemote, Args: "TEXT...", Do: func(k *call, a *args) {
				if a.word(0).Has("reconcile") {
					k.effect(Publish, k.name)
				}
			}},
			{Name: "kustomize completion options plugin help convert", Args: "TEXT...", Flags: []Flag{{"--enable-helm --enable-alpha-plugins --enable-exec --helm-command=PROGRAM --load-restrictor=TEXT", 0}}},
			{Name: "krew", Args: "TEXT...", Do: func(k *call, a *args) {
				if a.word(0).Has("install upgrade") {
					k.effect(ForeignPackage, k.name)
				}
			}},
			{Name: "config", Args: "TEXT...", Flags: []Flag{{"--raw --minify --flatten", 0}}, Do: doKubeConfig},
			{Name: "rollout", Args: "TEXT...", Do: func(k *call, a *args) {
				switch {
				case a.word(0).Has("status history"):
					k.effect(ReadRemote, k.name)
				case a.word(0).Has("undo"):
					k.effect(Rewrite&^mask(k.dry), k.name)
				default:
					k.effect(Publish&^mask(k.dry), k.name)
				}
			}},
			{Name: "apply create run expose autoscale annotate label patch edit set replace certificate adm new-app new-project start-build import-image tag policy process extract", Does: Publish, Args: "TEXT...", Do: doKubeApply, Flags: []Flag{{"--force --prune --cascade[=TEXT] --grace-period=TEXT", Rewrite}}},
			{Name: "scale", Does: Rewrite, Args: "TEXT..."},
			{Name: "delete drain cordon uncordon taint", Does: Rewrite, Args: "TEXT..."},
			{Name: "exec rsh", Does: Remote, Flags: []Flag{{"-i -t --stdin --tty --quiet --pod-running-timeout=TEXT", 0}}, Args: "HOST CMD", Do: doKubeExec},
			{Name: "cp rsync", Does: Remote, Args: "TEXT TEXT", Do: doKubeCopy, Flags: []Flag{{"--no-preserve[=TEXT] --retries=TEXT", 0}}},
			{Name: "port-forward attach debug", Does: Remote, Args: "TEXT...", Flags: []Flag{{"--address=TEXT", 0}}},
			{Name: "proxy", Does: Expose, Args: "TEXT..."},
			{Name: "login logout", Does: Secret, Args: "TEXT..."},
		},
		Args: "",
	},
	{Name: "kubectx kubens kubie", Args: "TEXT...", Flags: []Flag{{"-c -h --current --help -", 0}, {"-d=TEXT -u", 0}}, Do: func(k *call, a *args) {
		if len(a.words) > 0 {
			k.write(lit(k.scene.Home+"/.kube/config"), k.name)
		}
	}},
	{Name: "k9s stern kail popeye kubescape kube-score kubeval kubeconform kube-linter pluto polaris krew-index kubectl-neat kube-capacity", Open: true, Does: ReadRemote, Args: "READ...", Do: func(k *call, a *args) {
		if k.name == "k9s" && !a.word(0).Has("version info help completion") {
			k.interactive(k.name)
		}
	}},
	{
		Name: "helm helm3",
		Open: true,
		Flags: []Flag{
			{"-n=TEXT --namespace=TEXT --kube-context=TEXT --kubeconfig=LOAD --kube-apiserver=TEXT --kube-as-user=TEXT --registry-config=TEXT --repository-config=TEXT --repository-cache=TEXT --debug --burst-limit=TEXT", 0},
			{"--kube-token=AUTH --password=AUTH", 0},
			{"-f=READ --values=READ --set-file=TEXT", 0},
			{"-o=TEXT --output=TEXT --set=TEXT --set-string=TEXT --set-json=TEXT --version=TEXT --timeout=TEXT --description=TEXT", 0},
			{"--post-renderer=PROGRAM", Hijack},
			{"--dry-run[=TEXT]", Dry},
		},
		Subs: []Command{
			{Name: "list ls status history hist get version env completion help", Does: ReadRemote, Args: "TEXT..."},
			{Name: "show inspect search", Does: ReadRemote, Args: "TEXT..."},
			{Name: "lint template verify unittest dt docs schema", Does: RunProject, Args: "TEXT...", Flags: []Flag{{"--output-dir=WRITE", 0}}},
			{Name: "create", Args: "WRITE", Flags: []Flag{{"-p=TEXT --starter=TEXT", 0}}},
			{Name: "package", Args: "READ...", Flags: []Flag{{"-d=WRITE --destination=WRITE --app-version=TEXT --sign --key=TEXT --keyring=READ -u --dependency-update --passphrase-file=READ", 0}}},
			{Name: "dependency dep dependencies", Does: RunProject, Args: "TEXT..."},
			{Name: "repo", Args: "TEXT...", Do: func(k *call, a *args) {
				switch {
				case a.word(0).Has("list ls"):
				case a.word(0).Has("update up"):
					k.effect(ReadRemote, k.name)
				case a.word(0).Has("index"):
					k.write(a.word(1), k.name)
				default:
					k.effect(Fetch, k.name)
				}
			}},
			{Name: "pull fetch", Does: Fetch, Args: "TEXT...", Flags: []Flag{{"-d=WRITE --destination=WRITE --untar --untardir=WRITE --prov --verify --devel --repo=URL --username=TEXT", 0}}},
			{Name: "registry", Does: Secret, Args: "TEXT..."},
			{Name: "plugin", Args: "TEXT...", Do: func(k *call, a *args) {
				if !a.word(0).Has("list ls") {
					k.effect(ForeignPackage, k.name)
				}
			}},
			{Name: "install upgrade test", Does: Publish, Args: "TEXT...", Flags: []Flag{{"--force --reset-values --cleanup-on-fail --atomic --install -i --wait --create-namespace --reuse-values --generate-name -g --wait-for-jobs --skip-crds --no-hooks --dependency-update", 0}}},
			{Name: "uninstall un delete del rollback", Does: Rewrite, Args: "TEXT..."},
			{Name: "push", Does: Publish, Args: "READ TEXT"},
			{Name: "diff secrets", Open: true, Does: ReadRemote, Args: "TEXT...", Do: func(k *call, a *args) {
				if strings.HasSuffix(k.name, "secrets") {
					k.effect(Secret, k.name)
				}
			}},
		},
		Args: "",
	},
	{Name: "helmfile", Open: true, Flags: []Flag{{"-f=READ --file=READ -e=TEXT --environment=TEXT -n=TEXT --namespace=TEXT -l=TEXT --selector=TEXT -q --quiet", 0}, {"-b=PROGRAM --helm-binary=PROGRAM", 0}}, Subs: []Command{
		{Name: "list status lint template build diff deps fetch write-values version help cache show-dag", Does: RunProject, Args: "TEXT..."},
		{Name: "apply sync charts", Does: Publish, Args: "TEXT..."},
		{Name: "destroy delete", Does: Rewrite, Args: "TEXT..."},
		{Name: "test", Does: Remote, Args: "TEXT..."},
	}},
	{Name: "kustomize", Open: true, Subs: []Command{
		{Name: "build", Args: "READ...", Flags: []Flag{{"-o=WRITE --output=WRITE --load-restrictor=TEXT --env=TEXT -e=TEXT --mount=TEXT --helm-command=PROGRAM --enable-helm --as-current-user", 0}, {"--enable-exec --enable-alpha-plugins --network", RunUnseen}}},
		{Name: "edit", Args: "TEXT...", Do: func(k *call, a *args) { k.write(lit("kustomization.yaml"), k.name) }},
		{Name: "create", Args: "TEXT...", Do: func(k *call, a *args) { k.write(lit("kustomization.yaml"), k.name) }},
		{Name: "version cfg completion help localize", Args: "TEXT..."},
		{Name: "fn", Args: "TEXT...", Does: RunUnseen},
	}},
	// Clusters of this machine.
	{Name: "kind k3d minikube ctlptl", Open: true, Args: "TEXT...", Do: doLocalCluster},
	{Name: "colima lima limactl", Open: true, Args: "TEXT...", Do: doLocalCluster},
	{Name: "argocd flux istioctl linkerd cilium velero eksctl kops kubeadm k3s skaffold tilt devspace telepresence rancher tkn argo kn crossplane karmadactl vcluster kubeseal arkade calicoctl nomad consul waypoint boundary talosctl", Open: true, Args: "TEXT...", Do: doCluster},
	{Name: "crictl ctr buildah skopeo crane oras regctl", Open: true, Args: "TEXT...", Do: doImages},
	{Name: "dive dockle trivy grype syft cosign", Open: true, Args: "READ...", Do: func(k *call, a *args) {
		switch {
		case k.name == "cosign" && a.word(0).Has("sign attest attach copy clean upload"):
			k.effect(Publish, k.name)
		case k.name == "cosign" && a.word(0).Has("generate-key-pair import-key-pair"):
			k.effect(Secret, k.name)
		case k.name == "trivy" || k.name == "grype" || k.name == "syft" || k.name == "cosign":
			k.effect(ReadRemote, k.name)
			a.operands = nil
		}
	}},
}

func mask(dry bool) Effect {
	if dry {
		return dryMask
	}
	return 0
}

// as reads the call as one of another program.
func (k *call) as(program string, words []Word) {
	cmd := Lookup(program)
	if cmd == nil {
		return
	}
	in := *k
	in.fixed = false
	k.prints(in.run(cmd, program, words))
	k.stdin = true
}

// doBoxContainer reads "docker container X" as "docker X".
func doBoxContainer(k *call, a *args) {
	engine, _, _ := strings.Cut(k.name, " ")
	ws := a.words
	if len(ws) == 0 {
		return
	}
	switch {
	case ws[0].Has("ls list"):
		ws = append([]Word{lit("ps")}, ws[1:]...)
	case ws[0].Has("prune"):
		k.effect(Discard, k.name+" prune")
		return
	case ws[0].Has("checkpoint restore runlabel cleanup mount unmount clone exists init"):
		k.effect(Unknown, k.name)
		return
	}
	k.as(engine, ws)
}

// officialImages are images that the makers of Docker keep, and what projects
// build their own upon.
const officialImages = " alpine busybox ubuntu debian fedora archlinux amazonlinux rockylinux almalinux centos hello-world scratch node python golang rust ruby php perl openjdk eclipse-temurin amazoncorretto maven gradle gcc swift elixir erlang haskell clojure julia r-base dart composer bash buildpack-deps postgres mysql mariadb mongo redis valkey memcached rabbitmq elasticsearch kibana logstash influxdb couchdb cassandra neo4j clickhouse nginx httpd caddy traefik haproxy tomcat registry docker vault consul zookeeper adminer mongo-express phpmyadmin wordpress nats eclipse-mosquitto solr sonarqube telegraf chronograf drupal ghost joomla nextcloud redmine pypy bun deno "

func knownImage(w Word) bool {
	name, _, _ := strings.Cut(w.Text(), "@")
	if i := strings.LastIndexByte(name, ':'); i > strings.LastIndexByte(name, '/') {
		name = name[:i]
	}
	name = strings.TrimPrefix(strings.TrimPrefix(name, "docker.io/"), "library/")
	for _, vendor := range []string{"mcr.microsoft.com/", "gcr.io/distroless/", "public.ecr.aws/docker/library/", "public.ecr.aws/lambda/", "quay.io/keycloak/", "grafana/", "prom/", "bitnami/", "confluentinc/", "localstack/", "cypress/", "koalaman/", "hadolint/", "golangci/", "hashicorp/", "minio/", "otel/", "jaegertracing/", "mailhog/", "axllent/", "testcontainers/", "postgis/", "timescale/", "pgvector/", "opensearchproject/", "redis/", "amazon/", "google/cloud-sdk", "ghcr.io/astral-sh/", "oven/bun", "denoland/deno", "selenium/", "swaggerapi/", "openapitools/", "plantuml/", "pandoc/", "jekyll/", "squidfunk/", "mikefarah/", "aquasec/", "sonarsource/", "zaproxy/", "rhysd/", "semgrep/", "returntocorp/", "supabase/", "dpage/", "kindest/", "rancher/k3s"} {
		if strings.HasPrefix(name, vendor) {
			return w.stem() == "" && w.Known() || strings.HasPrefix(w.stem(), vendor)
		}
	}
	return name != "" && !strings.ContainsAny(name, "$`") && strings.Contains(officialImages, " "+name+" ")
}

// doBoxRun reads what a new container is given of this machine.
func doBoxRun(k *call, a *args) {
	img := a.word(0)
	own := knownImage(img) || k.builtHere(img)
	k.boxFlags(a)
	if !own {
		k.foundWhy(RunUnseen, k.name, "the image "+cut(img.Text(), 60), k.src)
		k.does |= RunUnseen
	} else {
		k.effect(RunProject, k.name)
		for i := range a.flags {
			if hasName("--env-file", a.flags[i].name) && len(a.flags[i].values) > 0 {
				a.flags[i].values[0].kind = "TEXT"
			}
		}
	}
	k.boxCommand(a)
}

// builtHere reports whether an image bears the name of the project, or was
// built by the line.
func (k *call) builtHere(w Word) bool {
	if !w.Known() || w.Text() == "" {
		return false
	}
	name, _, _ := strings.Cut(w.Text(), ":")
	if base := path.Base(k.scene.Project); base != "/" && base != "." && !strings.Contains(name, "/") && strings.Contains(name, base) {
		return true
	}
	_, ok := k.files["image "+w.Text()]
	return ok
}

// boxFlags judges the flags that give a container something of this machine.
func (k *call) boxFlags(a *args) {
	for _, f := range a.flags {
		if len(f.values) == 0 {
			continue
		}
		w := f.values[0].words[0]
		row := k.name + ": " + f.row.Spell
		switch {
		case hasName("-v --volume", f.name):
			from, rest, ok := strings.Cut(w.Text(), ":")
			if len(from) == 1 && strings.HasPrefix(rest, `\`) { // C:\…
				more, r, _ := strings.Cut(rest, ":")
				from, rest = from+":"+more, r
			}
			if !ok || from == "" {
				continue
			}
			to, opts, _ := strings.Cut(rest, ":")
			k.mountOf(w, from, to, strings.Contains(","+opts+",", ",ro,"), row)
		case f.name == "--mount":
			var from, to, kind string
			ro := false
			for part := range strings.SplitSeq(w.Text(), ",") {
				key, val, _ := strings.Cut(part, "=")
				switch key {
				case "source", "src":
					from = val
				case "target", "dst", "destination":
					to = val
				case "type":
					kind = val
				case "readonly", "ro":
					ro = val != "false"
				}
			}
			if from != "" && (kind == "bind" || kind == "" || strings.HasPrefix(from, "/")) {
				if !strings.HasPrefix(from, "/") && !strings.HasPrefix(from, "~") && w.Known() {
					from = "./" + from
				}
				k.mountOf(w, from, to, ro, row)
			}
		case hasName("-w --workdir", f.name) && w.Known():
			k.boxDir = w.Text()
		case hasName("--pid --ipc --uts --userns --cgroupns", f.name):
			if w.Is("host") || strings.HasPrefix(w.Text(), "container:") && f.name == "--pid" || !w.Known() {
				k.foundWhy(Elevate, row, f.name+"="+w.Text(), k.src)
			}
		case f.name == "--security-opt":
			if !strings.HasPrefix(w.Text(), "no-new-privileges") {
				k.foundWhy(Elevate, row, w.Text(), k.src)
			}
		case f.name == "--device":
			if !strings.HasPrefix(w.Text(), "/dev/dri") && !strings.HasPrefix(w.Text(), "nvidia") {
				k.foundWhy(Elevate, row, w.Text(), k.src)
			}
		case hasName("--cap-add --device-cgroup-rule", f.name), f.name == "--runtime" && !w.Has("runc runsc crun nvidia kata"):
			k.foundWhy(Elevate, row, w.Text(), k.src)
		case hasName("--volumes-from", f.name):
		case hasName("-e --env", f.name) && w.flow().secret():
			// A credential that is given to a container is there for its program.
			f.values[0].kind = "AUTH"
		}
	}
}

// mountOf judges one folder of this machine that a container sees.
func (k *call) mountOf(w Word, from, to string, ro bool, row string) {
	if !strings.HasPrefix(from, "/") && !strings.HasPrefix(from, ".") && !strings.HasPrefix(from, "~") && !strings.ContainsAny(from, `/\:$`+"`") {
		return // a volume by its name
	}
	src := lit(from)
	if !w.Known() && strings.ContainsAny(from, "$`") {
		k.effect(Unknown, row)
		return
	}
	if rest, ok := strings.CutPrefix(from, "~"); ok && k.scene.Home != "" {
		src = lit(k.scene.Home + rest)
	}
	for _, p := range k.paths(src) {
		p = path.Clean(p)
		z := k.zoneAt(p, reads)
		base := path.Base(p)
		switch {
		case k.wipeTarget(p), strings.HasPrefix(p, "/etc/"), strings.HasPrefix(p, "/root/"), strings.HasPrefix(p, "/proc/"), strings.HasPrefix(p, "/sys/"), z == zoneDevice, p == "/var/run",
			strings.Contains(base, "docker.sock"), strings.Contains(base, "containerd.sock"), strings.Contains(base, "podman.sock"), strings.Contains(base, "crio.sock"):
			if !(ro && (p == "/etc/localtime" || p == "/etc/timezone" || p == "/etc/passwd" || p == "/etc/group" || strings.HasPrefix(p, "/etc/ssl/certs"))) {
				k.foundWhy(Elevate, row, k.show(p)+" is given to it", k.src)
			}
		case z == zoneSecrets:
			k.touch(reads, src, row, k.src)
		case !ro && k.zoneAt(p, deletes) == zoneGuard:
			k.foundWhy(Elevate, row, k.show(p)+" is given to it", k.src)
		case !ro && z == zoneAutorun:
			k.touch(writes, src, row, k.src)
		case !ro && strings.HasPrefix(p, k.scene.Home+"/") && !within(p, k.scene.Project) && z == zoneHome && !cacheFolder(p):
			k.touch(writes, src, row, k.src)
		}
		if strings.HasPrefix(to, "/") {
			k.mounts = append(k.mounts[:len(k.mounts):len(k.mounts)], mount{p, path.Clean(to)})
		}
	}
}

// cacheFolder reports whether p is a folder that a tool keeps for itself.
func cacheFolder(p string) bool {
	for _, d := range []string{"/.cache", "/.m2", "/.npm", "/go/pkg", "/.cargo/registry", "/.cargo/git", "/.gradle/caches", "/.gradle", "/.pnpm-store", "/.local/share/pnpm", "/.ivy2", "/.nuget", "/.composer/cache", "/.yarn", "/.sbt", "/.bun/install"} {
		if strings.Contains(p+"/", d+"/") {
			return true
		}
	}
	return false
}

// boxCommand makes the call's inner command one that the container runs, behind
// its entry point.
func (k *call) boxCommand(a *args) {
	entry := a.value("--entrypoint")
	for i := range a.operands {
		if a.operands[i].kind == "CMD" {
			if entry.Text() != "" {
				a.operands[i].words = append([]Word{entry}, a.operands[i].words...)
			}
			if w := a.operands[i].words[0]; w.Starts("-") {
				a.operands[i].kind = "TEXT" // arguments of the image's own program
			}
			return
		}
	}
	if entry.Text() != "" {
		a.operands = append(a.operands, value{kind: "CMD", words: []Word{entry}})
	}
}

func doBoxExec(k *call, a *args) {
	if w := a.value("-w --workdir"); w.Known() && w.Text() != "" {
		k.boxDir = w.Text()
	}
	for i := range a.flags {
		if hasName("-e --env", a.flags[i].name) && len(a.flags[i].values) > 0 {
			a.flags[i].values[0].kind = "AUTH"
		}
	}
}

// doComposeUp finds services that are described outside the project.
func doComposeUp(k *call, a *args) {
	for _, f := range a.flags {
		if !hasName("-f --file", f.name) || len(f.values) == 0 || f.values[0].kind != "READ" {
			continue
		}
		w := f.values[0].words[0]
		if strings.Contains(w.Text(), "://") || strings.HasPrefix(w.Text(), "oci:") {
			k.effect(RunUnseen|Fetch, k.name+": -f")
		}
		for _, p := range k.paths(w) {
			k.place(k.zone(p), k.name+": -f")
		}
	}
}

func doComposeRun(k *call, a *args) {
	doComposeUp(k, a)
	k.effect(RunProject, k.name)
	k.boxFlags(a)
	k.boxCommand(a)
}

// doBoxBuild judges where the result of a build goes, and what it is given.
func doBoxBuild(k *call, a *args) {
	if w := a.word(0); k.in.download() && (w.Is("-") || a.value("-f --file").Is("-")) {
		k.foundWhy(ForeignPackage, k.name, "a Dockerfile from the network", k.src)
	}
	away := a.has("--push")
	for i, f := range a.flags {
		if len(f.values) == 0 {
			continue
		}
		w := f.values[0].words[0]
		row := k.name + ": " + f.row.Spell
		switch {
		case hasName("-t --tag", f.name):
			if w.Known() {
				k.files["image "+w.Text()] = flow{}
			}
		case hasName("-o --output", f.name):
			if strings.Contains(w.Text(), "push=true") || strings.Contains(w.Text(), "type=registry") {
				k.effect(Publish, row)
				away = true
				continue
			}
			_, dest, ok := strings.Cut(w.Text(), "dest=")
			if ok {
				dest, _, _ = strings.Cut(dest, ",")
				k.write(lit(dest), row)
			} else if !strings.Contains(w.Text(), "=") {
				a.flags[i].values[0].kind = "WRITE"
			}
		case f.name == "--cache-to" && strings.Contains(w.Text(), "type=registry"):
			k.effect(Publish, row)
		case f.name == "--builder" && !w.Has("default desktop-linux"):
			k.effect(Unknown, row)
		case f.name == "--build-arg" && w.flow().secret():
			f.values[0].kind = "AUTH"
			k.effect(Secret, row)
		case f.name == "--secret":
			if _, src, ok := strings.Cut(w.Text(), "src="); ok {
				src, _, _ = strings.Cut(src, ",")
				k.touch(reads, lit(src), row, k.src)
			}
		}
	}
	if away {
		for _, f := range a.flags {
			if f.name == "--build-arg" && len(f.values) > 0 && f.values[0].words[0].flow().secret() {
				k.foundWhy(Leak, k.name, f.values[0].words[0].hole(), k.src)
			}
		}
	}
	for i := range a.operands {
		w := a.operands[i].words[0]
		if strings.Contains(w.Text(), "://") || strings.HasPrefix(w.Text(), "git@") || strings.HasPrefix(w.Text(), "github.com/") {
			a.operands[i].kind = "URL"
			k.effect(RunUnseen, k.name)
		}
	}
}

// doBoxCopy reads "docker cp FROM TO", of which one names a container.
func doBoxCopy(k *call, a *args) {
	for i, w := range a.words {
		if w.Is("-") {
			continue
		}
		if box, _, ok := strings.Cut(w.Text(), ":"); ok && !strings.HasPrefix(box, "/") && !strings.HasPrefix(box, ".") {
			continue
		}
		if i == 0 {
			k.touch(reads, w, k.name, k.src)
		} else {
			k.write(w, k.name)
			k.brings(a.words[0], w, comes(markBuilt, "a file of a container"))
		}
	}
}

// brings keeps what a copy from elsewhere leaves here: the file or folder to, or
// in it what from is called there.
func (k *call) brings(from, to Word, f flow) {
	k.put(to, f)
	if _, name, ok := strings.Cut(from.Text(), ":"); ok && from.Known() && path.Base(name) != "." && path.Base(name) != "/" {
		k.put(inside(to, path.Base(name)), f)
	}
	k.put(inside(to, ""), f)
}

// doKubeGet finds the reading of a cluster's secrets.
func doKubeGet(k *call, a *args) {
	if raw := a.value("--raw"); raw.Text() != "" && (!raw.Known() || strings.Contains(raw.Text(), "secret")) {
		k.effect(Secret, k.name)
	}
	secret := false
	for _, w := range a.words {
		if !w.Known() {
			if len(a.words) > 0 && w.Text() == a.words[0].Text() {
				k.effect(Unknown, k.name)
			}
			continue
		}
		for part := range strings.FieldsFuncSeq(w.Text(), func(r rune) bool { return r == ',' || r == '/' }) {
			secret = secret || hasName("secret secrets secret.v1 sealedsecret-key", strings.ToLower(part))
		}
	}
	out := a.value("-o --output --template")
	if secret && out.Text() != "" && !out.Has("name wide") {
		k.effect(Secret, k.name+": of a secret")
		k.prints(comes(markSecret, "a secret of the cluster"))
	}
}

func doKubeConfig(k *call, a *args) {
	switch w := a.word(0); {
	case w.Has("view"):
		if a.has("--raw") || len(a.words) > 1 && !a.word(1).Known() {
			k.effect(Secret, k.name+": --raw")
			k.prints(comes(markSecret, "the credentials of kubectl"))
		}
	case w.Has("current-context get-contexts get-clusters get-users"), len(a.words) == 0:
	default:
		k.write(lit(k.scene.Home+"/.kube/config"), k.name)
	}
}

func doKubeApply(k *call, a *args) {
	for i := range a.flags {
		f := &a.flags[i]
		if !hasName("-f --filename -k --kustomize", f.name) || len(f.values) == 0 {
			continue
		}
		if w := f.values[0].words[0]; strings.Contains(w.Text(), "://") {
			f.values[0].kind = "URL"
			k.effect(RunUnseen, k.name)
		}
	}
	for _, f := range a.flags { // --from-file=k=path: a file of this machine goes
		if hasName("--from-file --from-env-file", f.name) && len(f.values) > 0 && !k.dry {
			w := f.values[0].words[0]
			if _, p, ok := strings.Cut(w.Text(), "="); ok {
				w = lit(p)
			}
			k.touch(reads, w, k.name, k.src)
		}
	}
	if strings.HasSuffix(k.name, " edit") {
		k.interactive(k.name)
	}
}

func doKubeExec(k *call, a *args) {
	for i := range a.operands {
		if a.operands[i].kind != "CMD" {
			continue
		}
		// "exec POD -- CMD": the dashes stand behind the pod.
		ws := a.operands[i].words
		for len(ws) > 0 && (ws[0].Is("--") || ws[0].Has("-it -i -t -ti --stdin --tty -q")) {
			ws = ws[1:]
		}
		for len(ws) > 1 && (ws[0].Has("-c -n --container --namespace")) {
			ws = ws[2:]
			for len(ws) > 0 && ws[0].Is("--") {
				ws = ws[1:]
			}
		}
		if len(ws) == 0 {
			a.operands = a.operands[:i]
			return
		}
		a.operands[i].words = ws
		a.operands[i].host = true
	}
	if k.in.secret() {
		k.foundWhy(Leak, k.name, k.in.from(), k.src)
	}
}

func doKubeCopy(k *call, a *args) {
	for i, w := range a.words {
		if strings.Contains(w.Text(), ":") {
			continue
		}
		if i == 0 {
			k.send(w, k.name)
		} else {
			k.write(w, k.name)
			k.brings(a.words[0], w, comes(markDownload, "a file of the cluster"))
		}
	}
}

func doLocalCluster(k *call, a *args) {
	switch {
	case len(a.words) == 0, a.word(0).Has("status get list ls version help ip profile config logs service dashboard addons docker-env podman-env options completion update-check export build load image kubectl info template") && !anyHas(a.words, "delete") && !anyHas(a.words, "rm"):
		if a.word(0).Is("kubectl") {
			ws := a.words[1:]
			if len(ws) > 0 && ws[0].Is("--") {
				ws = ws[1:]
			}
			k.as("kubectl", ws)
		}
		if a.word(0).Has("export") || a.word(0).Is("get") && a.word(1).Is("kubeconfig") {
			k.effect(Secret, k.name)
		}
	case a.word(0).Has("start create stop pause unpause node cluster registry update cache restart apply") && !anyHas(a.words, "delete") && !anyHas(a.words, "rm"):
		k.effect(RunProject, k.name)
	case a.word(0).Has("ssh shell"):
		if len(a.words) > 1 {
			for i, w := range a.words[1:] {
				if !w.Starts("-") {
					in := k.child()
					in.boxed, in.sh.dirs = true, nil
					in.call(a.words[1+i:], k.src)
					break
				}
			}
		} else {
			k.interactive(k.name)
		}
	case a.word(0).Has("mount tunnel"):
		k.effect(Elevate, k.name)
	case a.word(0).Has("delete rm prune factory-reset"), anyHas(a.words, "delete"), anyHas(a.words, "rm"):
		k.effect(Discard, k.name+" delete")
	default:
		k.effect(Unknown, k.name)
	}
}

func doCluster(k *call, a *args) {
	switch {
	case k.name == "skaffold" && a.word(0).Has("build test render diagnose init fix schema inspect lint"), k.name == "istioctl" && a.word(0).Has("analyze proxy-status ps proxy-config pc describe x experimental version verify-install validate manifest"), a.word(0).Has("version help completion"):
		k.effect(RunProject, k.name)
	case k.name == "skaffold" || k.name == "tilt" || k.name == "devspace":
		switch {
		case a.word(0).Has("dev up run debug deploy apply"):
			k.effect(Publish, k.name)
		case a.word(0).Has("delete down purge"):
			k.effect(Rewrite, k.name)
		case a.word(0).Has("ci logs get describe doctor"):
			k.effect(RunProject, k.name)
		default:
			k.effect(Unknown, k.name)
		}
	case k.name == "kubeseal":
		k.effect(ReadRemote, k.name)
	default:
		doVerbsAll(k, a)
	}
}

func doImages(k *call, a *args) {
	switch w := a.word(0); {
	case len(a.words) == 0, w.Has("inspect list-tags ls ps images info version manifest digest config catalog pods stats logs validate tag tags blob repo ref discover"):
		k.effect(ReadRemote, k.name)
	case w.Has("copy sync push cp attach append mutate rebase"):
		k.effect(Publish, k.name)
		for _, w := range a.words[1:] {
			for _, pre := range []string{"dir:", "oci:", "docker-archive:", "oci-archive:"} {
				if p, ok := strings.CutPrefix(w.Text(), pre); ok && k.name == "skopeo" {
					k.write(lit(p), k.name)
				}
			}
		}
	case w.Has("delete rmi rm rmp stopp stop"):
		k.effect(Rewrite, k.name)
	case w.Has("login logout auth"):
		k.effect(Secret, k.name)
	case w.Has("pull export"):
		k.effect(Fetch, k.name)
	case w.Has("exec run"):
		k.effect(Elevate, k.name)
	case w.Has("bud build from"):
		k.effect(RunProject, k.name)
	default:
		k.effect(Unknown, k.name)
	}
}

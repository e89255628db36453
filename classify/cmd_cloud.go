package classify

import (
	"path"
	"strings"
)

// Infrastructure as code, clouds, platforms, forges, vaults, queues, backups.
// Their clients have thousands of subcommands that are named by a few verbs:
// doCloud and doVerbsAll judge by the verb, and a word that is no known verb
// leaves the call unknown.
var cloudCommands = []Command{
	{
		Name:  "terraform tofu opentofu",
		Dash1: true,
		Lead:  true,
		Flags: []Flag{{"-chdir=CD -help -version --version --help -h -v", 0}},
		Subs: []Command{
			{Name: "fmt", Flags: []Flag{{"-check -diff -recursive -list=TEXT -no-color --check --recursive --diff", 0}, {"-write=TEXT", 0}}, Args: "WRITE...", Does: RunProject},
			{Name: "validate version graph providers metadata modules", Open: true, Args: "TEXT...", Does: RunProject},
			{Name: "init get", Open: true, Flags: []Flag{{"-from-module=URL", ForeignPackage}, {"-migrate-state -force-copy", Rewrite}, {"-plugin-dir=READ", 0}}, Args: "TEXT...", Does: RunProject},
			{Name: "plan refresh-only", Open: true, Flags: []Flag{{"-out=WRITE -generate-config-out=WRITE", 0}, {"-var=TEXT -var-file=READ -target=TEXT -state=READ", 0}, {"-destroy -refresh-only", 0}}, Args: "TEXT...", Does: ReadRemote | RunProject},
			{Name: "show output", Open: true, Args: "READ...", Does: ReadRemote, More: &More{Rules: []Rule{{"a credential", Secret, "", func(a *args) bool { return secretName(a.word(0).Text()) && !strings.Contains(a.word(0).Text(), ".") }}}}},
			{Name: "console", Open: true, Args: "TEXT...", Does: ReadRemote, Do: doTerraformConsole},
			{Name: "test", Open: true, Args: "TEXT...", Does: Publish},
			{Name: "apply", Open: true, Args: "TEXT...", Does: Rewrite},
			{Name: "destroy refresh import taint untaint force-unlock", Open: true, Args: "TEXT...", Does: Rewrite},
			{Name: "state", Subs: []Command{
				{Name: "list show", Open: true, Args: "TEXT...", Does: ReadRemote},
				{Name: "pull", Args: "TEXT...", Does: ReadRemote},
				{Name: "rm mv push replace-provider", Open: true, Args: "TEXT...", Does: Rewrite, Flags: []Flag{{"-dry-run", Dry}}},
			}},
			{Name: "workspace", Subs: []Command{
				{Name: "list show", Args: "TEXT...", Does: ReadRemote},
				{Name: "select new", Open: true, Args: "TEXT...", Does: RunProject},
				{Name: "delete", Open: true, Args: "TEXT...", Does: Rewrite},
			}},
			{Name: "login logout", Args: "TEXT...", Does: Secret},
			{Name: "cloud", Open: true, Args: "TEXT...", Does: Unknown},
		},
		Args: "",
	},
	{Name: "terragrunt", Open: true, Args: "TEXT...", Flags: []Flag{{"--terragrunt-config=READ --working-dir=CD --terragrunt-working-dir=CD", 0}, {"--terragrunt-source=TEXT", ForeignPackage}, {"--terragrunt-tfpath=PROGRAM --tf-path=PROGRAM", 0}}, Do: func(k *call, a *args) {
		switch {
		case anyWordOf(a.words, "apply destroy import taint untaint force-unlock apply-all destroy-all push refresh") || a.word(0).Is("state") && anyWordOf(a.words, "rm mv push"):
			k.effect(Rewrite, k.name)
		case anyWordOf(a.words, "plan show output validate fmt hclfmt hcl init graph graph-dependencies version providers list find dag state plan-all validate-all output-all render render-json help"):
			k.effect(ReadRemote, k.name)
		default:
			k.effect(Unknown, k.name)
		}
	}},
	{Name: "terrascan infracost driftctl kics regula", Open: true, Args: "READ...", Does: RunProject},
	{Name: "pulumi", Open: true, Args: "TEXT...", Flags: []Flag{{"-C=CD --cwd=CD -s=TEXT --stack=TEXT", 0}, {"--show-secrets", Secret}}, Do: func(k *call, a *args) {
		switch w := a.word(0); {
		case w.Has("preview pre refresh-preview stack whoami about version logs history config plugin schema console help convert") && !anyWordOf(a.words, "rm delete import set set-all rename init change-secrets-provider install cp"):
			k.effect(ReadRemote, k.name)
		case w.Has("new install"):
			k.effect(RunUnseen, k.name)
		case w.Is("login"), w.Is("logout"), w.Is("config") && anyWordOf(a.words, "set set-all"):
			k.effect(Secret, k.name)
		case w.Has("up update refresh import watch"):
			k.effect(Publish, k.name)
		case w.Has("destroy cancel state stack config plugin policy org deployment env"):
			k.effect(Rewrite, k.name)
		default:
			k.effect(Unknown, k.name)
		}
	}},
	{Name: "cdk cdktf cdk8s", Open: true, Flags: []Flag{{"-a=LINE --app=LINE", RunUnseen}, {"-o=WRITE --output=WRITE -c=TEXT --context=TEXT --profile=TEXT", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		switch w := a.word(0); {
		case w.Has("synth synthesize list ls diff doctor docs doc context notices metadata acknowledge ack version flags gc get convert") && !w.Is("gc") && !a.has("--clear --reset"):
			k.effect(RunProject, k.name)
		case len(a.words) == 0:
		case w.Has("deploy bootstrap watch import rollback apply migrate refactor drift publish-assets"):
			k.effect(Publish, k.name)
		case w.Has("destroy gc"):
			k.effect(Rewrite, k.name)
		case w.Has("init"):
			k.effect(RunUnseen, k.name)
		default:
			k.effect(Unknown, k.name)
		}
	}},
	{Name: "serverless sls sst chalice zappa amplify eb architect", Open: true, Args: "TEXT...", Flags: []Flag{{"-s=TEXT --stage=TEXT -r=TEXT --region=TEXT", 0}}, Do: func(k *call, a *args) {
		switch w := a.word(0); {
		case len(a.words) == 0, w.Has("info print offline package logs metrics dev local status ls list diff version help doctor lint console open health events printenv config use"):
			k.effect(ReadRemote, k.name)
		case w.Is("invoke") && a.word(1).Is("local"):
			k.effect(RunProject, k.name)
		case w.Has("remove rm delete destroy undeploy terminate rollback"):
			k.effect(Rewrite, k.name)
		case w.Has("deploy invoke create publish push update init svc app job env pipeline secret add swap abort scale setenv login plugin"):
			k.effect(Publish, k.name)
		default:
			k.effect(Unknown, k.name)
		}
	}},
	{Name: "sam", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
		switch w := a.word(0); {
		case w.Has("build validate local list logs docs traces"):
			k.effect(RunProject, k.name)
		case w.Has("init"):
			k.effect(RunUnseen, k.name)
		case w.Has("delete"):
			k.effect(Rewrite, k.name)
		case w.Has("deploy sync package publish pipeline remote"):
			k.effect(Publish, k.name)
		default:
			k.effect(Unknown, k.name)
		}
	}},
	{
		Name: "ansible",
		Flags: []Flag{
			{"-b -K -k -v -vv -vvv -vvvv -C -D -o --become --ask-become-pass --ask-pass --check --diff --one-line --list-hosts --version --ask-vault-pass --verbose -J", 0},
			{"-m=TEXT --module-name=TEXT -u=TEXT --user=TEXT -f=TEXT --forks=TEXT -l=TEXT --limit=TEXT -e=TEXT --extra-vars=TEXT -B=TEXT -P=TEXT -t=TEXT -T=TEXT -c=TEXT --connection=TEXT --become-user=TEXT --become-method=TEXT --private-key=TEXT --vault-password-file=TEXT --ssh-common-args=TEXT", 0},
			{"-i=LOAD --inventory=LOAD", 0},
			{"-a=TEXT --args=TEXT", 0},
			{"-M=LIST --module-path=LIST --playbook-dir=LIST", 0},
		},
		Args: "TEXT...",
		Do: func(k *call, a *args) {
			switch {
			case a.has("--list-hosts --version"):
				return
			case a.has("-C --check"):
				k.effect(ReadRemote, k.name+": --check")
				return
			}
			k.effect(Remote, k.name)
			if m := a.value("-m --module-name"); m.Text() == "" || m.Has("shell command raw script ansible.builtin.shell ansible.builtin.command") {
				if w := a.value("-a --args"); w.Text() != "" {
					in := k.child()
					in.away = a.value("-c --connection").Text() != "local" && !a.word(0).Is("localhost")
					k.innerScriptIn(in, []Word{w}, k.name+": -a")
				}
			}
		},
	},
	{
		Name: "ansible-playbook ansible-pull ansible-navigator",
		Open: true,
		Flags: []Flag{
			{"-i=LOAD --inventory=LOAD", 0},
			{"-e=TEXT --extra-vars=TEXT -l=TEXT --limit=TEXT -t=TEXT --tags=TEXT --skip-tags=TEXT -u=TEXT --user=TEXT -f=TEXT --forks=TEXT --start-at-task=TEXT --vault-id=TEXT --vault-password-file=TEXT --become-user=TEXT --private-key=TEXT -U=TEXT -d=TEXT", 0},
			{"-C -D -b -K -k -v -vv -vvv --check --diff --become --syntax-check --list-hosts --list-tasks --list-tags --version", 0},
		},
		Args: "READ...",
		Do: func(k *call, a *args) {
			for _, w := range a.words {
				for _, p := range k.paths(w) {
					k.place(k.zone(p), k.name)
				}
			}
			switch {
			case a.has("--syntax-check --list-hosts --list-tasks --list-tags --version"):
				k.effect(RunProject, k.name)
			case a.has("-C --check") && k.name == "ansible-playbook":
				k.effect(ReadRemote, k.name+": --check")
			default:
				k.effect(Remote, k.name)
			}
		},
	},
	{Name: "ansible-doc ansible-inventory ansible-config molecule", Open: true, Flags: []Flag{{"-i=LOAD --inventory=LOAD -M=LOAD --module-path=LOAD --playbook-dir=LOAD --output=WRITE", 0}}, Args: "TEXT...", Does: RunProject, Do: func(k *call, a *args) {
		if k.name == "molecule" && a.word(0).Has("destroy reset") {
			k.effect(Discard, k.name)
		}
	}},
	{Name: "ansible-galaxy", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
		switch {
		case anyWordOf(a.words, "list search info verify"):
			k.effect(ReadRemote, k.name)
		case anyWordOf(a.words, "install download"):
			if a.has("-r --requirements-file --role-file") {
				k.effect(RunProject, k.name)
			} else if anyHas(a.words, "://") || anyHas(a.words, "git+") || anyHas(a.words, "git@") {
				k.effect(ForeignPackage, k.name)
			} else {
				k.effect(NewPackage, k.name)
			}
		case anyWordOf(a.words, "init build"):
		case anyWordOf(a.words, "publish import delete setup"):
			k.effect(Publish, k.name)
		default:
			k.effect(Unknown, k.name)
		}
	}},
	{Name: "ansible-vault", Open: true, Args: "TEXT...", Does: Secret},
	{Name: "ansible-console ansible-connection", Open: true, Args: "TEXT...", Does: Remote},
	{Name: "ansible-test", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
		if a.word(0).Has("sanity units coverage env") {
			k.effect(RunProject, k.name)
		} else {
			k.effect(RunUnseen, k.name)
		}
	}},
	{Name: "packer", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
		switch w := a.word(0); {
		case w.Has("validate inspect console version fmt plugins fix hcl2_upgrade") && !anyWordOf(a.words, "install remove"):
			k.effect(RunProject, k.name)
		case w.Has("init plugins"):
			k.effect(NewPackage, k.name)
		case w.Is("build"):
			k.effect(Spend, k.name)
		default:
			k.effect(Unknown, k.name)
		}
	}},
	{Name: "vagrant", Flags: []Flag{{"-f --force --no-color --machine-readable --debug --provision --no-provision --provider=TEXT --parallel --no-parallel", 0}}, Subs: []Command{
		{Name: "status global-status validate version port ssh-config list-commands", Open: true, Args: "TEXT..."},
		{Name: "up halt reload suspend resume provision init snapshot", Open: true, Args: "TEXT...", Does: RunProject},
		{Name: "destroy", Open: true, Args: "TEXT...", Does: Discard},
		{Name: "box plugin", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
			switch {
			case a.word(0).Has("list outdated"):
			case a.word(0).Has("remove prune uninstall expunge"):
				k.effect(Discard, k.name)
			default:
				k.effect(ForeignPackage, k.name)
			}
		}},
		{Name: "ssh", Flags: []Flag{{"-c=LINE --command=LINE -t --tty -p --plain", 0}}, Args: "TEXT", Do: func(k *call, a *args) {
			k.boxed = true
			if !a.has("-c --command") {
				k.interactive(k.name)
			}
		}},
		{Name: "share cloud login", Open: true, Args: "TEXT...", Does: Expose},
	}},

	// Clouds.
	{
		Name: "aws awslocal",
		Open: true,
		Flags: []Flag{
			{"--profile=TEXT --region=TEXT --output=TEXT --endpoint-url=TEXT --color=TEXT --cli-read-timeout=TEXT --cli-connect-timeout=TEXT --ca-bundle=READ --query=TEXT --max-items=TEXT --page-size=TEXT --starting-token=TEXT --query-string=TEXT --work-group=TEXT", 0},
			{"--debug --no-verify-ssl --no-paginate --no-sign-request --no-cli-pager --cli-auto-prompt --no-cli-auto-prompt --version", 0},
			{"--dryrun --dry-run", Dry},
		},
		Subs: []Command{
			{Name: "s3", Args: "TEXT...", Flags: []Flag{{"--recursive --delete --quiet --only-show-errors --force --human-readable --summarize --no-progress --size-only --exact-timestamps --follow-symlinks --no-follow-symlinks --include=TEXT --exclude=TEXT --acl=TEXT --storage-class=TEXT --content-type=TEXT --cache-control=TEXT --sse=TEXT --metadata=TEXT", 0}}, Do: doS3},
			{Name: "configure", Args: "TEXT...", Do: func(k *call, a *args) {
				if !a.word(0).Has("list list-profiles get") || a.word(1).Has("aws_secret_access_key aws_session_token aws_access_key_id") {
					k.effect(Secret, k.name)
					if !a.word(0).Is("set") {
						k.prints(comes(markSecret, "credentials of aws"))
					}
				}
			}},
			{Name: "sso login", Args: "TEXT...", Does: Secret},
		},
		Args: "TEXT...",
		Do:   doCloud,
	},
	{
		Name: "gcloud",
		Open: true,
		Flags: []Flag{
			{"--project=TEXT --account=TEXT --configuration=TEXT --format=TEXT --region=TEXT --zone=TEXT --filter=TEXT --limit=TEXT --verbosity=TEXT --billing-project=TEXT --impersonate-service-account=TEXT --sort-by=TEXT --location=TEXT", 0},
			{"-q --quiet --log-http --user-output-enabled --no-user-output-enabled", 0},
			{"--flags-file=READ", Unknown},
			{"--access-token-file=TEXT", Secret},
		},
		Args: "TEXT...",
		Do:   doCloud,
	},
	{Name: "gsutil", Open: true, Flags: []Flag{{"-m -q -D -o=TEXT -h=TEXT -i=TEXT -u=TEXT", 0}}, Args: "TEXT...", Do: doGsutil},
	{Name: "bq", Open: true, Flags: []Flag{{"--project_id=TEXT --dataset_id=TEXT --location=TEXT --format=TEXT --max_rows=TEXT --use_legacy_sql=TEXT --nouse_legacy_sql --headless -q --quiet", 0}, {"--dry_run", Dry}}, Args: "TEXT...", Do: func(k *call, a *args) {
		if a.word(0).Is("query") {
			k.cloudSQL(a)
			return
		}
		doVerbsAll(k, a)
	}},
	{Name: "az", Open: true, Flags: []Flag{{"--method=TEXT -o=TEXT --output=TEXT --query=TEXT --subscription=TEXT", 0}, {"--debug --verbose --only-show-errors", 0}}, Args: "TEXT...", Do: doCloud},
	{Name: "azcopy", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
		switch w := a.word(0); {
		case w.Has("list env version jobs help doc"):
			k.effect(ReadRemote, k.name)
		case w.Has("remove rm"):
			k.effect(Rewrite, k.name)
		case w.Has("copy cp sync c s"):
			k.transfer(a.words[1:], "https://", a.has("--dry-run"))
			if v := a.flag("--delete-destination"); v != nil {
				k.effect(Rewrite, k.name)
			}
		case w.Has("login logout"):
			k.effect(Secret, k.name)
		default:
			k.effect(Unknown, k.name)
		}
	}},
	{Name: "oci ibmcloud linode-cli hcloud vultr-cli scw exo aliyun tccli openstack nova ovhai civo upctl", Open: true, Args: "TEXT...", Do: doCloud},
	{Name: "doctl", Open: true, Flags: []Flag{{"-t=AUTH --access-token=AUTH", 0}, {"-c=TEXT --config=TEXT --context=TEXT -o=TEXT --output=TEXT --format=TEXT --no-header", 0}}, Args: "TEXT...", Do: doCloud},

	// Platforms.
	{Name: "heroku", Open: true, Flags: []Flag{{"-a=TEXT --app=TEXT -r=TEXT --remote=TEXT", 0}}, Args: "TEXT...", Do: doPlatform},
	{Name: "sf sfdx shopify mongocli confluent fly flyctl railway vercel vc now netlify ntl render surge cf dokku koyeb northflank zeabur nhost appwrite convex turso neonctl neon pscale planetscale upstash xata deta deployctl wasmer shuttle fermyon spin eas expo-cli modal fastly apigeecli algolia ldcli flipt unleash newrelic pd auth0 okta workos stripe-cli checkly grafana-cli grafanactl honeycomb launchdarkly mailgun sendgrid postmark resend replicate hf huggingface-cli wandb kaggle", Open: true, Flags: []Flag{{"-a=TEXT --app=TEXT -t=AUTH --token=AUTH --scope=TEXT --cwd=CD --org=TEXT -o=TEXT -s=TEXT --site=TEXT -e=TEXT --environment=TEXT --project=TEXT", 0}}, Args: "TEXT...", Do: doPlatform},
	{Name: "supabase", Open: true, Flags: []Flag{{"--project-ref=TEXT --db-url=TEXT --workdir=CD --profile=TEXT", 0}, {"--linked --local", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		path := texts(k.lead(a))
		switch {
		case path == "db reset" && !a.has("--linked --db-url"):
			k.effect(Discard, k.name+" db reset")
		case strings.HasPrefix(path, "db lint"), strings.HasPrefix(path, "db diff"), strings.HasPrefix(path, "gen "), strings.HasPrefix(path, "migration new"), strings.HasPrefix(path, "migration list"), path == "start", path == "status", path == "init", strings.HasPrefix(path, "functions new"), strings.HasPrefix(path, "functions serve"), strings.HasPrefix(path, "test "), path == "services", strings.HasPrefix(path, "inspect "), path == "db start":
			k.effect(RunProject, k.name)
		case path == "stop":
			if a.has("--no-backup") {
				k.effect(Discard, k.name+" stop")
			}
		case path == "db pull", path == "db dump":
			k.effect(ReadRemote, k.name)
		case path == "link", path == "unlink":
			k.effect(RunProject, k.name)
		case strings.HasPrefix(path, "migration up"), strings.HasPrefix(path, "seed"):
			if a.has("--linked --db-url") {
				k.effect(Publish, k.name)
			}
		default:
			doPlatform(k, a)
		}
	}},
	{Name: "firebase", Open: true, Flags: []Flag{{"-P=TEXT --project=TEXT", 0}, {"--token=AUTH", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		switch w := a.word(0); {
		case w.Is("emulators:exec"):
			k.effect(RunProject, k.name)
			if len(a.words) > 1 {
				k.innerScript(a.words[len(a.words)-1:], k.name, false, false)
			}
		case w.Has("emulators:start serve setup:emulators:firestore use target init help"):
			k.effect(RunProject, k.name)
		default:
			doPlatform(k, a)
		}
	}},
	{Name: "wrangler", Open: true, Flags: []Flag{{"-c=READ --config=READ -e=TEXT --env=TEXT --cwd=CD --command=TEXT", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		switch w := a.word(0); {
		case w.Has("dev types check build whoami tail docs") || w.Is("pages") && a.word(1).Has("dev functions"):
			k.effect(RunProject, k.name)
		case w.Is("d1") && a.word(1).Is("execute"):
			k.cloudSQL(a)
		case w.Is("d1") && a.word(1).Is("migrations") && a.word(2).Is("apply") && !a.has("--remote"):
			k.effect(RunProject, k.name)
		case w.Is("secret"):
			if a.word(1).Is("list") {
				k.effect(ReadRemote, k.name)
			} else {
				k.effect(Secret|Publish, k.name)
			}
		default:
			doPlatform(k, a)
		}
	}},
	{Name: "nsupdate", Open: true, Args: "READ...", Does: Rewrite},

	// Forges.
	{
		Name: "gh",
		Open: true,
		Flags: []Flag{
			{"-R=TEXT --repo=TEXT --hostname=TEXT --json=TEXT -q=TEXT --jq=TEXT -L=TEXT --limit=TEXT", 0},
		},
		Subs: []Command{
			{Name: "api", Does: ReadRemote, Flags: []Flag{{"-X=TEXT --method=TEXT --cache=TEXT -p=TEXT --preview=TEXT -t=TEXT --template=TEXT --paginate --slurp -i --include --silent --verbose", 0}, {"-f=DATA -F=DATA --field=DATA --raw-field=DATA", 0}, {"--input=SEND", 0}, {"-H=HEADER --header=HEADER", 0}}, Args: "TEXT", Do: doGhAPI},
			{Name: "auth", Subs: []Command{
				{Name: "status", Does: ReadRemote, Flags: []Flag{{"-t --show-token", Secret}}, Args: "TEXT..."},
				{Name: "token", Does: Secret, Args: "TEXT...", Do: printsSecret},
				{Name: "login logout refresh setup-git switch git-credential", Does: Secret, Args: "TEXT..."},
			}},
			{Name: "alias", Subs: []Command{
				{Name: "list", Args: "TEXT..."},
				{Name: "set import", Does: Hijack, Flags: []Flag{{"-s --shell --clobber", 0}}, Args: "TEXT LINE", Do: func(k *call, a *args) {
					if !a.has("-s --shell") && !a.word(1).Starts("!") && len(a.operands) > 1 {
						a.operands[1].kind = "TEXT"
					} else if w := a.word(1); w.Starts("!") && w.Known() {
						a.operands[1].words = []Word{lit(w.Text()[1:])}
					}
				}},
				{Name: "delete", Args: "TEXT..."},
			}},
			{Name: "extension extensions ext", Subs: []Command{
				{Name: "list search browse", Does: ReadRemote, Args: "TEXT..."},
				{Name: "install upgrade", Does: ForeignPackage, Args: "TEXT..."},
				{Name: "exec", Does: RunUnseen, Args: "TEXT..."},
				{Name: "create remove", Args: "TEXT...", Does: Unknown},
			}},
			{Name: "pr", Subs: []Command{
				{Name: "list ls view diff checks status", Does: ReadRemote, Args: "TEXT..."},
				{Name: "checkout co", Does: RunProject, Args: "TEXT..."},
				{Name: "create new edit comment review ready reopen lock unlock update-branch", Does: Publish, Flags: []Flag{{"-b=DATA --body=DATA -t=DATA --title=DATA", 0}, {"-F=SEND --body-file=SEND -T=TEXT --template=TEXT", 0}, {"--dry-run", Dry}}, Args: "TEXT..."},
				{Name: "merge close revert", Does: Rewrite, Flags: []Flag{{"-b=DATA --body=DATA -t=DATA --subject=DATA -c=DATA --comment=DATA -F=SEND --body-file=SEND", 0}, {"--admin", SkipChecks}}, Args: "TEXT..."},
			}},
			{Name: "issue", Subs: []Command{
				{Name: "list ls view status", Does: ReadRemote, Args: "TEXT..."},
				{Name: "create new edit comment reopen pin unpin lock unlock develop", Does: Publish, Flags: []Flag{{"-b=DATA --body=DATA -t=DATA --title=DATA", 0}, {"-F=SEND --body-file=SEND", 0}, {"-l=TEXT --list", 0}}, Args: "TEXT..."},
				{Name: "close delete transfer", Does: Rewrite, Flags: []Flag{{"-c=DATA --comment=DATA -r=TEXT --reason=TEXT", 0}}, Args: "TEXT..."},
			}},
			{Name: "repo", Subs: []Command{
				{Name: "list ls view gitignore license", Does: ReadRemote, Args: "TEXT..."},
				{Name: "clone", Does: Fetch, Args: "TEXT WRITE TEXT...", Do: ghClone},
				{Name: "create new fork", Does: Publish, Args: "TEXT..."},
				{Name: "edit", Does: Rewrite, Args: "TEXT..."},
				{Name: "delete archive unarchive rename sync", Does: Rewrite, Args: "TEXT..."},
				{Name: "set-default", Args: "TEXT..."},
				{Name: "deploy-key autolink", Args: "TEXT...", Do: doVerbsAll},
			}},
			{Name: "release", Subs: []Command{
				{Name: "list ls view verify verify-asset", Does: ReadRemote, Args: "TEXT..."},
				{Name: "download", Does: ReadRemote, Flags: []Flag{{"-p=TEXT --pattern=TEXT -A=TEXT --archive=TEXT --clobber --skip-existing", 0}, {"-D=WRITE --dir=WRITE -O=WRITE --output=WRITE", 0}}, Args: "TEXT...", Do: printsDownload},
				{Name: "create new upload edit", Does: Publish, Flags: []Flag{{"-n=DATA --notes=DATA -t=DATA --title=DATA --target=TEXT --discussion-category=TEXT --notes-start-tag=TEXT --tag=TEXT", 0}, {"-F=SEND --notes-file=SEND", 0}}, Args: "TEXT SEND..."},
				{Name: "delete delete-asset", Does: Rewrite, Args: "TEXT..."},
			}},
			{Name: "run", Subs: []Command{
				{Name: "list ls view watch", Does: ReadRemote, Args: "TEXT..."},
				{Name: "download", Does: ReadRemote, Flags: []Flag{{"-D=WRITE --dir=WRITE -n=TEXT --name=TEXT -p=TEXT --pattern=TEXT", 0}}, Args: "TEXT...", Do: printsDownload},
				{Name: "rerun", Does: Publish, Args: "TEXT..."},
				{Name: "cancel delete", Does: Rewrite, Args: "TEXT..."},
			}},
			{Name: "workflow", Subs: []Command{
				{Name: "list ls view", Does: ReadRemote, Args: "TEXT..."},
				{Name: "run enable disable", Does: Publish, Flags: []Flag{{"-f=DATA -F=DATA --field=DATA --raw-field=DATA", 0}}, Args: "TEXT..."},
			}},
			{Name: "secret", Subs: []Command{
				{Name: "list ls", Does: ReadRemote, Args: "TEXT..."},
				{Name: "set", Does: Secret | Publish, Flags: []Flag{{"-b=AUTH --body=AUTH", 0}, {"-f=TEXT --env-file=TEXT", 0}}, Args: "TEXT...", Do: func(k *call, a *args) { k.stdin = true }},
				{Name: "delete remove", Does: Rewrite, Args: "TEXT..."},
			}},
			{Name: "variable", Subs: []Command{
				{Name: "list ls get", Does: ReadRemote, Args: "TEXT..."},
				{Name: "set", Does: Publish, Flags: []Flag{{"-b=DATA --body=DATA", 0}, {"-f=SEND --env-file=SEND", 0}}, Args: "TEXT...", More: &More{Stdin: "SEND"}},
				{Name: "delete remove", Does: Rewrite, Args: "TEXT..."},
			}},
			{Name: "gist", Subs: []Command{
				{Name: "list ls", Does: ReadRemote, Args: "TEXT..."},
				{Name: "view", Does: ReadRemote, Args: "TEXT...", Do: printsDownload},
				{Name: "clone", Does: Fetch, Args: "TEXT WRITE"},
				{Name: "create new", Does: Publish, Flags: []Flag{{"-d=DATA --desc=DATA -f=TEXT --filename=TEXT -p --public", 0}}, Args: "SEND...", More: &More{Stdin: "SEND"}},
				{Name: "edit", Does: Publish, Flags: []Flag{{"-a=SEND --add=SEND -d=TEXT --desc=TEXT -f=TEXT --filename=TEXT", 0}}, Args: "TEXT SEND"},
				{Name: "delete rename", Does: Rewrite, Args: "TEXT..."},
			}},
			{Name: "search status org browse ruleset rs attestation at version help completion", Does: ReadRemote, Args: "TEXT..."},
			{Name: "config", Subs: []Command{
				{Name: "list ls get clear-cache", Args: "TEXT..."},
				{Name: "set", Args: "TEXT TEXT", Do: func(k *call, a *args) {
					if a.word(0).Has("editor pager browser") {
						a.operands = []value{{kind: "PROGRAM", words: []Word{a.word(1)}}}
					}
				}},
			}},
			{Name: "label cache project ssh-key gpg-key agent-task", Args: "TEXT...", Do: doVerbsAll},
			{Name: "codespace cs", Subs: []Command{
				{Name: "list ls view logs", Does: ReadRemote, Args: "TEXT..."},
				{Name: "ssh", Does: Remote, Args: "SCRIPT"},
				{Name: "cp", Does: Send, Flags: []Flag{{"-e -r --expand --recursive -c=TEXT --codespace=TEXT -p=TEXT", 0}}, Args: "TEXT..."},
				{Name: "create code jupyter rebuild edit start stop ports", Does: Publish, Args: "TEXT..."},
				{Name: "delete", Does: Rewrite, Args: "TEXT..."},
			}},
			{Name: "models", Does: Send, Args: "TEXT..."},
			{Name: "copilot", Args: "TEXT...", Does: Unknown},
			{Name: "preview", Args: "TEXT...", Does: Unknown},
		},
		Args: "",
	},
	{
		Name:  "glab tea hub",
		Open:  true,
		Flags: []Flag{{"-R=TEXT --repo=TEXT", 0}, {"-d=TEXT -m=TEXT --message=TEXT --description=TEXT -t=TEXT --title=TEXT", 0}},
		Subs: []Command{
			{Name: "api", Does: ReadRemote, Flags: []Flag{{"-X=TEXT --method=TEXT --paginate -i --include --silent --hostname=TEXT", 0}, {"-f=DATA -F=DATA --field=DATA --raw-field=DATA", 0}, {"--input=SEND", 0}, {"-H=HEADER --header=HEADER", 0}}, Args: "TEXT", Do: doGhAPI},
		},
		Args: "TEXT...",
		Do: func(k *call, a *args) {
			if a.word(0).Is("snippet") && a.word(1).Has("create new") {
				k.values(k.name+": snippet", sendAll(a.words[2:]))
			}
			doForge(k, a)
		},
	},
	{Name: "circleci jenkins jenkins-cli travis drone bk buildkite-agent act woodpecker-cli gitlab-runner semaphore appveyor", Open: true, Args: "TEXT...", Do: doCI},
	{Name: "sentry-cli datadog-ci codecov codecovcli coveralls bundlewatch rollbar-cli", Open: true, Args: "TEXT...", Flags: []Flag{{"--auth-token=AUTH --api-key=AUTH -t=AUTH", 0}, {"--dry-run", Dry}}, Do: func(k *call, a *args) {
		if strings.HasPrefix(k.name, "cod") || k.name == "coveralls" {
			k.effect(Send, k.name)
			return
		}
		doVerbsAll(k, a)
	}},

	// Vaults.
	{Name: "vault bao", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
		ws := k.lead(a)
		switch w := a.word(0); {
		case len(ws) == 0, w.Has("status version list path-help print") || w.Has("kv secrets auth policy audit lease namespace plugin operator") && a.word(1).Has("list members key-status"), w.Is("policy") && a.word(1).Has("read fmt"), w.Is("kv") && a.word(1).Is("metadata") && a.word(2).Is("get"):
			k.effect(ReadRemote, k.name)
			if w.Is("print") {
				k.effect(Secret, k.name)
			}
		case w.Has("read login token unwrap ssh server agent proxy"), w.Is("kv") && a.word(1).Is("get"):
			k.effect(Secret, k.name)
			k.prints(comes(markSecret, "the output of "+k.name))
			if w.Is("token") && a.word(1).Has("revoke") {
				k.effect(Rewrite, k.name)
			}
		case w.Has("delete"), anyWordOf(ws, "delete destroy disable revoke undelete rollback move seal step-down rekey rotate generate-root"):
			k.effect(Rewrite, k.name)
		case w.Has("write patch"), anyWordOf(ws, "put patch enable tune write init unseal enable-versioning"):
			k.effect(Secret|Publish, k.name)
		default:
			k.effect(Unknown, k.name)
		}
	}},
	{Name: "op", Open: true, Flags: []Flag{{"--account=TEXT --vault=TEXT --format=TEXT --session=AUTH --config=TEXT --env-file=TEXT", 0}, {"-i=READ --in-file=READ -o=WRITE --out-file=WRITE", 0}}, Subs: []Command{
		{Name: "run", Does: Secret, Args: "CMD"},
		{Name: "read inject signin signout", Does: Secret, Args: "TEXT...", Do: printsSecret},
		{Name: "whoami update version completion", Args: "TEXT...", Does: ReadRemote},
	}, Args: "TEXT...", Do: func(k *call, a *args) {
		switch {
		case anyWordOf(a.words, "list ls"):
			k.effect(ReadRemote, k.name)
		case anyWordOf(a.words, "get"):
			if a.word(0).Has("item document") {
				k.effect(Secret, k.name)
				printsSecret(k, a)
			} else {
				k.effect(ReadRemote, k.name)
			}
		default:
			doVerbsAll(k, a)
		}
	}},
	{Name: "doppler infisical dotenv-vault teller chamber berglas", Open: true, Flags: []Flag{{"-p=TEXT --project=TEXT -c=TEXT --config=TEXT --env=TEXT --path=TEXT", 0}, {"-t=AUTH --token=AUTH", 0}}, Subs: []Command{
		{Name: "run exec", Does: Secret, Flags: []Flag{{"--command=LINE", 0}}, Args: "CMD"},
		{Name: "export env show read access", Does: Secret, Args: "TEXT...", Do: printsSecret},
		{Name: "login logout setup configure init link", Does: Secret, Args: "TEXT..."},
	}, Args: "TEXT...", Do: func(k *call, a *args) {
		if a.word(0).Is("secrets") && !anyWordOf(a.words, "delete set upload") {
			if a.has("--only-names") {
				k.effect(ReadRemote, k.name)
				return
			}
			k.effect(Secret, k.name)
			printsSecret(k, a)
			return
		}
		doVerbsAll(k, a)
	}},
	{Name: "pass gopass", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
		switch w := a.word(0); {
		case len(a.words) == 0, w.Has("ls list find search version help"):
		case w.Has("rm remove delete mv move"):
			k.effect(Discard, k.name)
		default:
			k.effect(Secret, k.name)
			printsSecret(k, a)
		}
	}},
	{Name: "bw rbw lpass keepassxc-cli bws dashlane dcli", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
		switch w := a.word(0); {
		case len(a.words) == 0, w.Has("status version help sync sdk-version unlocked") || a.has("--version --help"):
			k.effect(ReadRemote, k.name)
		case w.Has("delete rm remove purge"):
			k.effect(Rewrite, k.name)
		default:
			k.effect(Secret, k.name)
			printsSecret(k, a)
		}
	}},
	{Name: "sops", Open: true, Flags: []Flag{{"-d --decrypt", Secret}, {"-e --encrypt --extract=TEXT --input-type=TEXT --output-type=TEXT --age=TEXT --pgp=TEXT --kms=TEXT --config=READ", 0}, {"-i --in-place", 0}, {"-r --rotate --set=TEXT", 0}, {"--output=WRITE", 0}}, Args: "READ...", Do: func(k *call, a *args) {
		switch w := a.word(0); {
		case a.has("-d --decrypt"), w.Has("decrypt exec-env exec-file edit publish"):
			k.effect(Secret, k.name)
			printsSecret(k, a)
			if w.Has("exec-env exec-file") && len(a.words) > 2 {
				k.innerScript(a.words[2:3], k.name, false, false)
			}
		case a.has("-e --encrypt"), w.Has("encrypt filestatus updatekeys"):
		default:
			k.effect(Secret, k.name)
		}
	}},

	// Money and messages.
	{Name: "stripe twilio square braintree", Open: true, Flags: []Flag{{"--api-key=AUTH", 0}, {"-d=DATA --data=DATA", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		switch w := a.word(0); {
		case len(a.words) == 0, w.Has("listen logs status version help open completion samples serve get config whoami"), anyWordOf(a.words, "list retrieve search fetch"):
			k.effect(ReadRemote, k.name)
		case w.Has("login logout"), anyWordOf(a.words, "roll"):
			k.effect(Secret|Rewrite, k.name)
		case w.Has("trigger fixtures post delete resend"), anyWordOf(a.words, "create update delete cancel capture confirm refund pay send"):
			k.effect(Spend, k.name)
		default:
			doVerbsAll(k, a)
		}
	}},
	{Name: "slack slackcat discord-cli telegram-send telegram-cli signal-cli wacli ntfy apprise pushover notify", Open: true, Does: Send, Args: "TEXT...", More: &More{Stdin: "SEND"}, Do: func(k *call, a *args) {
		for _, w := range a.words {
			for _, p := range k.paths(w) {
				if w.Known() && k.zone(p) == zoneSecrets {
					k.foundWhy(Leak, k.name, k.show(p), k.src)
				}
			}
		}
	}},
	{Name: "kafka-topics kafka-topics.sh kafka-configs kafka-configs.sh kafka-consumer-groups kafka-consumer-groups.sh kafka-acls kafka-acls.sh kafka-delete-records kafka-delete-records.sh kafka-reassign-partitions kafka-reassign-partitions.sh kafka-leader-election kafka-leader-election.sh kafka-storage kafka-storage.sh kafka-streams-application-reset kafka-streams-application-reset.sh", Open: true, Flags: []Flag{{"--bootstrap-server=TEXT --zookeeper=TEXT --topic=TEXT --group=TEXT --command-config=READ --partitions=TEXT --replication-factor=TEXT --config=TEXT", 0}, {"--describe --list --verify --state --members", 0}, {"--delete --remove --reset-offsets --execute --delete-offsets --delete-config=TEXT --alter --force", Discard}, {"--create --add --generate --if-not-exists --if-exists", 0}, {"--dry-run", Dry}}, Args: "TEXT...", Do: func(k *call, a *args) {
		far := false
		if w := a.value("--bootstrap-server --zookeeper"); w.Text() != "" {
			for h := range strings.SplitSeq(w.Text(), ",") {
				far = far || !isLoopback(hostOf(h))
			}
		}
		switch {
		case strings.HasPrefix(k.name, "kafka-delete-records"), strings.HasPrefix(k.name, "kafka-streams-application-reset"):
			k.effect(Discard, k.name+": deletes")
		case far && a.has("--create --add --alter --delete --remove --reset-offsets --execute"):
			k.effect(Rewrite, k.name)
		case far:
			k.effect(ReadRemote, k.name)
		default:
			k.effect(Loopback, k.name)
		}
	}},
	{Name: "kafka-console-producer kafka-console-producer.sh kafka-console-consumer kafka-console-consumer.sh kcat kafkacat", Open: true, Flags: []Flag{{"-b=TEXT --bootstrap-server=TEXT --broker-list=TEXT -t=TEXT --topic=TEXT -P -C -L -l=SEND", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		w := a.value("-b --bootstrap-server --broker-list")
		switch {
		case w.Known() && isLoopback(hostOf(w.Text())):
			k.effect(Loopback, k.name)
		case strings.Contains(k.name, "producer") || a.has("-P"):
			k.effect(Send, k.name)
			if k.in.secret() {
				k.foundWhy(Leak, k.name, k.in.from(), k.src)
			}
		default:
			k.effect(ReadRemote, k.name)
		}
	}},
	{Name: "nats natscli", Open: true, Flags: []Flag{{"-s=TEXT --server=TEXT --context=TEXT", 0}, {"--password=AUTH --creds=TEXT --nkey=TEXT", 0}}, Args: "TEXT...", Do: doQueue},
	{Name: "rabbitmqctl rabbitmqadmin rabbitmq-diagnostics rabbitmq-plugins rabbitmq-queues rabbitmq-upgrade", Open: true, Flags: []Flag{{"-n=TEXT -p=TEXT --node=TEXT --vhost=TEXT -q --quiet -s --silent -l -t=TEXT --timeout=TEXT --formatter=TEXT", 0}}, Args: "TEXT...", Do: doQueue},
	{Name: "pulsar-admin mosquitto_pub mosquitto_sub sidekiqctl temporal tctl", Open: true, Args: "TEXT...", Do: doQueue},

	// Backups.
	{Name: "restic", Open: true, Flags: []Flag{{"-r=TEXT --repo=TEXT -o=TEXT --option=TEXT --tag=TEXT --host=TEXT --path=TEXT -p=TEXT --password-file=TEXT", 0}, {"--password-command=LINE", Hijack}, {"-n --dry-run", Dry}}, Args: "TEXT...", Do: doBackup},
	{Name: "borg borgmatic", Open: true, Flags: []Flag{{"-r=TEXT --repo=TEXT -v --stats --list -p --progress", 0}, {"--rsh=LINE --remote-path=PROGRAM", Hijack}, {"-n --dry-run", Dry}}, Args: "TEXT...", Do: doBackup},
	{Name: "duplicity duplicati-cli rsnapshot kopia bupstash tarsnap", Open: true, Flags: []Flag{{"--dry-run", Dry}}, Args: "TEXT...", Do: doBackup},
	{Name: "rclone", Open: true, Flags: []Flag{{"-v -vv -P --progress --config=TEXT --include=TEXT --exclude=TEXT --filter=TEXT --transfers=TEXT --max-age=TEXT --min-age=TEXT -q", 0}, {"--password-command=LINE --sftp-ssh=LINE --metadata-mapper=LINE", Hijack}, {"-n --dry-run", Dry}}, Args: "TEXT...", Do: doRclone},
	{Name: "mc mcli s3cmd s5cmd b2 minio-client", Open: true, Flags: []Flag{{"--dry-run -n", Dry}}, Args: "TEXT...", Do: doStore},

	// Daemons that a person may be running.
	{Name: "gitlab-ctl gitlab-rake gitea forgejo", Open: true, Args: "TEXT...", Does: Machine},
	{Name: "deck kong", Open: true, Args: "TEXT...", Do: doVerbsAll},
}

func anyWordOf(ws []Word, list string) bool {
	for _, w := range ws {
		if w.Has(list) {
			return true
		}
	}
	return false
}

func printsSecret(k *call, a *args) {
	k.prints(comes(markSecret, "the output of "+k.name))
}

// sendAll are words whose files leave the machine.
func sendAll(ws []Word) []value {
	var out []value
	for _, w := range ws {
		if !strings.HasPrefix(w.Text(), "-") {
			out = append(out, value{kind: "SEND", words: []Word{w}})
		}
	}
	return out
}

// ghClone makes a folder that is called like the repository.
func ghClone(k *call, a *args) {
	to := a.word(1)
	if to.Text() == "" {
		to = lit("./" + path.Base(a.word(0).Text()))
		a.operands = append(a.operands, value{kind: "WRITE", words: []Word{to}})
	}
	k.fetches(to)
}

func printsDownload(k *call, a *args) {
	if k.name == "gh release download" || k.name == "gh run download" {
		to := a.value("-D --dir -O --output")
		if to.Text() == "" {
			to = lit(".")
		}
		k.arrived = append(k.arrived, [2]Word{a.value("-p --pattern"), to})
		if name := a.value("-p --pattern -n --name"); name.Known() && name.Text() != "" {
			k.arrived = append(k.arrived, [2]Word{lit("gh:" + name.Text()), to})
		}
		if !to.Is("-") {
			return
		}
	}
	k.prints(comes(markDownload, "the output of "+k.name))
}

// lead are the words that name the subcommand: those before the first flag that
// no row spells.
func (k *call) lead(a *args) []Word {
	ws := a.words
	if a.lead > 0 {
		ws = ws[:min(a.lead, len(ws))]
	}
	if len(ws) > 6 {
		ws = ws[:6]
	}
	return ws
}

// Verbs of the clients of services. A dash ends the verb: delete-table.
const (
	cliReads   = " members cves quickview recommendations list ls describe get show view head batch-get lookup exists validate verify whoami inspect explain wait tail diff estimate simulate preview scan read cat stat stats du help poll receive discover what-if batch-get-item "
	cliNouns   = " apps orgs spaces routes buildpacks domains stacks groups status search query logs log test check history top events releases regions plans ps open docs print env usage metrics ping health display download dump plan lint template render balance info version count compare url services " // they may name a group as well
	cliChanges = " annotate distribute create put update set add attach associate register tag untag start run deploy publish send post upload enable modify edit patch change copy cp apply import push insert restore rotate promote invoke submit clone mirror sync mb up new scale launch trigger resume assign grant allow share invite transfer export install link upgrade request allocate authorize subscribe activate approve accept execute exec ssh console connect failover move mv rename migrate replace redeploy resolve acknowledge ack snooze retry rerun release build restart cutover pause suspend link deploy-key write replay merge join init bootstrap resize redrive wrap encrypt sign use switch select fork rewind reconcile rollout tunnel attach-policy scp on off repair buy raft pub call undelete signal confirm increase decrease promote demote open-port "
	cliRemoves = " delete terminate remove rm rb destroy purge del deregister detach disassociate revoke cancel reset stop disable reject reboot drop unregister abort empty clear kill undo flush prune forget uninstall deprovision release-address schedule-key-deletion archive unpublish rollback un delete-all down unset truncate expire evict drain cordon unlink unassign deactivate suspend-user rmi fail shutdown halt leave close quarantine block wipe uncordon unsubscribe poweroff decommission dispose deallocate rebuild step-down "
	cliSecrets = " login logout signin decrypt assume-role "
)

// cliVerb is what the word text says that a call does, 0 where it is no verb. Sure
// verbs end the name of the subcommand.
func cliVerb(text string) (e Effect, sure bool) {
	if strings.Contains(text, ":") && !strings.Contains(text, "://") { // apps:destroy, phone-numbers:buy:local
		for part := range strings.SplitSeq(text, ":") {
			if v, s := cliVerb(part); v != 0 && (e == 0 || e == ReadRemote) {
				e, sure = v, s
			}
		}
		if last := text[strings.LastIndexByte(text, ':')+1:]; e == Publish && in(strings.ToLower(last), " list view info status show ") { // build:list
			return ReadRemote, true
		}
		return e, sure
	}
	for i := 1; i < len(text); i++ { // deleteSite
		if text[i] >= 'A' && text[i] <= 'Z' && text[i-1] >= 'a' && text[i-1] <= 'z' {
			text = text[:i] + "-" + text[i:]
			break
		}
	}
	text = strings.ToLower(text)
	if in(text, cliReads) || text == "start-query" {
		return ReadRemote, true
	}
	if in(text, cliNouns) {
		return ReadRemote, false
	}
	if in(text, cliRemoves) {
		return Rewrite, true
	}
	if in(text, cliChanges) {
		return Publish, true
	}
	if in(text, cliSecrets) {
		return Secret, true
	}
	head, _, ok := strings.Cut(text, "-")
	if !ok {
		return 0, false
	}
	tail := text[strings.LastIndexByte(text, '-')+1:]
	switch {
	case in(head, cliReads) || head == "batch" && (strings.HasPrefix(text, "batch-get") || strings.HasPrefix(text, "batch-describe") || strings.HasPrefix(text, "batch-check")) || head == "detect" || head == "download" || head == "search" || head == "query" || head == "test" || head == "check" || head == "filter" || head == "select":
		return ReadRemote, true
	case in(head, cliRemoves) || head == "batch" && strings.Contains(text, "delete"):
		return Rewrite, true
	case in(head, cliChanges) || head == "batch" || head == "generate" || head == "admin" || head == "issue" || head == "cancel":
		return Publish, true
	case tail == "list", tail == "get", tail == "show", tail == "view", tail == "describe": // item-list
		return ReadRemote, true
	case in(tail, cliRemoves):
		return Rewrite, true
	case (head == "item" || head == "field" || head == "mark") && (tail == "add" || tail == "create" || tail == "edit" || tail == "template"):
		return Publish, true
	}
	return 0, false
}

func in(word, list string) bool { return word != "" && strings.Contains(list, " "+word+" ") }

// doCloud judges "client GROUP… VERB": the first word names a service, even
// where it is a verb as well (gcloud run, aws deploy).
func doCloud(k *call, a *args) {
	ws := k.lead(a)
	if len(ws) > 1 && ws[0].Has("alpha beta preview") {
		ws = ws[1:]
	}
	if k.name == "az" && a.word(0).Is("rest") {
		m := a.value("--method -m")
		switch {
		case m.Text() == "" && !a.has("--method -m --body -b"), m.Known() && strings.EqualFold(m.Text(), "get"):
			k.effect(ReadRemote, k.name)
		case strings.EqualFold(m.Text(), "delete"):
			k.effect(Rewrite, k.name)
		default:
			k.effect(Publish, k.name)
		}
		return
	}
	if texts(ws) == "athena start-query-execution" {
		k.cloudSQL(a)
		return
	}
	if len(ws) > 3 && ws[0].Is("storage") && ws[1].Has("cp mv rsync") {
		k.transfer(ws[2:], "gs: s3:", a.dry || a.has("--dry-run"))
		if ws[1].Is("mv") || a.has("--delete-unmatched-destination-objects") {
			k.effect(Rewrite, k.name+" storage "+ws[1].Text())
		}
		return
	}
	if len(ws) > 1 {
		k.judge(a, ws, ws[1:])
		return
	}
	k.judge(a, ws, ws)
}

// doVerbsAll judges "client [GROUP] VERB", any word of which may be the verb.
func doVerbsAll(k *call, a *args) {
	ws := k.lead(a)
	k.judge(a, ws, ws)
}

func (k *call) judge(a *args, ws, verbs []Word) {
	if a.has("--help -h") || len(ws) == 0 {
		if len(a.words) == 0 || a.has("--help -h") {
			a.operands = nil
			k.dry = true
			return
		}
	}
	e, read := Effect(0), false
	for _, w := range verbs {
		if !w.Known() {
			if e == 0 {
				e = Unknown
			}
			break
		}
		v, sure := cliVerb(w.Text())
		switch {
		case v == 0:
		case e == 0 || e == ReadRemote:
			e = v
		case v == Rewrite:
			e = v
		}
		if sure && v == ReadRemote && e == ReadRemote {
			read = true
			break
		}
	}
	if !read && (e == 0 || e == ReadRemote) && len(a.words) > len(ws) {
		// The verb may stand behind a flag that no row spells.
		for _, w := range a.words[len(ws):] {
			if v, _ := cliVerb(w.Text()); w.Known() && (v == Rewrite || v == Publish) {
				e = v
			}
		}
	}
	if e == 0 {
		e = Unknown
	}
	path := strings.ToLower(texts(ws))
	secret := secretPath(path) || a.has("--with-decryption --show-secrets --reveal --show-token --decrypt --with-secrets")
	if secret {
		k.effect(Secret, k.name+": a credential")
		k.prints(comes(markSecret, "the output of "+k.name))
	}
	if e == Secret {
		k.effect(Secret, k.name+": a credential")
		return
	}
	if a.dry || a.has("--dry-run --dryrun --what-if --validate-only") && !a.has("--no-dry-run") {
		for _, f := range a.flags {
			if hasName("--dry-run --dryrun", f.name) && len(f.values) > 0 && f.values[0].words[0].Has("none false 0") {
				k.effect(e, k.name+" "+path)
				return
			}
		}
		e &^= dryMask
		if e == 0 {
			e = ReadRemote
		}
	}
	k.effect(e, k.name+" "+path)
	k.carried(a, ws, path, e)
}

// secretPath reports whether a subcommand hands out or makes credentials.
func secretPath(path string) bool {
	for _, s := range []string{
		"get-secret-value", "batch-get-secret-value", "print-access-token", "print-identity-token", "access-token", "auth token", "auth:token", "auth tokens", "get-session-token", "assume-role", "get-federation-token", "export-credentials", "get-login-password", "ecr get-login", "get-authorization-token", "create-access-key", "get-password-data", "generate-db-auth-token", "get-role-credentials", "get-credentials", "create-key-pair", "create-login-profile", "create-service-specific-credential",
		"keyvault secret show", "keyvault secret download", "keyvault key download", "keyvault certificate download", "secrets versions access", "credential show", "credential list", "credentials create", "keys create", "account keys list", "app keys list", "rule keys list", "workspace get-shared-keys", "list-keys", "list-credentials", "list-publishing-credentials", "list-publishing-profiles", "show-connection-string", "connection-string", "create-for-rbac", "credential reset", "kms decrypt", "kms raw-decrypt", "user-password", "config-ssh", "reset-windows-password", "configure-docker", "application-default", "generate-access-token", "get-access-token", "az login", "secret create", "secrets create", "secrets set", "secret set", "secret put", "config:get", "env pull", "env:get", "secrets:get", "appsettings list", "connection-string list", "variables get", "kubeconfig save", "kubeconfig show", "create-kubeconfig", "update-kubeconfig", "generate-kubeconfig", "pg:credentials", "authorizations", "set-secret", "put-secret", "create-secret", "put-parameter", "ssh-key export", "api_keys", "api-keys create", "tokens create", "token create", "oauth2-client-secret", "generate-sas", "get-secret",
	} {
		if strings.Contains(path, s) {
			return true
		}
	}
	return false
}

// carried finds files and credentials of this machine among the words of a call
// that changes something there.
func (k *call) carried(a *args, ws []Word, path string, e Effect) {
	path, _, _ = strings.Cut(path, " .") // a file's name says nothing of the call
	store := strings.Contains(path, "secret") || strings.Contains(path, "parameter") || strings.Contains(path, "variable") || strings.Contains(path, "env") || strings.Contains(path, "config") || strings.Contains(path, "login") || strings.Contains(path, "auth") || strings.Contains(path, "key")
	each := func(v *value) {
		w := v.words[0]
		text := w.Text()
		for _, pre := range []string{"file://", "fileb://", "@"} {
			if rest, ok := strings.CutPrefix(text, pre); ok && w.Known() && e&(Publish|Rewrite|Send) != 0 {
				if store {
					k.touch(reads, lit(rest), k.name, k.src)
				} else {
					k.send(lit(rest), k.name)
				}
				return
			}
		}
		if w.flow().secret() && store {
			v.kind = "AUTH"
			return
		}
		if w.Known() && e&Publish != 0 && strings.ContainsAny(text, "/.") && !strings.Contains(text, "://") {
			for _, p := range k.paths(w) {
				if k.zone(p) == zoneSecrets {
					if store {
						k.effect(Secret, k.name+": "+k.show(p))
					} else {
						k.foundWhy(Leak, k.name, k.show(p), k.src)
					}
				}
			}
		}
	}
	for i := range a.operands {
		each(&a.operands[i])
	}
	for i := range a.flags {
		for j := range a.flags[i].values {
			if a.flags[i].values[j].kind == "TEXT" {
				each(&a.flags[i].values[j])
			}
		}
	}
	// The answer of a read goes into a file.
	if strings.HasPrefix(path, "s3api get-object") || strings.HasPrefix(path, "lambda invoke") {
		if n := len(a.words); n > len(ws) && !strings.HasPrefix(a.words[n-1].Text(), "s3:") {
			k.write(a.words[n-1], k.name)
		}
	}
}

// transfer reads "FROM… TO", where far addresses begin with one of the marks.
func (k *call) transfer(ws []Word, marks string, dry bool) {
	if len(ws) < 2 {
		k.effect(Unknown, k.name)
		return
	}
	far := func(w Word) bool {
		for m := range strings.FieldsSeq(marks) {
			if w.Starts(m) || !w.Known() && strings.HasPrefix(w.Text(), m) {
				return true
			}
		}
		return false
	}
	to := ws[len(ws)-1]
	for _, from := range ws[:len(ws)-1] {
		switch {
		case far(from):
			k.effect(ReadRemote, k.name)
		case dry:
			k.touch(reads, from, k.name, k.src)
		default:
			k.send(from, k.name)
		}
	}
	switch {
	case far(to):
		if !dry {
			k.effect(Publish, k.name)
		}
	case to.Is("-"):
		k.prints(comes(markDownload, "the output of "+k.name))
	case dry:
	default:
		k.write(to, k.name)
		for _, p := range k.paths(to) {
			k.files[path.Clean(p)] = comes(markDownload, "the download")
			if base := path.Base(ws[0].Text()); ws[0].Known() && len(ws) == 2 {
				k.files[path.Join(p, base)] = comes(markDownload, "the download")
			}
		}
	}
}

func doS3(k *call, a *args) {
	dry := a.dry
	ws := a.words
	if len(ws) == 0 {
		return
	}
	rest := ws[1:]
	if a.lead > 1 { // words behind flags that no row spells may be their values
		rest = nil
		for _, w := range ws[1:] {
			if len(rest) < 2 {
				rest = append(rest, w)
			}
		}
	}
	switch w := ws[0]; {
	case w.Has("ls presign website") && !w.Is("website") && !w.Is("presign"):
		k.effect(ReadRemote, k.name)
	case w.Is("presign"):
		k.effect(Expose, k.name+" presign")
	case w.Has("cp sync mv"):
		k.transfer(rest, "s3:", dry)
		if !dry && (w.Is("mv") || a.has("--delete")) {
			k.effect(Rewrite, k.name+" "+w.Text())
		}
	case w.Has("rm rb"):
		if dry {
			k.effect(ReadRemote, k.name)
		} else {
			k.effect(Rewrite, k.name+" "+w.Text())
		}
	case w.Has("mb website"):
		k.effect(Publish, k.name)
	default:
		k.effect(Unknown, k.name)
	}
	a.operands = nil
	for _, w := range ws {
		if w.flow().secret() {
			k.sent = append(k.sent, w)
		}
	}
}

func doGsutil(k *call, a *args) {
	ws := a.words
	if len(ws) == 0 {
		return
	}
	dry := a.has("-n")
	switch w := ws[0]; {
	case w.Has("ls du stat hash help version") || w.Has("iam acl defacl lifecycle cors versioning logging label web") && a.word(1).Has("get"):
		k.effect(ReadRemote, k.name)
	case w.Is("cat"):
		k.effect(ReadRemote, k.name)
		printsDownload(k, a)
	case w.Has("cp mv rsync"):
		k.transfer(ws[1:], "gs: s3:", dry && w.Is("rsync"))
		if w.Is("mv") || w.Is("rsync") && a.has("-d") && !dry {
			k.effect(Rewrite, k.name)
		}
	case w.Has("rm rb"):
		k.effect(Rewrite, k.name)
	case w.Has("signurl"):
		k.effect(Expose, k.name)
	case w.Has("config update"):
		k.effect(Secret, k.name)
	default:
		k.effect(Publish, k.name)
	}
	a.operands = nil
}

// cloudSQL judges a query that a cloud's database runs.
func (k *call) cloudSQL(a *args) {
	text, known := "", true
	if k.name == "bq" {
		for _, w := range a.words[1:] {
			text += w.Text() + " "
			known = known && w.Known()
		}
	}
	for _, f := range a.flags {
		for _, v := range f.values {
			if hasName("--command --query --query-string", f.name) {
				text += v.words[0].Text()
				known = known && v.words[0].Known()
			}
		}
	}
	up := strings.ToUpper(strings.TrimSpace(text))
	first, _, _ := strings.Cut(strings.TrimLeft(up, "( "), " ")
	write := !known || !in(strings.TrimRight(first, ";"), " SELECT SHOW DESCRIBE DESC EXPLAIN WITH VALUES PRAGMA ")
	for w := range strings.FieldsFuncSeq(up, func(r rune) bool { return r < 'A' || r > 'Z' }) {
		switch w {
		case "INSERT", "UPDATE", "DELETE", "DROP", "TRUNCATE", "ALTER", "CREATE", "MERGE", "GRANT", "REPLACE", "EXPORT", "LOAD", "CALL", "REVOKE", "UNLOAD", "VACUUM", "MSCK", "COPY":
			write = true
		}
	}
	if k.name == "wrangler" && !a.has("--remote") {
		if strings.Contains(up, "DROP") || strings.Contains(up, "TRUNCATE") || strings.Contains(up, "DELETE") && !strings.Contains(up, "WHERE") {
			k.effect(Discard, k.name+": SQL")
		}
		return
	}
	if write && !a.dry {
		k.effect(Rewrite, k.name+": SQL")
		return
	}
	k.effect(ReadRemote, k.name)
}

// doPlatform judges "client VERB" and "client GROUP VERB" of platforms.
func doPlatform(k *call, a *args) {
	ws := k.lead(a)
	if len(ws) == 0 {
		if k.name == "vercel" || k.name == "now" || k.name == "surge" {
			if !a.has("--help -h --version -v") {
				k.effect(Publish, k.name)
			}
		}
		return
	}
	w := ws[0]
	switch {
	case hasName("huggingface-cli hf", k.name) && w.Has("env version"):
		k.effect(RunProject, k.name)
	case k.name == "surge" && !w.Has("list whoami login logout token teardown plus ssl encrypt certs help"): // surge FOLDER ADDRESS
		k.effect(Publish, k.name)
	case w.Has("dev serve local watch build init codegen start") && k.name != "fly" && k.name != "flyctl" && k.name != "dokku" && k.name != "modal" && k.name != "eas":
		k.effect(RunProject, k.name)
		return
	case w.Is("api") && k.name == "auth0":
		switch {
		case a.word(1).Has("delete"):
			k.effect(Rewrite, k.name)
		case a.word(1).Has("post put patch"), a.has("--data -d"):
			k.effect(Publish, k.name)
		default:
			k.effect(ReadRemote, k.name)
		}
		return
	case w.Has("ssh console run exec shell connect proxy run:detached ps:exec pg:psql redis:cli"):
		if k.name == "railway" && w.Is("run") || k.name == "vercel" && w.Is("exec") {
			k.effect(Secret, k.name)
		} else {
			k.effect(Remote, k.name)
		}
		// railway run CMD, heroku run CMD
		for i, x := range a.words[1:] {
			if x.Known() && Lookup(path.Base(x.Text())) != nil {
				in := k.child()
				in.away, in.sh.dirs = true, nil
				in.call(a.words[1+i:], k.src)
				break
			}
		}
		return
	case w.Has("config:set config:add env:set secrets:set env secrets secret variables variable config") && anyWordOf(ws, "add set import config:set env:set secrets:set push"):
		k.effect(Publish|Secret, k.name)
		k.carried(a, ws, "secret", Publish)
		return
	case w.Has("config env variables secrets env:list config:get") && !anyWordOf(ws, "rm remove delete unset unset:all ls list clone"):
		k.effect(Secret, k.name+": a credential")
		printsSecret(k, a)
		return
	case w.Has("--version version whoami") || a.has("--version") && len(ws) == 0:
		k.effect(ReadRemote, k.name)
		return
	}
	doVerbsAll(k, a)
}

// doGhAPI judges a raw request to a forge by its method.
func doGhAPI(k *call, a *args) {
	method, body := "GET", a.has("-f -F --field --raw-field --input")
	if body {
		method = "POST"
	}
	if w := a.value("-X --method"); w.Text() != "" {
		method = strings.ToUpper(w.Text())
		if !w.Known() {
			method = "?"
		}
	}
	printsDownload(k, a)
	if to := a.word(0); strings.Contains(to.Text(), "://") && hostOf(to.Text()) != "api.github.com" && hostOf(to.Text()) != "gitlab.com" {
		k.effect(Fetch, k.name)
	}
	read := method == "GET" || method == "HEAD"
	if to := a.word(0); to.Has("graphql /graphql") && !read {
		text, plain := "", true
		for _, f := range a.flags {
			for _, v := range f.values {
				if v.kind == "DATA" {
					text += v.words[0].Text() + " "
					plain = plain && v.words[0].Known()
				}
			}
		}
		if !a.has("--input") && !strings.Contains(strings.ToLower(text), "mutation") && !strings.Contains(text, "query=@") && (plain || strings.Contains(text, "query=query") || strings.Contains(text, "query={") || strings.Contains(text, "query='")) {
			read = true
		}
	}
	switch {
	case read:
		for i := range a.flags {
			for j := range a.flags[i].values {
				if v := &a.flags[i].values[j]; v.kind == "DATA" && !strings.Contains(v.words[0].Text(), "=@") {
					v.kind = "TEXT"
				}
			}
		}
	case method == "DELETE":
		k.effect(Rewrite, k.name+": DELETE")
	default:
		k.effect(Publish, k.name+": "+method)
	}
}

// doForge judges glab and its like.
func doForge(k *call, a *args) {
	ws := k.lead(a)
	switch w := a.word(0); {
	case len(ws) == 0:
	case w.Is("auth") && a.word(1).Is("status"), w.Has("version help completion ci-status"):
		k.effect(ReadRemote, k.name)
	case w.Has("auth login logout"), w.Is("token"):
		k.effect(Secret, k.name)
	case w.Is("config") && a.word(1).Is("get") && strings.Contains(a.word(2).Text(), "token"):
		k.effect(Secret, k.name)
		printsSecret(k, a)
	case w.Is("alias") && a.word(1).Is("set"):
		k.effect(Hijack, k.name)
		if len(a.words) > 3 {
			k.child().script(strings.TrimPrefix(a.words[3].Text(), "!"))
		}
	case w.Has("mr pr") && a.word(1).Has("checkout co"), w.Has("checkout"):
		k.effect(RunProject, k.name)
	case w.Has("mr pr issue") && a.word(1).Has("note comment approve revoke merge close reopen subscribe rebase for todo"), w.Has("mr pr issue") && a.word(1).Is("update"):
		k.effect(Publish, k.name)
	case w.Has("ci pipe pipeline") && a.word(1).Has("view status list get trace lint artifact config"):
		k.effect(ReadRemote, k.name)
	case w.Is("repo") && a.word(1).Is("clone"), w.Is("clone"):
		k.effect(Fetch, k.name)
	case w.Has("variable secret") && a.word(1).Has("get export list"):
		if a.word(1).Is("list") {
			k.effect(ReadRemote, k.name)
		} else {
			k.effect(Secret, k.name)
			printsSecret(k, a)
		}
	case k.name == "hub" && Lookup("git") != nil && !w.Has("pr issue release ci-status api create delete fork pull-request browse compare sync gist"):
		k.as("git", a.words)
	case k.name == "hub" && w.Has("pull-request fork create sync"):
		k.effect(Publish, k.name)
	default:
		doVerbsAll(k, a)
	}
}

func doCI(k *call, a *args) {
	switch w := a.word(0); {
	case k.name == "act":
		k.effect(RunProject, k.name)
		for _, w := range k.words[1:] {
			if name, attached := strings.CutPrefix(w.Text(), "-s"); w.Has("-s --secret") || w.Starts("--secret=") || attached && name != "" { // given to actions of others
				k.effect(Secret, k.name+" --secret")
			}
		}
	case k.name == "circleci" && w.Has("config local diagnostic version tests setup-help") && !a.word(1).Is("pack-x"):
		k.effect(RunProject, k.name)
	case w.Has("lint exec validate"):
		k.effect(RunProject, k.name)
	case w.Has("setup login token"):
		k.effect(Secret, k.name)
	case w.Has("unregister"):
		k.effect(Rewrite, k.name)
	case w.Has("register run install uninstall start restart") && k.name == "gitlab-runner":
		k.effect(Machine, k.name)
	default:
		doVerbsAll(k, a)
	}
}

// doQueue judges the clients of message queues: what is deleted or purged is
// gone.
func doQueue(k *call, a *args) {
	ws := k.lead(a)
	path := texts(ws)
	switch {
	case len(ws) == 0, k.name == "mosquitto_sub", strings.Contains(path, "context "):
		k.effect(ReadRemote, k.name)
	case k.name == "mosquitto_pub":
		k.effect(Send, k.name)
		for i, w := range k.words[:len(k.words)-1] {
			if w.Has("-f --file") {
				k.values(k.name+": -f", sendAll(k.words[i+1:i+2]))
			}
		}
	case anyWordOf(ws, "step-down eval rpc rm del delete purge edit-purge reset force_reset purge_queue delete_queue delete_user delete_vhost clear_permissions clear_policy clear_parameter stop_app stop shutdown forget_cluster_node seal cluster-down revoke terminate cancel flush_all destroy declare-delete"):
		k.effect(Discard, k.name+": deletes")
	case anyWordOf(ws, "list ls info report state status list_queues list_vhosts list_users list_exchanges list_bindings list_connections list_channels list_consumers list_permissions list_policies environment cluster_status get view watch sub subscribe show describe inspect ping check check_running node_health_check version help rtt server account bench count peek stats"):
		k.effect(ReadRemote, k.name)
	default:
		doVerbsAll(k, a)
		for _, w := range ws {
			head, rest, ok := strings.Cut(w.Text(), "_")
			if !ok || rest == "" {
				continue
			}
			switch head {
			case "add", "set", "change", "enable", "disable", "rename", "start", "join", "sync", "eval", "close", "restart", "authenticate":
				k.effect(Publish, k.name)
			}
		}
	}
}

// doBackup judges backup programs: a snapshot that is forgotten is gone.
func doBackup(k *call, a *args) {
	ws := k.lead(a)
	for _, f := range a.flags {
		for _, v := range f.values {
			if w := v.words[0]; hasName("-o --option --ssh-askpass --ssh-options", f.name) && (!w.Known() || strings.Contains(w.Text(), "command=") || strings.Contains(w.Text(), "program=") || strings.Contains(w.Text(), "ProxyCommand") || strings.Contains(w.Text(), ".args=")) {
				k.effect(Hijack, k.name+": "+f.row.Spell)
				if _, line, ok := strings.Cut(w.Text(), "="); ok && w.Known() {
					k.child().script(line)
				}
			}
		}
	}
	switch {
	case len(ws) == 0, ws[0].Is("snapshot") && a.word(1).Has("list ls verify estimate"):
		k.effect(ReadRemote, k.name)
	case anyWordOf(ws, "forget prune delete purge compact remove-older-than remove-all-but-n-full remove-all-inc-of-but-n-full cleanup wipe rewrite recreate unlock break-lock") || ws[0].Is("key") && anyWordOf(ws, "remove"):
		k.effect(Rewrite&^mask(a.dry), k.name+": forgets")
	case ws[0].Is("key"), ws[0].Is("rcreate"):
		k.effect(Secret, k.name)
	case anyWordOf(ws, "snapshots list ls find stats check cat diff version help info verify collection-status list-current-files cache rlist rinfo snapshot policy repository status dump") && !ws[0].Has("dump snapshot"):
		k.effect(ReadRemote, k.name)
	case ws[0].Has("dump"):
		k.effect(ReadRemote, k.name)
		printsDownload(k, a)
	case ws[0].Has("restore extract"):
		for _, f := range a.flags {
			if hasName("-t --target", f.name) && len(f.values) > 0 {
				k.write(f.values[0].words[0], k.name)
			}
		}
		if n := len(a.words); n > 1 && a.has("-t --target") {
			k.write(a.words[n-1], k.name)
		} else {
			k.write(lit("."), k.name)
		}
	case ws[0].Has("init backup create copy snapshot migrate mount umount serve daily hourly weekly full incr incremental"):
		k.effect(Send&^mask(a.dry), k.name)
	default:
		doVerbsAll(k, a)
	}
}

func rclonePath(w Word) bool {
	i := strings.IndexByte(w.Text(), ':')
	return i > 0 && !strings.HasPrefix(w.Text(), "/") && !strings.HasPrefix(w.Text(), ".")
}

func doRclone(k *call, a *args) {
	ws := a.words
	if len(ws) == 0 {
		return
	}
	verb := ws[0]
	a.operands = nil
	for _, w := range ws {
		if w.flow().secret() {
			k.sent = append(k.sent, w)
		}
	}
	switch {
	case verb.Has("ls lsd lsl lsf lsjson tree size about listremotes version help check cryptcheck ncdu hashsum md5sum sha1sum checksum completion features test"):
		k.effect(ReadRemote, k.name)
	case verb.Is("cat"):
		k.effect(ReadRemote, k.name)
		printsDownload(k, a)
	case verb.Has("config obscure reveal authorize"):
		k.effect(Secret, k.name)
	case verb.Has("serve rcd"):
		k.effect(Expose, k.name)
	case verb.Is("rc"):
		k.effect(Unknown, k.name)
	case verb.Has("copy copyto sync bisync move moveto rcat copyurl") && len(ws) > 1:
		to := ws[len(ws)-1]
		from := ws[1]
		gone := verb.Has("move moveto sync bisync")
		if len(ws) > 2 {
			if rclonePath(from) || strings.Contains(from.Text(), "://") {
				k.effect(ReadRemote, k.name)
				if verb.Has("move moveto") {
					k.effect(Rewrite&^mask(a.dry), k.name+": deletes")
				}
			} else if a.dry {
				k.touch(reads, from, k.name, k.src)
			} else {
				k.send(from, k.name)
				if verb.Has("move moveto") {
					k.touch(deletes, from, k.name, k.src)
				}
			}
		}
		switch {
		case a.dry:
		case rclonePath(to):
			k.effect(Publish, k.name)
			if gone {
				k.effect(Rewrite, k.name+": deletes")
			}
			if verb.Is("rcat") && k.in.secret() {
				k.foundWhy(Leak, k.name, k.in.from(), k.src)
			}
		case gone:
			k.touch(deletes, to, k.name, k.src)
		default:
			k.write(to, k.name)
		}
	case verb.Has("delete deletefile purge rmdir rmdirs cleanup dedupe"):
		for _, w := range ws[1:] {
			if rclonePath(w) {
				k.effect(Rewrite&^mask(a.dry), k.name+": deletes")
			} else if !a.dry {
				k.touch(deletes, w, k.name, k.src)
			}
		}
	case verb.Has("mkdir touch settier link backend mount nfsmount"):
		k.effect(Publish&^mask(a.dry), k.name)
	default:
		k.effect(Unknown, k.name)
	}
}

// doStore judges the clients of object stores.
func doStore(k *call, a *args) {
	switch w := a.word(0); {
	case w.Has("ls la du stat head tree find diff info watch ping version help alias get-bucket-info list-buckets ls-b2 get-account-info") && !a.word(1).Has("set remove import rm"):
		k.effect(ReadRemote, k.name)
	case w.Has("cat get pipe-read download download-file-by-name"):
		k.effect(ReadRemote, k.name)
		printsDownload(k, a)
		if w.Has("get download") && len(a.words) > 2 {
			k.write(a.words[len(a.words)-1], k.name)
		}
	case w.Has("cp put sync mirror mv upload-file pipe mb share") && len(a.words) > 1:
		k.effect(Publish&^mask(a.dry), k.name)
		if !w.Has("mb share pipe") {
			for _, from := range a.words[1 : len(a.words)-1] {
				if !strings.Contains(from.Text(), "://") && k.name != "mc" && k.name != "mcli" {
					k.send(from, k.name)
				} else {
					for _, p := range k.paths(from) {
						if k.zone(p) == zoneSecrets {
							k.foundWhy(Leak, k.name, k.show(p), k.src)
						}
					}
				}
			}
		}
	case w.Has("alias config"):
		k.effect(Secret, k.name)
	case w.Has("rm rb del delete delete-bucket delete-file-version"), w.Is("admin") && !anyWordOf(a.words, "info trace top logs"):
		k.effect(Rewrite&^mask(a.dry), k.name+": deletes")
	case w.Is("admin"):
		k.effect(ReadRemote, k.name)
	default:
		doVerbsAll(k, a)
	}
}

// doTerraformConsole: an expression may read files: file("~/.ssh/id_rsa").
func doTerraformConsole(k *call, a *args) {
	parts := strings.Split(k.in.text(), "\"")
	for i := 1; i < len(parts); i += 2 {
		if f := strings.TrimSpace(parts[i-1]); strings.HasSuffix(f, "(") && strings.Contains(f, "file") {
			k.values(k.name+": file", []value{{kind: "READ", words: []Word{k.toolPath(parts[i])}}})
		}
	}
}

package classify

import "strings"

// Tools that change a database by migrations. Going forward runs the project's
// own code; reset, drop, rollback and fresh lose data.
var migrateCommands = []Command{
	{Name: "prisma", Does: RunProject, Flags: []Flag{{"--schema=READ --config=LOAD --help -h --version -v --telemetry-information=TEXT", 0}}, Subs: []Command{
		{Name: "migrate", Subs: []Command{
			{Name: "reset", Does: Discard, Flags: []Flag{{"-f --force --skip-generate --skip-seed", 0}}},
			{Name: "dev", Flags: []Flag{{"-n=TEXT --name=TEXT --create-only --skip-generate --skip-seed", 0}}, Do: answered},
			{Name: "deploy status"},
			{Name: "resolve", Flags: []Flag{{"--applied=TEXT --rolled-back=TEXT", 0}}},
			{Name: "diff", Flags: []Flag{{"--from-empty --to-empty --from-schema-datamodel=READ --to-schema-datamodel=READ --from-schema-datasource=READ --to-schema-datasource=READ --from-schema=READ --to-schema=READ --from-url=TEXT --to-url=TEXT --from-migrations=READ --to-migrations=READ --from-local-d1 --to-local-d1 --from-config-datasource --shadow-database-url=TEXT --script --exit-code", 0}, {"-o=WRITE --output=WRITE", 0}}},
		}},
		{Name: "db", Subs: []Command{
			{Name: "push", Flags: []Flag{{"--force-reset --accept-data-loss", Discard}, {"--skip-generate", 0}}, Do: answered},
			{Name: "pull seed", Flags: []Flag{{"--force --print --composite-type-depth=TEXT --schemas=TEXT --local-d1", 0}}, Args: "TEXT..."},
			{Name: "execute", Flags: []Flag{{"--url=TEXT", 0}, {"--stdin", 0}, {"--file=TEXT", 0}}, More: &More{Forms: []Form{{If: "--stdin", Stdin: "SQL"}}}, Do: func(k *call, a *args) {
				if w := a.value("--file"); w.Text() != "" {
					k.sqlFile(w, k.name+": --file")
				}
			}},
		}},
		{Name: "generate validate format studio init version debug dev platform", Flags: []Flag{{"--generator=TEXT --watch --no-engine --data-proxy --accelerate --no-hints --allow-no-models --sql --check --port=TEXT -p=TEXT --browser=TEXT -b=TEXT --hostname=TEXT -n=TEXT --datasource-provider=TEXT --url=TEXT --output=WRITE --with-model --preview-feature=TEXT --*", 0}}, Args: "TEXT..."},
	}},
	{Name: "drizzle-kit", Does: RunProject, Subs: []Command{
		{Name: "drop", Does: Discard, Flags: []Flag{{"--config=LOAD --out=TEXT --driver=TEXT", 0}}},
		{Name: "push push:pg push:mysql push:sqlite", Flags: []Flag{{"--force", Discard}, {"--config=LOAD --dialect=TEXT --schema=TEXT --driver=TEXT --url=TEXT --verbose --strict --explain --*", 0}}, Do: answered},
		{Name: "generate migrate check up studio pull introspect export generate:pg generate:mysql generate:sqlite up:pg check:pg introspect:pg", Flags: []Flag{{"--config=LOAD --out=WRITE", 0}, {"--name=TEXT --dialect=TEXT --schema=TEXT --driver=TEXT --prefix=TEXT --url=TEXT --port=TEXT --host=TEXT", 0}, {"--*", 0}}},
	}},
	{Name: "knex", Does: RunProject, Flags: []Flag{{"--knexfile=LOAD --cwd=CD --require=LOAD --esm --env=TEXT --client=TEXT --connection=TEXT --migrations-directory=TEXT --debug --*", 0}, {"-x=TEXT", 0}}, Subs: []Command{
		{Name: "migrate:rollback migrate:down", Does: Discard, Flags: []Flag{{"--all", 0}}, Args: "TEXT..."},
		{Name: "migrate:latest migrate:up migrate:make migrate:list migrate:status migrate:currentVersion migrate:unlock seed:make seed:run init", Args: "TEXT..."},
	}},
	{Name: "sequelize sequelize-cli", Does: RunProject, Flags: []Flag{{"--config=LOAD --options-path=LOAD --env=TEXT --url=TEXT --migrations-path=TEXT --seeders-path=TEXT --debug --*", 0}}, Subs: []Command{
		{Name: "db:drop db:migrate:undo db:migrate:undo:all db:seed:undo db:seed:undo:all", Does: Discard, Args: "TEXT..."},
		{Name: "db:migrate db:migrate:status db:migrate:schema:timestamps:add db:seed db:seed:all db:create init init:config init:migrations init:models init:seeders migration:generate migration:create model:generate model:create seed:generate seed:create", Args: "TEXT..."},
	}},
	{Name: "typeorm typeorm-ts-node-commonjs typeorm-ts-node-esm mikro-orm", Does: RunProject, Flags: []Flag{{"-d=LOAD --dataSource=LOAD --config=LOAD -c=TEXT -t=TEXT --transaction=TEXT -f -o -p --*", 0}}, Subs: []Command{
		{Name: "schema:drop migration:revert migration:down schema:fresh migration:fresh database:drop", Does: Discard, Args: "TEXT..."},
		{Name: "schema:sync schema:update", Args: "TEXT...", Flags: []Flag{{"-r --run --safe --drop-tables --drop-db", 0}}},
		{Name: "schema:log migration:run migration:up migration:generate migration:create migration:show migration:list migration:pending migration:check entity:create subscriber:create init version cache:clear cache:generate query debug database:create seeder:run seeder:create", Args: "TEXT..."},
	}},
	{Name: "alembic", Does: RunProject, Flags: []Flag{{"-c=LOAD --config=LOAD -n=TEXT --name=TEXT -x=TEXT --raiseerr -q --quiet --version", 0}}, Subs: []Command{
		{Name: "downgrade", Does: Discard, Flags: []Flag{{"--sql", Dry}, {"--tag=TEXT -#", 0}}, Args: "TEXT..."},
		{Name: "upgrade stamp revision merge current history heads branches show check init edit list_templates ensure_version", Flags: []Flag{{"--sql --tag=TEXT +* --purge -m=TEXT --message=TEXT --autogenerate --head=TEXT --splice --branch-label=TEXT --rev-id=TEXT --depends-on=TEXT --version-path=TEXT -v --verbose -i --indicate-current -r=TEXT --rev-range=TEXT --resolve-dependencies -t=TEXT --template=TEXT --package", 0}}, Args: "TEXT..."},
	}},
	{Name: "flyway", Does: RunProject, Dash1: true, Flags: []Flag{{"-configFiles=LOAD -jarDirs=LOAD", 0}, {"-url=TEXT -user=TEXT -password=AUTH", 0}, {"-*", 0}}, Args: "TEXT...", More: &More{Rules: []Rule{{"loses data", Discard, "clean undo", nil}}}, Do: remoteMigration},
	{Name: "liquibase", Does: RunProject, Dash1: true, Flags: []Flag{{"--defaultsFile=LOAD --defaults-file=LOAD --classpath=LOAD", 0}, {"--url=TEXT --username=TEXT --password=AUTH --changeLogFile=READ --changelog-file=READ", 0}, {"--output-file=WRITE --outputFile=WRITE", 0}, {"--* -*", 0}}, Args: "TEXT...", More: &More{Rules: []Rule{{"loses data", Discard, "drop-all dropAll rollback rollback-count rollbackCount rollback-to-date rollbackToDate rollback-one-changeset rollback-one-update", nil}}}, Do: remoteMigration},
	{Name: "goose", Does: RunProject, Flags: []Flag{{"-dir=READ --dir=READ -table=TEXT -v -h -version -s -no-versioning -no-color -env=TEXT -allow-missing -timeout=TEXT -certfile=READ -ssl-cert=READ -ssl-key=TEXT", 0}}, Args: "TEXT...", More: &More{Rules: []Rule{{"goes back", Discard, "down down-to reset redo", nil}}}, Dash1: true, Do: remoteMigration},
	{Name: "dbmate", Does: RunProject, Flags: []Flag{{"-e=TEXT --env=TEXT -u=TEXT --url=TEXT -d=READ --migrations-dir=READ -s=WRITE --schema-file=WRITE --no-dump-schema --wait --wait-timeout=TEXT --env-file=TEXT --migrations-table=TEXT --strict -v --verbose", 0}}, Args: "TEXT...", More: &More{Rules: []Rule{{"goes back", Discard, "drop rollback down", nil}}}, Do: remoteMigration},
	{Name: "migrate", Does: RunProject, Dash1: true, Flags: []Flag{{"-path=READ -source=TEXT -database=TEXT -verbose -version -help -prefetch=TEXT -lock-timeout=TEXT -ext=TEXT -dir=READ -seq -digits=TEXT -format=TEXT -tz=TEXT -all -f", 0}}, Args: "TEXT...", More: &More{Rules: []Rule{{"goes back", Discard, "drop down", nil}}}, Do: remoteMigration},
	{Name: "atlas", Does: RunProject, Flags: []Flag{{"--*", 0}, {"-u=TEXT -c=TEXT -f=TEXT", 0}}, Args: "TEXT...", More: &More{Rules: []Rule{{"goes back", Discard, "clean down", nil}, {"changes the schema unseen", Discard, "", func(a *args) bool { return a.word(0).Is("schema") && a.word(1).Is("apply") && a.has("--auto-approve") }}}}, Do: remoteMigration},
	{Name: "sqlx diesel refinery sea-orm-cli", Does: RunProject, Flags: []Flag{{"--dry-run", Dry}, {"-D=TEXT --database-url=TEXT --source=READ --migration-dir=READ -y -f -r -s -n=TEXT --*", 0}}, Args: "TEXT...", More: &More{Rules: []Rule{{"goes back", Discard, "drop reset revert redo down fresh refresh", nil}}}},
	{Name: "yoyo aerich piccolo tortoise", Does: RunProject, Flags: []Flag{{"-d=TEXT --database=TEXT -c=LOAD --config=LOAD -b -y -v --*", 0}}, Args: "TEXT...", More: &More{Rules: []Rule{{"goes back", Discard, "rollback downgrade reapply backwards drop", nil}}}},
	{Name: "tern pgroll", Does: RunProject, Flags: []Flag{{"--* -*", 0}}, Args: "TEXT...", More: &More{Rules: []Rule{{"goes back", Discard, "rollback", nil}}}},
}

// answered: questions about data loss that a pipe of the line answers.
func answered(k *call, a *args) {
	if k.piped {
		k.foundWhy(Discard, k.name, "the line answers its questions unseen", k.src)
	}
}

// remoteMigration: an address of another machine among the words makes what
// changes there a change of what others see.
func remoteMigration(k *call, a *args) {
	for i := range a.flags {
		for _, v := range a.flags[i].values {
			k.migrates(v.words[0])
		}
	}
	for _, w := range a.words {
		k.migrates(w)
	}
}

func (k *call) migrates(w Word) {
	if i := strings.Index(w.Text(), "://"); w.Known() && i > 0 && !strings.HasPrefix(w.Text(), "file:") && !strings.Contains(w.Text(), "sqlite") {
		if h := hostOf(w.Text()); h != "" && !isLoopback(h) && strings.Contains(h, ".") {
			k.effect(Rewrite, k.name+": an address elsewhere")
		}
	}
}

// production finds a change of data or a console that the environment, or a
// flag of the call, points at production.
func (k *call) production(row string) {
	work := ""
	for _, w := range k.words[1:] {
		t := strings.ToLower(w.Text())
		switch {
		case hasName("--pretend --sql --plan --check --dry-run --dryrun", t):
			return
		case strings.HasPrefix(t, "-"), strings.Contains(t, "/"):
		case strings.Contains(t, "status"), strings.Contains(t, "version"), hasName("list show current history check help showmigrations make:migration makemigrations", t), strings.HasPrefix(t, "migration:gen"):
			return
		case strings.Contains(t, "migrat"), strings.HasPrefix(t, "db:"), strings.HasPrefix(t, "ecto."), strings.Contains(t, "seed"), hasName("runner console dbconsole shell shell_plus dbshell tinker loaddata upgrade c r", t):
			work = w.Text()
		}
	}
	if work == "" {
		return
	}
	for _, n := range []string{"RAILS_ENV", "RACK_ENV", "NODE_ENV", "APP_ENV", "MIX_ENV", "FLASK_ENV", "DJANGO_SETTINGS_MODULE", "DJANGO_ENV", "ENVIRONMENT", "ENV", "STAGE", "DEPLOY_ENV", "ASPNETCORE_ENVIRONMENT", "DOTNET_ENVIRONMENT", "SPRING_PROFILES_ACTIVE"} {
		if v, ok := k.sh.vars[n]; ok && len(v.words) == 1 && isProduction(v.words[0].Text()) {
			k.foundWhy(Rewrite, row, work+" with "+n+"="+cut(v.words[0].Text(), 40), k.src)
			return
		}
	}
	for i, w := range k.words {
		name, val, _ := strings.Cut(w.Text(), "=")
		if val == "" && i+1 < len(k.words) {
			val = k.words[i+1].Text()
		}
		if hasName("-e --env --environment --settings --profile --connection --target", name) && isProduction(val) {
			k.foundWhy(Rewrite, row, work+" with "+name+" "+cut(val, 40), k.src)
			return
		}
	}
}

// isProduction reports whether a part of the name of an environment is the word.
func isProduction(s string) bool {
	for part := range strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool { return r < 'a' || r > 'z' }) {
		if hasName("prod production prd live", part) {
			return true
		}
	}
	return false
}

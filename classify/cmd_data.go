package classify

import (
	"path"
	"strings"
)

// Clients of databases. Queries are read (sql.go); a database of this machine
// loses data, one elsewhere is what others rely on.
var dataCommands = []Command{
	{
		Name: "psql pgcli usql",
		Flags: []Flag{
			{"-a -A -b -e -E -H -L=WRITE -n -q -s -S -t -w -W -x -X -1 -z -0 -l -V -? --echo-all --no-align --echo-errors --echo-queries --echo-hidden --html --log-file=WRITE --no-readline --quiet --single-step --single-line --tuples-only --no-password --password --expanded --no-psqlrc --single-transaction --field-separator-zero --record-separator-zero --list --csv --version --help[=TEXT]", 0},
			{"-U=TEXT --username=TEXT -p=TEXT --port=TEXT -F=TEXT --field-separator=TEXT -R=TEXT --record-separator=TEXT -P=TEXT --pset=TEXT -T=TEXT --table-attr=TEXT -v=TEXT --set=TEXT --variable=TEXT", 0},
			{"-h=TEXT --host=TEXT -d=TEXT --dbname=TEXT", 0},
			{"-o=TEXT --output=TEXT", 0},
			{"-c=SQL --command=SQL", 0},
			{"-f=TEXT --file=TEXT", 0},
		},
		Args: "TEXT...",
		Do:   doPsql,
	},
	{
		Name: "mysql mariadb mycli tidb",
		Flags: []Flag{
			{"-A -B -b -C -c -E -f -H -i -j -L -N -n -q -r -s -t -T -U -v -w -W -X -V -I -? --batch --silent --skip-column-names --column-names --raw --table --vertical --html --xml --force --quick --verbose --compress --safe-updates --no-auto-rehash --auto-rehash --ssl --skip-ssl --version --help --unbuffered --no-beep --binary-mode --wait --show-warnings --line-numbers --comments --skip-*", 0},
			{"-u=TEXT --user=TEXT -P=TEXT --port=TEXT --protocol=TEXT -S=TEXT --socket=TEXT --default-character-set=TEXT --ssl-* --connect-timeout=TEXT --delimiter=TEXT --max-allowed-packet=TEXT --local-infile[=TEXT] --init-command=SQL --prompt=TEXT --login-path=TEXT", 0},
			{"-p[=TEXT] --password[=TEXT]", 0},
			{"-h=TEXT --host=TEXT -D=TEXT --database=TEXT", 0},
			{"-e=SQL --execute=SQL", 0},
			{"--pager=PROGRAM --plugin-dir=LOAD --default-auth=TEXT", 0},
			{"--tee=WRITE", 0},
			{"--defaults-file=LOAD --defaults-extra-file=LOAD --defaults-group-suffix=TEXT --no-defaults --print-defaults", 0},
		},
		Args: "TEXT...",
		Do:   doMysql,
	},
	{
		Name:  "sqlite3 sqlite duckdb litecli sqlcipher",
		Dash1: true,
		Flags: []Flag{
			{"-append -ascii -bail -batch -box -column -csv -echo -header -noheader -headers -no-headers -help -html -interactive -json -line -list -markdown -memtrace -nofollow -quote -readonly -stats -table -tabs -version -zip -A -jsonlines -unsigned -deserialize -safe -no-stdin -unredacted -h --help --version -ui", 0},
			{"-cmd=SQL -c=SQL -s=SQL -f=TEXT", 0},
			{"-init=TEXT", 0},
			{"-newline=TEXT -nullvalue=TEXT -separator=TEXT -mmap=TEXT -maxsize=TEXT -vfs=TEXT -lookaside=TEXT,TEXT -pagecache=TEXT,TEXT -nonce=TEXT -escape=TEXT", 0},
		},
		Args: "TEXT SQL...",
		Do:   doSqlite,
	},
	{
		Name: "mongosh mongo",
		Flags: []Flag{
			{"--quiet --nodb --norc --ipv6 --tls --ssl --verbose --version --help -h --json[=TEXT] --retryWrites --shell --skipStartupWarnings --tls* --ssl* --redactInfo --deep-inspect", 0},
			{"--host=TEXT --port=TEXT -u=TEXT --username=TEXT --authenticationDatabase=TEXT --authenticationMechanism=TEXT --apiVersion=TEXT --awsAccessKeyId=AUTH --awsSecretAccessKey=AUTH", 0},
			{"-p[=AUTH] --password[=AUTH]", 0},
			{"--eval=TEXT", 0},
			{"-f=RUN:node --file=RUN:node", 0},
		},
		Args: "TEXT...",
		Do:   doMongo,
	},
	{
		Name: "redis-cli valkey-cli keydb-cli iredis",
		Flags: []Flag{
			{"-c -x -X=TEXT -2 -3 -e -v --raw --no-raw --csv --json --quoted-json --quoted-input --tls --insecure --latency --latency-history --latency-dist --stat --bigkeys --memkeys --hotkeys --scan --verbose --no-auth-warning --askpass --help --version --show-pushes=TEXT --pipe --replica --functions-rdb=WRITE --rdb=WRITE", 0},
			{"-h=TEXT -p=TEXT -s=TEXT -n=TEXT -r=TEXT -i=TEXT -t=TEXT -d=TEXT -D=TEXT --user=TEXT --sni=TEXT --cacert=READ --cert=READ --key=TEXT --pattern=TEXT --quoted-pattern=TEXT --count=TEXT --pipe-timeout=TEXT --intrinsic-latency=TEXT --lru-test=TEXT --keystats --top=TEXT", 0},
			{"-a=AUTH --pass=AUTH", 0},
			{"-u=TEXT", 0},
			{"--eval=RUN:lua --ldb --ldb-sync-mode", 0},
			{"--cluster=TEXT", 0},
		},
		Args: "REST",
		Do:   doRedis,
	},
	{Name: "redis-benchmark redis-server valkey-server mongod mysqld mariadbd postgres memcached etcd", Does: RunProject, Flags: []Flag{{"--loadmodule=LOAD", Hijack}, {"-* --*", 0}}, Args: "REST"},
	{Name: "clickhouse-client clickhouse-local chdb", Flags: []Flag{
		{"-h=TEXT --host=TEXT --port=TEXT -s --secure -u=TEXT --user=TEXT -d=TEXT --database=TEXT -f=TEXT --format=TEXT -m -n -t -E --multiline --multiquery --vertical --time --progress --stacktrace --input-format=TEXT --output-format=TEXT -N=TEXT -S=TEXT --table=TEXT --structure=TEXT -V --version --help --max_* --log-level=TEXT --param_*", 0},
		{"--password[=AUTH]", 0},
		{"-q=SQL --query=SQL", 0},
		{"--queries-file=TEXT", 0},
		{"-C=LOAD -c=LOAD --config-file=LOAD --config=LOAD", 0},
	}, Args: "TEXT...", Do: doHosted},
	{Name: "cqlsh", Flags: []Flag{{"-C --color --no-color --debug --ssl -k=TEXT --keyspace=TEXT -u=TEXT --username=TEXT --encoding=TEXT --cqlversion=TEXT --request-timeout=TEXT --connect-timeout=TEXT -t --tty --version --help", 0}, {"-p=AUTH --password=AUTH", 0}, {"-e=SQL --execute=SQL", 0}, {"-f=TEXT --file=TEXT", 0}, {"--cqlshrc=LOAD --browser=PROGRAM", 0}}, Args: "TEXT TEXT", Do: doHosted},
	{Name: "sqlcmd", Flags: []Flag{
		{"-E -I -b -C -N[=TEXT] -e -k[=TEXT] -l=TEXT -t=TEXT -h=TEXT -s=TEXT -w=TEXT -W -y=TEXT -Y=TEXT -a=TEXT -d=TEXT -U=TEXT -r[=TEXT] -m=TEXT -u -f=TEXT -v=TEXT -V=TEXT -x -X -z=TEXT -G -K=TEXT -M -R -? --version --help --output=TEXT --text=SQL --database=TEXT", 0},
		{"-S=TEXT -H=TEXT --server=TEXT", 0},
		{"-P=AUTH", 0},
		{"-Q=SQL -q=SQL --query=SQL", 0},
		{"-i=TEXT", 0},
		{"-o=WRITE", 0},
	}, Args: "TEXT...", Do: doHosted, Subs: []Command{
		{Name: "query", Args: "SQL...", Flags: []Flag{{"-q=SQL", 0}}},
		{Name: "config", Args: "TEXT...", Flags: []Flag{{"--*", 0}}},
		{Name: "start stop open create", Does: Machine, Args: "TEXT...", Flags: []Flag{{"--*", 0}}},
		{Name: "delete", Does: Discard, Args: "TEXT...", Flags: []Flag{{"--*", 0}}},
	}},
	{Name: "influx", Flags: []Flag{{"-host=TEXT --host=TEXT -port=TEXT -o=TEXT --org=TEXT --org-id=TEXT -c=TEXT --active-config=TEXT --json --hide-headers --skip-verify --http-debug -database=TEXT -format=TEXT -precision=TEXT -username=TEXT", 0}, {"-t=AUTH --token=AUTH -password=AUTH", 0}, {"-execute=SQL", 0}}, Args: "TEXT...", Subs: []Command{
		{Name: "delete", Does: Discard, Flags: []Flag{{"-b=TEXT --bucket=TEXT --bucket-id=TEXT --start=TEXT --stop=TEXT -p=TEXT --predicate=TEXT", 0}}},
		{Name: "bucket org user task dashboards telegrafs stacks v1 remote replication secret scripts bucket-schema auth export", Flags: []Flag{{"-n=TEXT --name=TEXT -i=TEXT --id=TEXT -r=TEXT --retention=TEXT -d=TEXT --*", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
			switch {
			case a.word(0).Has("delete rm remove"):
				k.effect(Discard, k.name+": delete")
			case k.name == "influx auth" && a.word(0).Has("create list find"), k.name == "influx secret":
				k.effect(Secret, k.name)
			}
		}},
		{Name: "query write ping version setup config server-config completion help backup template apply", Flags: []Flag{{"-f=READ --file=READ -b=TEXT --bucket=TEXT -p=TEXT --*", 0}}, Args: "TEXT..."},
		{Name: "restore", Does: Discard, Flags: []Flag{{"--full --*", 0}}, Args: "READ..."},
	}, Do: doHosted},
	{Name: "pg_dump pg_dumpall", Flags: []Flag{
		{"-a -b -B -c -C -O -s -S=TEXT -v -x -Z=TEXT -w -W -g -r -R --data-only --blobs --large-objects --no-blobs --clean --create --no-owner --schema-only --verbose --no-privileges --no-acl --if-exists --inserts --column-inserts --compress=TEXT --globals-only --roles-only --no-role-passwords --quote-all-identifiers --version --help --no-comments --no-* --disable-* --rows-per-insert=TEXT --lock-wait-timeout=TEXT --serializable-deferrable --snapshot=TEXT --section=TEXT --binary-upgrade --enable-row-security --strict-names --on-conflict-do-nothing --load-via-partition-root --role=TEXT --extra-float-digits=TEXT --encoding=TEXT -E=TEXT -F=TEXT --format=TEXT -j=TEXT --jobs=TEXT -n=TEXT --schema=TEXT -N=TEXT --exclude-schema=TEXT -t=TEXT --table=TEXT -T=TEXT --exclude-table=TEXT --exclude-table-data=TEXT -e=TEXT --extension=TEXT -l=TEXT --database=TEXT --exclude-database=TEXT -U=TEXT --username=TEXT -p=TEXT --port=TEXT", 0},
		{"-h=TEXT --host=TEXT -d=TEXT --dbname=TEXT", 0},
		{"-f=WRITE --file=WRITE", 0},
	}, Args: "TEXT...", Do: func(k *call, a *args) {
		if k.elsewhere(a, "-h --host", "-d --dbname", "PGHOST") {
			k.effect(ReadRemote, k.name)
		}
	}},
	{Name: "pg_restore", Flags: []Flag{
		{"-a -C -e -l -L=READ -O -s -S=TEXT -v -x -1 -w -W --data-only --create --exit-on-error --list --use-list=READ --no-owner --schema-only --verbose --no-privileges --no-acl --single-transaction --if-exists --no-* --disable-triggers --role=TEXT --section=TEXT --strict-names --enable-row-security --version --help -F=TEXT --format=TEXT -j=TEXT --jobs=TEXT -n=TEXT --schema=TEXT -N=TEXT -t=TEXT --table=TEXT -T=TEXT --trigger=TEXT -I=TEXT --index=TEXT -P=TEXT --function=TEXT -U=TEXT --username=TEXT -p=TEXT --port=TEXT", 0},
		{"-c --clean", Discard},
		{"-h=TEXT --host=TEXT -d=TEXT --dbname=TEXT", 0},
		{"-f=WRITE --file=WRITE", 0},
	}, Args: "READ", Do: func(k *call, a *args) {
		if a.has("-d --dbname") && k.elsewhere(a, "-h --host", "-d --dbname", "PGHOST") {
			k.effect(Rewrite, k.name)
		}
	}},
	{Name: "createdb createuser", Flags: []Flag{{"-e -w -W --echo --no-password --password -D=TEXT -E=TEXT -l=TEXT -O=TEXT -T=TEXT --owner=TEXT --template=TEXT --encoding=TEXT --locale=TEXT --lc-* --tablespace=TEXT -U=TEXT --username=TEXT -p=TEXT --port=TEXT -h=TEXT --host=TEXT --maintenance-db=TEXT -d -R -S -P -c=TEXT --createdb --no-* --pwprompt --login -r --createrole -i --version --help", 0}, {"-s --superuser", Elevate}}, Args: "TEXT...", Do: func(k *call, a *args) {
		if k.elsewhere(a, "-h --host", "--maintenance-db", "PGHOST") {
			k.effect(Rewrite, k.name)
		}
	}},
	{Name: "dropdb dropuser", Flags: []Flag{{"-e -f -i -w -W --echo --force --interactive --if-exists --no-password --password -U=TEXT --username=TEXT -p=TEXT --port=TEXT -h=TEXT --host=TEXT --maintenance-db=TEXT", 0}, {"--help --version -V", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		if len(a.words) > 0 || !a.has("--help --version -V") {
			k.drops(k.elsewhere(a, "-h --host", "--maintenance-db", "PGHOST"))
		}
	}},
	{Name: "pg_ctl pg_ctlcluster", Flags: []Flag{{"-D=TEXT --pgdata=TEXT -l=WRITE --log=WRITE -m=TEXT --mode=TEXT -o=TEXT --options=TEXT -p=PROGRAM -t=TEXT --timeout=TEXT -w -W -s -c --wait --no-wait --silent --core-files -V --version --help", 0}}, Args: "TEXT...", More: &More{Rules: []Rule{{"stops or changes the server", Machine, "stop restart promote kill register unregister logrotate", nil}}}},
	{Name: "pg_isready initdb pg_config pg_controldata pg_waldump pgbench pg_verifybackup pg_amcheck vacuumdb reindexdb clusterdb pg_test_fsync pg_lsclusters ecpg pg_format pgloader", Does: RunProject, Flags: []Flag{{"-D=WRITE --pgdata=WRITE", 0}, {"-* --*", 0}}, Args: "TEXT..."},
	{Name: "pg_resetwal pg_dropcluster pg_rewind pg_archivecleanup", Does: Discard, Flags: []Flag{{"-n --dry-run", Dry}, {"-* --*", 0}}, Args: "TEXT..."},
	{Name: "pg_basebackup pg_receivewal", Does: ReadRemote, Flags: []Flag{{"-D=WRITE --pgdata=WRITE", 0}, {"-* --*", 0}}, Args: "TEXT..."},
	{Name: "mysqldump mariadb-dump mydumper mysqlpump mysqlshow mysqlcheck mysqlslap mysql_upgrade mysql_config mysqlbinlog mysqlimport mysqlsh", Flags: []Flag{
		{"-r=WRITE --result-file=WRITE -T=WRITE --tab=WRITE --outputdir=WRITE", 0},
		{"-h=TEXT --host=TEXT -u=TEXT -P=TEXT -S=TEXT -p[=TEXT] --password[=TEXT] -B -A -d -t -e -q -C -n -R -E -c -f -w=TEXT", 0},
		{"-* --*", 0},
	}, Args: "TEXT...", Do: func(k *call, a *args) {
		far := k.elsewhere(a, "-h --host", "", "MYSQL_HOST")
		switch {
		case far && k.name == "mysqlimport":
			k.effect(Rewrite, k.name)
		case far:
			k.effect(ReadRemote, k.name)
		}
		if k.name == "mysqlsh" {
			k.effect(RunUnseen, k.name)
		}
	}},
	{Name: "mysqladmin mariadb-admin", Flags: []Flag{{"-f -s -v -E -C -b -r -i=TEXT -c=TEXT -w[=TEXT] --force --silent --verbose --vertical --wait[=TEXT] --sleep=TEXT --count=TEXT -u=TEXT --user=TEXT -p[=TEXT] --password[=TEXT] -P=TEXT --port=TEXT -S=TEXT --socket=TEXT -h=TEXT --host=TEXT --protocol=TEXT --ssl* --connect-timeout=TEXT -V --version --help", 0}, {"--defaults-file=LOAD --defaults-extra-file=LOAD", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		far := k.elsewhere(a, "-h --host", "", "MYSQL_HOST")
		for i, w := range a.words {
			switch {
			case w.Is("drop"):
				k.drops(far)
			case w.Has("shutdown stop-slave stop-replica start-slave start-replica reload refresh flush-logs flush-privileges"):
				k.effect(Machine, k.name+": "+w.Text())
			case w.Has("kill"):
				k.effect(Kill, k.name+": kill")
			case w.Has("password old-password"):
				k.effect(Secret, k.name+": password")
			case w.Is("create") && far:
				k.effect(Rewrite, k.name+": create")
			case far && i == 0:
				k.effect(ReadRemote, k.name)
			}
		}
	}},
	{Name: "mongodump mongoexport bsondump mongostat mongotop", Flags: []Flag{{"-o=WRITE --out=WRITE --archive[=WRITE] --outFile=WRITE", 0}, {"--uri=TEXT -h=TEXT --host=TEXT --port=TEXT -d=TEXT --db=TEXT -c=TEXT --collection=TEXT -q=TEXT --query=TEXT -u=TEXT --username=TEXT -f=TEXT --fields=TEXT --fieldFile=READ --type=TEXT --sort=TEXT --limit=TEXT --skip=TEXT -j=TEXT", 0}, {"-p[=AUTH] --password[=AUTH]", 0}, {"--gzip --* -v", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		if k.elsewhere(a, "-h --host", "--uri", "") {
			k.effect(ReadRemote, k.name)
		}
	}},
	{Name: "mongorestore mongoimport mongofiles", Flags: []Flag{{"--drop", Discard}, {"--dryRun", Dry}, {"--uri=TEXT -h=TEXT --host=TEXT --port=TEXT -d=TEXT --db=TEXT -c=TEXT --collection=TEXT -u=TEXT --username=TEXT --nsInclude=TEXT --nsExclude=TEXT --nsFrom=TEXT --nsTo=TEXT --type=TEXT --mode=TEXT --fields=TEXT -f=TEXT -j=TEXT", 0}, {"-p[=AUTH] --password[=AUTH]", 0}, {"--file=READ --archive[=READ] --dir=READ", 0}, {"--* -v", 0}}, Args: "READ...", Do: func(k *call, a *args) {
		if !a.dry && k.elsewhere(a, "-h --host", "--uri", "") {
			k.effect(Rewrite, k.name)
		}
	}},
	{Name: "etcdctl etcdutl", Flags: []Flag{{"--endpoints=TEXT --cacert=READ --cert=READ --key=TEXT --dial-timeout=TEXT --command-timeout=TEXT -w=TEXT --write-out=TEXT --insecure-* --hex --debug --discovery-srv=TEXT --prefix --from-key --keys-only --rev=TEXT --limit=TEXT --order=TEXT --sort-by=TEXT --prev-kv --print-value-only --lease=TEXT --*", 0}, {"--user=AUTH --password=AUTH", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		far := a.has("--endpoints") && !isLoopback(hostOf(strings.Split(a.value("--endpoints").Text(), ",")[0]))
		w, v := a.word(0), a.word(1)
		switch {
		case w.Has("get watch version help completion check"), w.Has("endpoint member alarm role user lease auth") && v.Has("health status hashkv list get timetolive"), w.Is("snapshot") && v.Is("status"):
			if far {
				k.effect(ReadRemote, k.name)
			}
		case w.Is("snapshot") && v.Is("save"):
			k.write(a.word(2), k.name+": snapshot save")
		case w.Has("put lease txn lock elect"):
			if far {
				k.effect(Rewrite, k.name+": "+w.Text())
			}
		default:
			k.drops(far)
		}
	}},
	{Name: "neo4j-admin", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
		byWords(k, a, "info check report help show", "delete drop load restore copy import")
	}},
	{Name: "cypher-shell", Does: RunUnseen, Flags: []Flag{{"-f=READ --file=READ -a=TEXT --address=TEXT -u=TEXT --username=TEXT -d=TEXT --database=TEXT --format=TEXT", 0}, {"-p=AUTH --password=AUTH", 0}, {"-* --*", 0}}, Args: "TEXT...", More: &More{Rules: []Rule{{"deletes", Discard, "", func(a *args) bool {
		up := strings.ToUpper(texts(a.words))
		return strings.Contains(up, "DELETE") || strings.Contains(up, "DROP ") || strings.Contains(up, "REMOVE ")
	}}}}},
	{Name: "arangosh surreal cockroach rethinkdb", Does: RunUnseen, Flags: []Flag{{"-e=SQL --execute=SQL", 0}, {"-* --*", 0}}, Args: "TEXT..."},
}

// drops is the loss of a whole database.
func (k *call) drops(far bool) {
	if far {
		k.effect(Rewrite, k.name)
		return
	}
	k.effect(Discard, k.name)
}

// elsewhere reports whether a call's database is on another machine, or may
// be: by its host flags, by the address in a flag or an operand, or by a
// variable of the line.
func (k *call) elsewhere(a *args, host, addr, env string) bool {
	defer k.signsIn(a, addr)
	if h := a.value(host); h.Text() != "" {
		return !localHost(h)
	}
	if host != "" && a.value(host).Known() && a.has(host) {
		return false
	}
	ws := a.words
	if addr != "" {
		if d := a.value(addr); d.Text() != "" {
			ws = append(ws[:len(ws):len(ws)], d)
		}
	}
	for _, w := range ws {
		switch {
		case w.Known() && strings.Contains(w.Text(), "://"):
			h := hostOf(w.Text())
			if at := strings.LastIndexByte(w.Text(), '@'); at >= 0 {
				h = hostOf("x://" + w.Text()[at+1:])
			}
			if strings.Contains(w.Text(), "host=/") || strings.HasPrefix(w.Text(), "sqlite") || h == "" {
				return false
			}
			for one := range strings.SplitSeq(h, ",") {
				if !localHost(lit(hostOf(one))) {
					return true
				}
			}
			return false
		case w.Known() && strings.Contains(w.Text(), "host="):
			_, h, _ := strings.Cut(w.Text(), "host=")
			h, _, _ = strings.Cut(strings.Trim(h, `'"`), " ")
			return !localHost(lit(strings.Trim(h, `'"`)))
		case !w.Known() && strings.Contains(w.stem(), "://"):
			return !isLoopback(hostOf(w.stem())) || hostOf(w.stem()) == ""
		case !w.Known() && (isVar(strings.Trim(w.Text(), `"`)) || w.stem() == ""):
			up := strings.ToUpper(w.Text())
			if strings.Contains(up, "URL") || strings.Contains(up, "URI") || strings.Contains(up, "DSN") || strings.Contains(up, "CONN") || strings.Contains(up, "PROD") || strings.Contains(up, "HOST") || w.flow().secret() {
				return true
			}
		}
	}
	if env != "" {
		if v, ok := k.sh.vars[env]; ok && len(v.words) == 1 && v.words[0].Text() != "" {
			return !localHost(v.words[0])
		}
	}
	return false
}

// signsIn takes the addresses out of a call's data: with them the client signs
// in at the database that it is meant for.
func (k *call) signsIn(a *args, addr string) {
	for i := range a.operands {
		if a.operands[i].kind == "TEXT" {
			a.operands[i].words = nil
		}
	}
	for i := range a.flags {
		if f := &a.flags[i]; addr != "" && hasName(addr, f.name) {
			f.values = nil
		}
	}
}

// localHost reports whether a host's name is surely this machine, a socket, or
// the name that compose gives a service here: one without a dot says nothing
// more, but a name that says production counts as elsewhere.
func localHost(w Word) bool {
	if !w.Known() {
		return false
	}
	h := strings.ToLower(w.Text())
	h = strings.TrimPrefix(strings.TrimPrefix(h, "tcp:"), "np:")
	h, _, _ = strings.Cut(h, ",")
	if strings.HasPrefix(h, "/") || strings.HasPrefix(h, `(localdb)`) || h == "." || strings.HasPrefix(h, `.\`) {
		return true
	}
	if h2, _, ok := strings.Cut(h, `\`); ok {
		h = h2
	}
	return isLoopback(hostOf(h))
}

// password: one that stands in the line is a credential that is used.
func (k *call) password(a *args, flags string, far bool) {
	if w := a.value(flags); far && w.Text() != "" {
		k.effect(Secret, k.name+": "+flags)
	}
}

// address judges a connection address with a password in it.
func (k *call) address(a *args, far bool) {
	for _, w := range a.words {
		if far && userinfo(w.Text()) && w.Known() {
			k.effect(Secret, k.name+": an address with a password")
		}
	}
}

func doPsql(k *call, a *args) {
	k.far = k.elsewhere(a, "-h --host", "-d --dbname", "PGHOST")
	k.address(a, k.far)
	for i := range a.flags {
		f := &a.flags[i]
		if len(f.values) == 0 {
			continue
		}
		w := f.values[0].words[0]
		switch {
		case hasName("-f --file", f.name):
			k.sqlFile(w, k.name+": -f")
		case hasName("-o --output", f.name):
			if pipe, ok := strings.CutPrefix(w.Text(), "|"); ok {
				k.shellOut(pipe, k.name+": -o")
			} else {
				k.write(w, k.name+": -o")
			}
		case hasName("-v --set --variable", f.name) && strings.Contains(w.Text(), "`"):
			k.effect(Hijack, k.name+": -v")
		}
	}
	if k.far && a.has("-l --list") {
		k.effect(ReadRemote, k.name)
	}
	k.queries(a, "-c --command -f --file -l --list -V --version -? --help")
}

// queries reads SQL from the input, if no flag in done says what to run.
func (k *call) queries(a *args, done string) {
	if k.stdin || a.has(done) {
		k.stdin = true
		return
	}
	if k.emptyInput() {
		k.interactive(k.name)
	} else {
		k.sql(k.in, k.name+" (standard input)")
	}
	k.stdin = true
}

func doMysql(k *call, a *args) {
	k.far = k.elsewhere(a, "-h --host", "", "MYSQL_HOST")
	k.password(a, "-p --password", k.far)
	k.queries(a, "-e --execute -V --version -? --help --print-defaults")
}

func doHosted(k *call, a *args) {
	k.far = k.elsewhere(a, "-h -host --host -S --server", "", "")
	if k.name == "cqlsh" {
		if w := a.word(0); w.Text() != "" {
			k.far = !localHost(w)
		}
	}
	if k.name == "sqlcmd" {
		k.far = a.has("-S --server") && !localHost(a.value("-S --server"))
	}
	for i := range a.flags {
		f := &a.flags[i]
		if len(f.values) > 0 && (hasName("-f --file", f.name) && k.name == "cqlsh" || hasName("-i", f.name) && k.name == "sqlcmd" || f.name == "--queries-file") {
			k.sqlFile(f.values[0].words[0], k.name+": "+f.name)
		}
	}
	if strings.HasPrefix(k.name, "influx") {
		if k.far {
			k.effect(ReadRemote, k.name)
		}
		return
	}
	k.queries(a, "-q --query --queries-file -e --execute -f --file -Q -i -V --version -? --help")
}

// doSqlite: the file is written where the SQL does more than read.
func doSqlite(k *call, a *args) {
	var sqls []Word
	for i := range a.flags {
		f := &a.flags[i]
		if len(f.values) == 0 {
			continue
		}
		w := f.values[0].words[0]
		switch {
		case hasName("-cmd -c -s", f.name):
			sqls = append(sqls, w)
		case f.name == "-init" || f.name == "-f":
			k.sqlFile(w, k.name+": "+f.name)
		}
	}
	if len(a.words) > 1 {
		sqls = append(sqls, a.words[1:]...)
	}
	if a.has("-help --help -h -version --version") {
		k.stdin = true
		return
	}
	write := !a.has("-readonly -safe")
	if len(sqls) > 0 {
		k.stdin = true
		if write {
			write = false
			for _, w := range sqls {
				write = write || !w.Known() || !onlyReads(w.Text())
			}
		}
	}
	k.scratch = a.word(0).Is(":memory:") || len(a.words) == 0
	if len(a.words) > 0 && !a.word(0).Is(":memory:") && !a.word(0).Is("") {
		db := a.word(0)
		if strings.HasPrefix(db.Text(), "md:") || strings.HasPrefix(db.Text(), "ducklake:") || strings.HasPrefix(db.Text(), "https:") {
			k.far = true
		} else {
			if strings.HasPrefix(db.Text(), "file:") && db.Known() {
				p, _, _ := strings.Cut(strings.TrimPrefix(db.Text(), "file:"), "?")
				db = lit(strings.TrimPrefix(p, "//"))
			}
			for _, p := range k.paths(db) {
				k.scratch = k.zone(path.Clean(p)) == zoneTemp
			}
			if write {
				k.touch(writes, db, k.name, k.src)
			} else {
				k.touch(reads, db, k.name, k.src)
			}
			k.reads = append(k.reads, k.content(db))
		}
	}
	if a.has("-readonly") { // nothing can be lost; what reads and runs still counts
		for i := range a.operands {
			if a.operands[i].kind == "SQL" && a.operands[i].words[0].Known() && !strings.HasPrefix(strings.TrimSpace(a.operands[i].words[0].Text()), ".") && !strings.Contains(a.operands[i].words[0].Text(), "\n.") {
				text := strings.ToLower(a.operands[i].words[0].Text())
				if !strings.Contains(text, "attach") && !strings.Contains(text, "load") && !strings.Contains(text, "edit") && !strings.Contains(text, "file") && !strings.Contains(text, "copy") && !strings.Contains(text, "export") {
					a.operands[i].kind = "TEXT"
				}
			}
		}
	}
	k.queries(a, "-c -s -f")
}

// onlyReads reports whether every statement of text is plainly a look.
func onlyReads(text string) bool {
	for _, st := range lexSQL(text, false) {
		t := st[0].text
		if st[0].kind == '\\' {
			name, _, _ := strings.Cut(t, " ")
			if !hasName(".schema .tables .databases .indexes .indices .dump .headers .header .mode .width .help .show .fullschema .dbinfo .quit .exit .stats .timer .separator .nullvalue .explain .eqp .output .once .changes .print .sha3sum .lint .version", name) {
				return false
			}
			continue
		}
		if !hasName("SELECT EXPLAIN PRAGMA VALUES WITH FROM SHOW DESCRIBE DESC SUMMARIZE", t) || hasToken(st, 1, "INSERT UPDATE DELETE INTO") {
			return false
		}
		if t == "PRAGMA" && hasToken(st, 1, "WRITABLE_SCHEMA USER_VERSION JOURNAL_MODE") {
			for _, x := range st {
				if x.text == "=" {
					return false
				}
			}
		}
	}
	return true
}

// doMongo reads the calls of the shell's own JavaScript.
func doMongo(k *call, a *args) {
	k.far = k.elsewhere(a, "--host", "", "")
	if len(a.words) > 0 && !k.far && a.word(0).Known() && strings.Contains(a.word(0).Text(), ".") && strings.Contains(a.word(0).Text(), "/") && !strings.HasSuffix(a.word(0).Text(), ".js") {
		k.far = !localHost(lit(hostOf(a.word(0).Text())))
	}
	k.address(a, k.far)
	k.stdin = true
	ran := false
	for i := range a.flags {
		if f := &a.flags[i]; f.name == "--eval" && len(f.values) > 0 {
			ran = true
			k.mongo(k.wordFlow(f.values[0].words[0]), k.name+": --eval")
		}
	}
	for i, w := range a.words {
		if w.Known() && (strings.HasSuffix(w.Text(), ".js") || strings.HasSuffix(w.Text(), ".mongodb")) && (i > 0 || len(a.words) == 1) {
			ran = true
			for _, p := range k.paths(w) {
				f := k.fileText(path.Clean(p))
				if f.known() || f.download() || f.built() {
					k.mongo(f, k.name)
				} else {
					k.effect(RunUnseen, k.name)
				}
			}
			if len(k.paths(w)) == 0 {
				k.effect(RunUnseen, k.name)
			}
		}
	}
	switch {
	case ran, a.has("--version --help -h -f --file"):
	case k.emptyInput():
		k.interactive(k.name)
	default:
		k.mongo(k.in, k.name+" (standard input)")
	}
}

func (k *call) mongo(f flow, row string) {
	switch {
	case f.download():
		k.foundWhy(RunDownload, row, f.from(), k.src)
		return
	case !f.known() && f.file() != "":
		g := k.fileText(f.file())
		if !g.known() {
			k.effect(RunUnseen, row)
			return
		}
		f = g
	case !f.known():
		k.foundWhy(RunBuilt, row, f.from(), k.src)
	}
	k.scanCode("node", f.text(), row)
	loss, write := false, false
	t := strings.Map(func(r rune) rune {
		if r == ' ' || r == '\n' || r == '\t' {
			return -1
		}
		return r
	}, f.text())
	for _, w := range []string{".dropDatabase(", "dropDatabase:", ".drop(", ".dropCollection(", ".deleteMany({})", ".deleteMany()", ".remove({})", ".remove()", ".updateMany({}", ".dropUser(", ".dropAllUsers", ".dropRole(", ".dropIndexes(", "drop:", "[\"drop\"]", "['drop']", ".renameCollection(", "removeShard", "\"drop\"", "'drop'", "$out:"} {
		loss = loss || strings.Contains(t, w)
	}
	for _, w := range []string{".insert", ".update", ".delete", ".remove", ".save(", ".replaceOne(", ".findAndModify(", ".findOneAnd", ".bulkWrite(", ".create", ".createIndex", ".dropIndex", "$merge", ".runCommand(", ".adminCommand(", ".grantRoles", ".convertToCapped"} {
		write = write || strings.Contains(t, w)
	}
	switch {
	case strings.Contains(t, "shutdownServer(") || strings.Contains(t, "fsyncLock(") || strings.Contains(t, "shutdown:1") || strings.Contains(t, "rs.stepDown") || strings.Contains(t, "rs.reconfig") || strings.Contains(t, "sh.stopBalancer"):
		k.effect(Machine, row)
	case strings.Contains(t, "killOp("):
		k.effect(Kill, row)
	}
	if strings.Contains(t, "db[") && !strings.Contains(t, "find") && !strings.Contains(t, "count") && !strings.Contains(t, "aggregate") || strings.Contains(t, "eval(") {
		k.effect(RunBuilt, row)
	}
	switch {
	case loss && k.far, write && k.far:
		k.effect(Rewrite, row)
	case loss:
		k.effect(Discard, row)
	case k.far:
		k.effect(ReadRemote, row)
	}
}

// Commands of Redis, by what they do.
const (
	redisReads  = " get mget exists keys scan sscan hscan zscan type ttl pttl strlen getrange hget hmget hgetall hkeys hvals hlen hexists hstrlen hrandfield llen lrange lindex lpos scard smembers sismember smismember srandmember sinter sunion sdiff zcard zcount zrange zrangebyscore zrangebylex zrevrange zrank zrevrank zscore zmscore info ping dbsize lastsave time object memory xlen xrange xrevrange xinfo xpending xread geopos geodist geosearch pfcount bitcount bitpos getbit command echo help select hello role randomkey dump monitor lolwut expiretime pexpiretime readonly wait sort_ro ft.search ft.info ft._list json.get json.type ts.range ts.get touch auth psubscribe subscribe "
	redisWrites = " set setex psetex setnx mset msetnx append incr incrby incrbyfloat decr decrby getset getdel getex hset hmset hsetnx hincrby hincrbyfloat lpush rpush lpushx rpushx lset linsert lmove rpoplpush sadd smove zadd zincrby expire pexpire expireat pexpireat persist rename renamenx copy setbit setrange xadd xgroup xack xclaim xautoclaim pfadd pfmerge geoadd publish spublish multi exec discard watch unwatch json.set ts.add hdel lpop rpop lrem ltrim srem spop zrem zpopmin zpopmax xdel xtrim del unlink move sort sinterstore sunionstore zunionstore zinterstore zrangestore blpop brpop bitop bitfield restore function fcall bgsave save bgrewriteaof client slowlog latency "
)

func doRedis(k *call, a *args) {
	far := a.has("-h") && !localHost(a.value("-h"))
	if u := a.value("-u"); u.Text() != "" {
		far = !u.Known() && !isLoopback(hostOf(u.stem())) || u.Known() && !isLoopback(hostOf(u.Text()))
		if far && u.Known() && userinfo(u.Text()) {
			k.effect(Secret, k.name+": -u")
		}
	}
	k.far = far
	k.signsIn(a, "-u")
	if w := a.value("-a --pass"); far && w.Text() != "" {
		k.effect(Secret, k.name+": -a --pass")
	}
	if c := a.value("--cluster"); c.Text() != "" && !c.Has("info check help") {
		k.effect(Machine, k.name+": --cluster")
	}
	switch {
	case a.has("--help --version --latency --latency-history --latency-dist --stat --bigkeys --memkeys --hotkeys --scan --rdb --functions-rdb --lru-test --intrinsic-latency --keystats --cluster --eval"):
		k.stdin = true
		k.read(k.name)
		return
	case len(a.words) == 0 && k.emptyInput():
		k.interactive(k.name)
	case len(a.words) == 0:
		k.stdin = true
		if !k.in.known() {
			if k.in.download() {
				k.effect(RunUnseen, k.name)
			} else {
				k.foundWhy(RunBuilt, k.name, k.in.from(), k.src)
			}
			return
		}
		for line := range strings.Lines(k.in.text()) {
			var ws []Word
			for f := range strings.FieldsSeq(line) {
				ws = append(ws, lit(strings.Trim(f, `"'`)))
			}
			k.redis(ws)
		}
	default:
		k.stdin = true
		ws := a.words
		if len(ws) == 1 && strings.Contains(ws[0].Text(), " ") && ws[0].Known() {
			ws = nil
			for f := range strings.FieldsSeq(a.words[0].Text()) {
				ws = append(ws, lit(f))
			}
		}
		k.redis(ws)
	}
}

// redis judges one command.
func (k *call) redis(ws []Word) {
	if len(ws) == 0 {
		return
	}
	if !ws[0].Known() {
		k.effect(RunBuilt, k.name)
		return
	}
	cmd := strings.ToLower(ws[0].Text())
	sub := ""
	if len(ws) > 1 {
		sub = strings.ToLower(ws[1].Text())
	}
	row := k.name + ": " + cmd
	switch {
	case cmd == "config" && (sub == "get" || sub == "help" || sub == "resetstat"), cmd == "cluster" && hasName("info nodes slots shards myid keyslot countkeysinslot", sub), cmd == "acl" && hasName("list users whoami cat getuser log dryrun", sub), cmd == "script" && (sub == "exists" || sub == "load"), cmd == "module" && sub == "list", cmd == "debug" && hasName("object sleep jmap", sub), cmd == "function" && hasName("list stats dump", sub):
		k.read(k.name)
	case cmd == "config" && sub == "set" && len(ws) > 2 && hasName("dir dbfilename appendfilename appenddirname logfile aclfile", strings.ToLower(ws[2].Text())):
		k.effect(Hijack, row+" set "+ws[2].Text())
		if len(ws) > 3 && strings.EqualFold(ws[2].Text(), "dir") {
			k.touch(writes, ws[3], row+" set dir", k.src)
		}
	case cmd == "config", cmd == "shutdown", cmd == "failover", cmd == "cluster", cmd == "swapdb", cmd == "debug":
		k.effect(Machine, row+" "+sub)
	case cmd == "flushall", cmd == "flushdb", cmd == "script" && sub == "flush", cmd == "function" && (sub == "flush" || sub == "delete"), cmd == "ft.dropindex", cmd == "ft.drop":
		k.drops(k.far)
	case cmd == "module":
		k.effect(Hijack, row+" "+sub)
	case cmd == "slaveof" || cmd == "replicaof":
		if sub != "no" {
			k.effect(Send|Discard, row)
		}
	case cmd == "migrate", cmd == "sync", cmd == "psync":
		k.effect(Send, row)
	case cmd == "acl":
		k.effect(Elevate, row+" "+sub)
	case cmd == "client" && sub == "kill":
		k.effect(Kill, row)
	case cmd == "eval" || cmd == "eval_ro" || cmd == "evalsha" || cmd == "fcall":
		if len(ws) > 1 && ws[1].Known() && cmd != "evalsha" {
			low := strings.ToLower(ws[1].Text())
			if strings.Contains(low, "flush") || strings.Contains(low, "config") || strings.Contains(low, "keys") && (strings.Contains(low, "del") || strings.Contains(low, "unlink")) {
				k.drops(k.far)
			}
			if k.far {
				k.effect(Rewrite, row)
			}
			return
		}
		k.effect(RunBuilt, row)
	case strings.Contains(redisReads, " "+cmd+" "):
		k.read(k.name)
	case strings.Contains(redisWrites, " "+cmd+" "):
		if k.far {
			k.effect(Rewrite, row)
			return
		}
		if cmd == "del" || cmd == "unlink" {
			for _, w := range ws[1:] {
				if !w.Known() && w.split() {
					k.effect(Discard, row+": keys that cannot be told")
					return
				}
			}
		}
	default:
		k.effect(Unknown, row)
	}
}

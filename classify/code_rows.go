package classify

import (
	"path"
	"strings"
)

// codeRow is what guard knows of one function of a language: its names, with
// the module in front, and its arguments by the kinds of kinds.go. "?.name" is a
// method of anything.
//
//	LINE    shell text            ARGV   a program and its arguments
//	CODE    text of the language  LINK   a file that gets another name
//	SELF:x  the thing that the method belongs to, as kind x
type codeRow struct {
	Lang     string // languages, "" for all
	Names    string
	Args     string
	Does     Effect
	Ret      string // what it gives: content names keys same self path joined temp home cwd download
	Do       string // what rows cannot say: see (*code).do
	NoBare   bool   // it takes no arguments without brackets
	Callback bool   // a function among its arguments gets what it reads
}

// loud reports whether a call of the row can do more than read.
func (r *codeRow) loud() bool {
	if r.Does != 0 {
		return true
	}
	for _, k := range [...]string{"DELETE", "WRITE", "MOVE", "EMPTY", "CHANGE", "LINE", "ARGV", "CODE", "SEND", "DATA"} {
		if strings.Contains(r.Args, k) {
			return true
		}
	}
	return hasName("spawn spawn2 line linelist evallast perleval luaload execv execl spawnv ptyspawn jswrite perlopen kill rbkill fetch upload connect jsconnect rmdir", r.Do)
}

var codeRows = [...]codeRow{
	// Python.
	{Lang: "python", Names: "os.remove os.unlink shutil.rmtree send2trash.send2trash ?.rmtree ?.remove_tree distutils.dir_util.remove_tree", Args: "DELETE"},
	{Lang: "python", Names: "os.rmdir os.removedirs os.mkdir os.makedirs os.chmod os.lchmod os.chown os.lchown os.utime os.mkfifo os.mknod os.setxattr shutil.chown ?.makedirs", Args: "WRITE"},
	{Lang: "python", Names: "os.truncate", Args: "EMPTY"},
	{Lang: "python", Names: "os.rename os.replace os.renames shutil.move", Args: "MOVE WRITE"},
	{Lang: "python", Names: "shutil.copy shutil.copy2 shutil.copyfile shutil.copymode shutil.copystat", Args: "READ WRITE"},
	{Lang: "python", Names: "shutil.copytree", Args: "RREAD WRITE"},
	{Lang: "python", Names: "shutil.unpack_archive", Args: "READ WRITE"},
	{Lang: "python", Names: "shutil.make_archive", Args: "WRITE TEXT RREAD"},
	{Lang: "python", Names: "os.link os.symlink", Args: "LINK WRITE"},
	{Lang: "python", Names: "os.listdir os.scandir os.walk os.fwalk glob.glob glob.iglob path.iterdir path.glob path.rglob path.walk ?.rglob ?.iterdir", Args: "LIST", Ret: "names"},
	{Lang: "python", Names: "os.chdir", Args: "CD"},
	{Lang: "python", Names: "path.unlink", Args: "SELF:DELETE"},
	{Lang: "python", Names: "path.rmdir path.mkdir path.touch path.chmod path.symlink_to path.hardlink_to path.write_text path.write_bytes", Args: "SELF:WRITE", Do: "pathwrite"},
	{Lang: "python", Names: "path.rename path.replace", Args: "SELF:MOVE WRITE"},
	{Lang: "python", Names: "path.read_text path.read_bytes", Args: "SELF:READ", Ret: "content"},
	{Lang: "python", Names: "path.open", Do: "pathopen"},
	{Lang: "python", Names: "path.resolve path.absolute path.expanduser path.as_posix path.with_name path.with_suffix path.relative_to path.exists path.is_file path.is_dir path.stat", Ret: "self"},
	{Lang: "python", Names: "path.joinpath", Do: "joinpath"},
	{Lang: "python", Names: "?.unlink", Args: "SELF:DELETE DELETE"},
	{Lang: "python", Names: "?.write_text ?.write_bytes", Args: "SELF:WRITE"},
	{Lang: "python", Names: "?.read_text ?.read_bytes", Args: "SELF:READ", Ret: "content"},
	{Lang: "python", Names: "pathlib.Path pathlib.PosixPath pathlib.PurePath Path os.path.abspath os.path.realpath os.path.normpath os.fspath os.path.expandvars os.path.relpath", Ret: "path"},
	{Lang: "python", Names: "os.path.join", Ret: "joined"},
	{Lang: "python", Names: "os.path.expanduser", Do: "expand"},
	{Lang: "python", Names: "os.path.dirname", Do: "dirname"},
	{Lang: "python", Names: "pathlib.Path.home Path.home", Ret: "home"},
	{Lang: "python", Names: "pathlib.Path.cwd Path.cwd os.getcwd", Ret: "cwd"},
	{Lang: "python", Names: "tempfile.mkdtemp tempfile.mkstemp tempfile.gettempdir tempfile.mktemp tempfile.TemporaryDirectory tempfile.NamedTemporaryFile tempfile.TemporaryFile tempfile.SpooledTemporaryFile", Ret: "temp"},
	{Lang: "python", Names: "open io.open codecs.open gzip.open bz2.open lzma.open tarfile.open zipfile.ZipFile os.open os.fdopen aiofiles.open shelve.open dbm.open", Do: "open"},
	{Lang: "python", Names: "pandas.read_csv pandas.read_json pandas.read_parquet pandas.read_excel numpy.load numpy.loadtxt pickle.Unpickler", Args: "READ", Ret: "content"},
	{Lang: "python", Names: "pickle.load pickle.loads marshal.loads dill.loads dill.load cloudpickle.loads jsonpickle.decode yaml.unsafe_load", Do: "unpickle"},
	{Lang: "python", Names: "?.to_csv ?.to_json ?.to_parquet ?.to_excel ?.savefig ?.to_pickle", Do: "saveto"},
	{Lang: "python", Names: "os.system os.popen subprocess.getoutput subprocess.getstatusoutput commands.getoutput commands.getstatusoutput asyncio.create_subprocess_shell pexpect.spawn pexpect.run popen2.popen2 os.startfile", Do: "line"},
	{Lang: "python", Names: "subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen asyncio.create_subprocess_exec ?.check_output ?.check_call ?.Popen", Do: "spawn"},
	{Lang: "python", Names: "os.execv os.execve os.execvp os.execvpe os.posix_spawn os.posix_spawnp os._execvpe", Do: "execv"},
	{Lang: "python", Names: "os.execl os.execle os.execlp os.execlpe", Do: "execl"},
	{Lang: "python", Names: "os.spawnv os.spawnve os.spawnvp os.spawnl os.spawnle os.spawnlp", Do: "spawnv"},
	{Lang: "python", Names: "pty.spawn", Do: "ptyspawn"},
	{Lang: "python", Names: "pip.main pip._internal.main pip._internal.cli.main.main", Do: "pip"},
	{Lang: "python", Names: "eval exec", Args: "CODE"},
	{Lang: "python", Names: "compile ast.parse", Ret: "same"},
	{Lang: "python", Names: "types.FunctionType types.CodeType", Does: RunBuilt},
	{Lang: "python", Names: "runpy.run_path execfile imp.load_source", Do: "runpath"},
	{Lang: "python", Names: "runpy.run_module", Does: RunProject},
	{Lang: "python", Names: "__import__ importlib.import_module importlib.__import__", Do: "import"},
	{Lang: "python", Names: "getattr operator.attrgetter operator.methodcaller", Do: "getattr"},
	{Lang: "python", Names: "globals locals vars", Do: "globals"},
	{Lang: "python", Names: "dotenv.dotenv_values dotenv.get_key", Do: "dotenv"},
	{Lang: "python", Names: "os.getenv os.environ.get environ.get environ.setdefault environ.pop", Do: "getenv"},
	{Lang: "python", Names: "os.putenv", Do: "putenv"},
	{Lang: "python", Names: "sys.path.insert sys.path.append sys.path.extend site.addsitedir", Do: "syspath"},
	{Lang: "python", Names: "print pprint.pprint pprint sys.stdout.write json.dump logging.info rich.print", Do: "print"},
	{Lang: "python", Names: "chr", Do: "chr"},
	{Lang: "python", Names: "base64.b64decode base64.urlsafe_b64decode base64.standard_b64decode base64.decodebytes", Do: "base64"},
	{Lang: "python", Names: "base64.b32decode base64.b16decode base64.b85decode base64.a85decode bytes.fromhex bytearray.fromhex codecs.decode binascii.unhexlify binascii.a2b_base64 zlib.decompress gzip.decompress bz2.decompress lzma.decompress", Do: "decode"},
	{Lang: "python", Names: "str bytes repr os.fsencode os.fsdecode shlex.quote textwrap.dedent iter", Ret: "same"},
	{Lang: "python", Names: "shlex.split", Do: "split"},
	{Lang: "python", Names: "shlex.join", Do: "shjoin"},
	{Lang: "python ruby node", Names: "?.encode ?.decode ?.strip ?.rstrip ?.lstrip ?.trim ?.toString ?.to_s ?.chomp ?.freeze ?.to_path ?.to_str ?.dup ?.valueOf ?.normalize ?.expanduser ?.resolve", Do: "selftext"},
	{Lang: "python", Names: "?.join", Do: "pyjoin"},
	{Lang: "python", Names: "?.format", Do: "format"},
	{Lang: "python node ruby", Names: "?.replace ?.gsub ?.sub ?.replaceAll", Do: "replace"},
	{Lang: "python node ruby", Names: "?.split", Do: "split"},
	{Lang: "python", Names: "urllib.request.urlopen urllib.urlopen urllib.request.Request urllib.request.urlretrieve requests.get requests.head requests.options requests.request requests.post requests.put requests.patch requests.delete httpx.get httpx.head httpx.request httpx.post httpx.put httpx.patch httpx.delete httpx.stream wget.download webbrowser.open urllib3.request ?.urlopen", Do: "fetch"},
	{Lang: "python", Names: "huggingface_hub.snapshot_download huggingface_hub.hf_hub_download", Does: Fetch},
	{Lang: "python", Names: "http.client.HTTPConnection http.client.HTTPSConnection ftplib.FTP ftplib.FTP_TLS smtplib.SMTP smtplib.SMTP_SSL telnetlib.Telnet imaplib.IMAP4_SSL", Do: "client"},
	{Lang: "python", Names: "socket.create_connection", Do: "connect"},
	{Lang: "python", Names: "socket.socket", Do: "newsocket"},
	{Lang: "python", Names: "socket.gethostbyname socket.getaddrinfo", Do: "lookup"},
	{Lang: "python", Names: "paramiko.SSHClient paramiko.Transport fabric.Connection", Does: Remote},
	{Lang: "python", Names: "os.dup2", Do: "dup"},
	{Lang: "python", Names: "os.fork os.forkpty", Do: "fork"},
	{Lang: "python", Names: "os.kill os.killpg", Do: "kill"},
	{Lang: "python", Names: "os.setuid os.setgid os.seteuid os.setreuid os.setresuid", Does: Elevate},
	{Lang: "python", Names: "ctypes.CDLL ctypes.cdll.LoadLibrary ctypes.PyDLL", Does: RunUnseen},
	{Lang: "python", Names: "json.load yaml.safe_load yaml.load tomllib.load csv.reader csv.DictReader toml.load xml.etree.ElementTree.parse", Do: "loadfile"},
	{Lang: "python", Names: "?.drop_all ?.drop_database ?.drop_collection ?.delete_many ?.flushall ?.flushdb ?.delete_index ?.drop_table ?.dropDatabase", Does: Discard},
	{Lang: "python", Names: "django.core.management.call_command call_command", Do: "django"},

	// JavaScript: Node, Bun, Deno.
	{Lang: "node", Names: "fs.unlink fs.unlinkSync fs.rm fs.rmSync fs.remove fs.removeSync fs.emptyDir fs.emptyDirSync rimraf rimraf.sync rimraf.rimraf rimraf.rimrafSync del del.sync trash Deno.remove Deno.removeSync ?.unlinkSync ?.rmSync shelljs.rm ?.removeSync", Args: "DELETE"},
	{Lang: "node", Names: "fs.rmdir fs.rmdirSync ?.rmdirSync", Do: "rmdir"},
	{Lang: "node", Names: "fs.mkdir fs.mkdirSync fs.mkdirp fs.ensureDir fs.ensureDirSync fs.ensureFile fs.ensureFileSync fs.chmod fs.chmodSync fs.chown fs.chownSync fs.utimes fs.utimesSync fs.lchown Deno.mkdir Deno.mkdirSync Deno.chmod Deno.chmodSync shelljs.mkdir shelljs.touch", Args: "WRITE"},
	{Lang: "node", Names: "fs.writeFile fs.writeFileSync fs.appendFile fs.appendFileSync fs.outputFile fs.outputFileSync fs.writeJson fs.writeJsonSync fs.outputJson Deno.writeTextFile Deno.writeTextFileSync Deno.writeFile Deno.writeFileSync Bun.write ?.writeFileSync ?.appendFileSync", Args: "WRITE", Do: "jswrite"},
	{Lang: "node", Names: "fs.createWriteStream", Args: "WRITE", Do: "wstream"},
	{Lang: "node", Names: "fs.truncate fs.truncateSync Deno.truncate Deno.truncateSync", Args: "EMPTY"},
	{Lang: "node", Names: "fs.rename fs.renameSync fs.move fs.moveSync Deno.rename Deno.renameSync shelljs.mv ?.renameSync", Args: "MOVE WRITE"},
	{Lang: "node", Names: "fs.copyFile fs.copyFileSync Deno.copyFile Deno.copyFileSync shelljs.cp ?.copyFileSync", Args: "READ WRITE"},
	{Lang: "node", Names: "fs.cp fs.cpSync fs.copy fs.copySync ?.cpSync", Args: "RREAD WRITE"},
	{Lang: "node", Names: "fs.link fs.linkSync fs.symlink fs.symlinkSync Deno.link Deno.symlink", Args: "LINK WRITE"},
	{Lang: "node", Names: "fs.readFile fs.readFileSync fs.createReadStream fs.readJson fs.readJsonSync Deno.readTextFile Deno.readTextFileSync Deno.readFile Deno.readFileSync ?.readFileSync", Args: "READ", Ret: "content", Callback: true},
	{Lang: "node", Names: "Bun.file", Args: "READ", Ret: "content"},
	{Lang: "node", Names: "fs.readdir fs.readdirSync fs.opendir fs.opendirSync glob.sync glob.globSync glob.glob glob fast-glob.sync Deno.readDir Deno.readDirSync ?.readdirSync", Args: "LIST", Ret: "names", Callback: true},
	{Lang: "node", Names: "fs.open fs.openSync Deno.open Deno.openSync ?.openSync", Do: "open"},
	{Lang: "node", Names: "fs.writeSync fs.write", Do: "fswrite"},
	{Lang: "node", Names: "fs.mkdtemp fs.mkdtempSync os.tmpdir Deno.makeTempDir Deno.makeTempDirSync", Ret: "temp"},
	{Lang: "node", Names: "path.join path.resolve", Ret: "joined"},
	{Lang: "node", Names: "path.dirname", Do: "dirname"},
	{Lang: "node", Names: "path.normalize path.basename url.fileURLToPath String", Ret: "same"},
	{Lang: "node", Names: "os.homedir", Ret: "home"},
	{Lang: "node", Names: "process.cwd Deno.cwd", Ret: "cwd"},
	{Lang: "node", Names: "process.chdir Deno.chdir", Args: "CD"},
	{Lang: "node", Names: "child_process.exec child_process.execSync execa.command execa.execaCommand execa.commandSync shelljs.exec ?.execSync ?.doShellScript Bun.$ $ zx.$ ?.$", Do: "line"},
	{Lang: "node", Names: "child_process.spawn child_process.spawnSync child_process.execFile child_process.execFileSync execa execa.execa execa.sync execa.execaSync cross-spawn cross-spawn.sync cross-spawn.spawn ?.spawnSync ?.execFileSync node-pty.spawn", Do: "spawn2"},
	{Lang: "node", Names: "child_process.fork", Do: "runpath"},
	{Lang: "node", Names: "Bun.spawn Bun.spawnSync Deno.run", Do: "spawn"},
	{Lang: "node", Names: "Deno.Command", Do: "spawn2"},
	{Lang: "node", Names: "eval Function vm.runInNewContext vm.runInThisContext vm.runInContext vm.Script vm.compileFunction ?.constructor.constructor AsyncFunction", Do: "evallast"},
	{Lang: "node", Names: "setTimeout setInterval setImmediate queueMicrotask", Do: "timeout"},
	{Lang: "node", Names: "require import ?.require module.createRequire process.getBuiltinModule ?._load", Do: "require"},
	{Lang: "node", Names: "process.binding process._linkedBinding process.dlopen", Does: RunBuilt},
	{Lang: "node", Names: "Reflect.get", Do: "getattr"},
	{Lang: "node", Names: "Deno.env.get environ.get", Do: "getenv"},
	{Lang: "node", Names: "console.log console.error console.info console.dir console.table process.stdout.write", Do: "print"},
	{Lang: "node", Names: "JSON.stringify Object.assign structuredClone", Ret: "same"},
	{Lang: "node", Names: "Object.keys", Ret: "keys"},
	{Lang: "node", Names: "String.fromCharCode String.fromCodePoint", Do: "chr"},
	{Lang: "node", Names: "Buffer.from", Do: "buffer"},
	{Lang: "node", Names: "atob", Do: "base64"},
	{Lang: "node", Names: "unescape decodeURIComponent", Do: "decode"},
	{Lang: "node", Names: "?.join", Do: "jsjoin"},
	{Lang: "node", Names: "fetch http.get https.get http.request https.request axios axios.get axios.post axios.put axios.patch axios.delete axios.request got got.post got.get got.put node-fetch undici.fetch undici.request needle superagent.post superagent.get WebSocket XMLHttpRequest request request.get request.post ky.post ky.get EventSource navigator.sendBeacon", Do: "fetch", Callback: true},
	{Lang: "node", Names: "net.connect net.createConnection tls.connect ?.connect Bun.connect Deno.connect", Do: "jsconnect"},
	{Lang: "node", Names: "net.Socket", Do: "newsocket"},
	{Lang: "node", Names: "dns.lookup dns.resolve dns.resolve4 dns.resolveTxt", Do: "lookup"},
	{Lang: "node", Names: "process.kill Deno.kill", Do: "kill"},
	{Lang: "node", Names: "process.setuid process.setgid", Does: Elevate},
	{Lang: "node", Names: "?.dropDatabase ?.deleteMany ?.dropCollection ?.flushall ?.flushdb ?.flushAll ?.flushDb ?.deleteIndex ?.dropTable ?.truncate ?.destroyAll ?.dropAllObjects ?.deleteProject", Does: Discard},

	// Ruby.
	{Lang: "ruby", Names: "File.delete File.unlink FileUtils.rm FileUtils.rm_r FileUtils.rm_rf FileUtils.rm_f FileUtils.remove FileUtils.remove_dir FileUtils.remove_entry FileUtils.remove_entry_secure FileUtils.remove_file FileUtils.safe_unlink FileUtils.rmtree Dir.delete_all rm_rf rm_r rm_f IO.unlink", Args: "DELETE..."},
	{Lang: "ruby", Names: "path.delete path.unlink path.rmtree", Args: "SELF:DELETE"},
	{Lang: "ruby", Names: "path.write path.mkpath path.mkdir path.rmdir", Args: "SELF:WRITE"},
	{Lang: "ruby", Names: "path.read path.readlines path.each_line", Args: "SELF:READ", Ret: "content"},
	{Lang: "ruby", Names: "path.children path.glob path.entries path.each_child", Ret: "names"},
	{Lang: "ruby", Names: "Dir.rmdir Dir.delete Dir.unlink Dir.mkdir FileUtils.mkdir FileUtils.mkdir_p FileUtils.makedirs FileUtils.touch File.utime FileUtils.rmdir mkdir_p touch", Args: "WRITE"},
	{Lang: "ruby", Names: "FileUtils.chmod FileUtils.chown File.chmod File.chown File.lchmod", Args: "TEXT WRITE..."},
	{Lang: "ruby", Names: "FileUtils.chmod_R FileUtils.chown_R", Args: "TEXT CHANGE..."},
	{Lang: "ruby", Names: "File.truncate", Args: "EMPTY"},
	{Lang: "ruby", Names: "File.rename FileUtils.mv FileUtils.move", Args: "MOVE WRITE"},
	{Lang: "ruby", Names: "FileUtils.cp FileUtils.copy FileUtils.copy_file FileUtils.install IO.copy_stream", Args: "READ WRITE"},
	{Lang: "ruby", Names: "FileUtils.cp_r FileUtils.copy_entry", Args: "RREAD WRITE"},
	{Lang: "ruby", Names: "FileUtils.ln FileUtils.ln_s FileUtils.ln_sf File.symlink File.link", Args: "LINK WRITE"},
	{Lang: "ruby", Names: "File.write IO.write File.binwrite IO.binwrite", Args: "WRITE", Do: "jswrite"},
	{Lang: "ruby", Names: "File.read File.readlines File.foreach File.binread IO.readlines IO.foreach IO.binread YAML.load_file JSON.load_file CSV.read CSV.foreach", Args: "READ", Ret: "content", Callback: true},
	{Lang: "ruby", Names: "IO.read", Do: "rbread"},
	{Lang: "ruby", Names: "File.open File.new open", Do: "open"},
	{Lang: "ruby", Names: "Dir.glob Dir.entries Dir.children Dir.each_child Dir.foreach Find.find", Args: "LIST", Ret: "names"},
	{Lang: "ruby", Names: "Dir.chdir", Args: "CD"},
	{Lang: "ruby", Names: "File.join", Ret: "joined"},
	{Lang: "ruby", Names: "File.expand_path", Do: "expand"},
	{Lang: "ruby", Names: "File.dirname", Do: "dirname"},
	{Lang: "ruby", Names: "Pathname.new Pathname File.absolute_path File.realpath", Ret: "path"},
	{Lang: "ruby", Names: "Dir.mktmpdir Tempfile.new Tempfile.create Dir.tmpdir", Ret: "temp"},
	{Lang: "ruby", Names: "Dir.home", Ret: "home"},
	{Lang: "ruby", Names: "Dir.pwd Dir.getwd", Ret: "cwd"},
	{Lang: "ruby perl php", Names: "` shell_exec", Do: "line"},
	{Lang: "ruby", Names: "system exec spawn Process.spawn IO.popen Open3.capture2 Open3.capture2e Open3.capture3 Open3.popen3 Open3.popen2 Open3.popen2e PTY.spawn Shellwords.escape_and_run sh", Do: "linelist"},
	{Lang: "ruby", Names: "eval instance_eval class_eval module_eval ?.instance_eval ?.class_eval ?.module_eval RubyVM.InstructionSequence.compile binding.eval", Args: "CODE"},
	{Lang: "ruby", Names: "send public_send __send__ ?.send ?.public_send ?.__send__ method ?.method", Do: "send"},
	{Lang: "ruby", Names: "Object.const_get const_get ?.const_get", Do: "const"},
	{Lang: "ruby", Names: "load require require_relative", Do: "rbrequire"},
	{Lang: "ruby", Names: "environ.fetch", Do: "getenv"},
	{Lang: "ruby", Names: "puts print p pp $stdout.puts STDOUT.puts $stdout.write", Do: "print"},
	{Lang: "ruby", Names: "Base64.decode64 Base64.strict_decode64 Base64.urlsafe_decode64", Do: "base64"},
	{Lang: "ruby", Names: "?.unpack ?.unpack1 ?.pack Zlib.Inflate.inflate", Do: "decode"},
	{Lang: "ruby", Names: "?.chr", Do: "selfchr"},
	{Lang: "ruby", Names: "?.join", Do: "jsjoin"},
	{Lang: "ruby", Names: "Net.HTTP.get Net.HTTP.get_response Net.HTTP.post Net.HTTP.post_form Net.HTTP.start Net.HTTP.new URI.open OpenURI.open_uri HTTParty.get HTTParty.post RestClient.get RestClient.post Faraday.get Faraday.post HTTP.get HTTP.post Net.HTTP.put", Do: "fetch"},
	{Lang: "ruby", Names: "URI URI.parse", Ret: "same"},
	{Lang: "ruby", Names: "TCPSocket.new TCPSocket.open UDPSocket.new Socket.tcp UNIXSocket.new UNIXSocket.open Socket.unix", Do: "rbconnect"},
	{Lang: "ruby", Names: "Process.kill", Do: "rbkill"},
	{Lang: "ruby", Names: "fork Process.fork", Do: "fork"},
	{Lang: "ruby", Names: "?.reopen", Do: "dup"},
	{Lang: "ruby", Names: "Marshal.load YAML.unsafe_load", Do: "unpickle"},
	{Lang: "ruby", Names: "?.destroy_all ?.delete_all ?.drop_table ?.drop_database ?.truncate_tables ?.drop_all ?.flushall ?.flushdb", Does: Discard},

	// Perl.
	{Lang: "perl", Names: "unlink rmtree File.Path.rmtree remove_tree File.Path.remove_tree", Args: "DELETE...", Do: "perlunlink"},
	{Lang: "perl", Names: "rmdir mkdir make_path mkpath File.Path.make_path File.Path.mkpath", Args: "WRITE"},
	{Lang: "perl", Names: "chmod", Args: "TEXT WRITE..."},
	{Lang: "perl", Names: "chown utime", Args: "TEXT TEXT WRITE..."},
	{Lang: "perl", Names: "truncate", Args: "EMPTY"},
	{Lang: "perl", Names: "rename move mv File.Copy.move File.Copy.mv", Args: "MOVE WRITE"},
	{Lang: "perl", Names: "copy cp File.Copy.copy File.Copy.cp", Args: "READ WRITE"},
	{Lang: "perl", Names: "link symlink", Args: "LINK WRITE"},
	{Lang: "perl", Names: "read_file slurp File.Slurp.read_file Path.Tiny.path", Args: "READ", Ret: "content"},
	{Lang: "perl", Names: "write_file append_file File.Slurp.write_file", Args: "WRITE"},
	{Lang: "perl", Names: "glob", Args: "LIST", Ret: "names"},
	{Lang: "perl", Names: "chdir", Args: "CD"},
	{Lang: "perl", Names: "open", Do: "perlopen"},
	{Lang: "perl", Names: "sysopen", Do: "perlsysopen"},
	{Lang: "perl", Names: "system exec", Do: "linelist"},
	{Lang: "perl", Names: "eval evalbytes", Do: "perleval"},
	{Lang: "perl", Names: "do require", Do: "runpath"},
	{Lang: "perl", Names: "print say printf", Do: "print"},
	{Lang: "perl", Names: "chr pack", Do: "chr"},
	{Lang: "perl", Names: "decode_base64 MIME.Base64.decode_base64", Do: "base64"},
	{Lang: "perl", Names: "unpack", Do: "decode"},
	{Lang: "perl", Names: "readline", Do: "readline"},
	{Lang: "perl", Names: "File.Spec.catfile File.Spec.catdir catfile", Ret: "joined"},
	{Lang: "perl", Names: "getcwd cwd", Ret: "cwd"},
	{Lang: "perl", Names: "tempfile tempdir File.Temp.new", Ret: "temp"},
	{Lang: "perl", Names: "get getprint LWP.Simple.get getstore mirror ?.get ?.post ?.put ?.request ?.mirror LWP.Simple.getstore LWP.Simple.getprint LWP.Simple.mirror LWP.Simple.head ?.post_form ?.www_form", Do: "fetch"},
	{Lang: "perl", Names: "connect IO.Socket.INET.new IO.Socket.SSL.new IO.Socket.new IO.Socket.IP.new IO.Socket.UNIX.new IO.Socket.INET IO.Socket.INET6.new IO.Socket.INET6 IO.Socket.SSL IO.Socket.IP IO.Socket.UNIX Net.SMTP.new Net.FTP.new Net.Telnet.new", Do: "perlconnect"},
	{Lang: "perl", Names: "kill", Do: "rbkill"},
	{Lang: "perl", Names: "fork", Do: "fork"},
	{Lang: "perl", Names: "dup2 POSIX.dup2 ?.fdopen", Do: "dup"},
	{Lang: "perl", Names: "setuid POSIX.setuid", Does: Elevate},

	// PHP.
	{Lang: "php", Names: "unlink", Args: "DELETE"},
	{Lang: "php", Names: "rmdir mkdir touch chmod chown chgrp lchown", Args: "WRITE"},
	{Lang: "php", Names: "file_put_contents", Args: "WRITE", Do: "jswrite"},
	{Lang: "php", Names: "rename move_uploaded_file", Args: "MOVE WRITE"},
	{Lang: "php", Names: "copy", Do: "phpcopy"},
	{Lang: "php", Names: "link symlink", Args: "LINK WRITE"},
	{Lang: "php", Names: "fopen SplFileObject", Do: "open"},
	{Lang: "php", Names: "fwrite fputs", Do: "fswrite"},
	{Lang: "php", Names: "file_get_contents file readfile simplexml_load_file parse_ini_file highlight_file show_source fgets fread stream_get_contents", Do: "phpread"},
	{Lang: "php", Names: "glob scandir opendir dir DirectoryIterator RecursiveDirectoryIterator", Args: "LIST", Ret: "names"},
	{Lang: "php", Names: "chdir", Args: "CD"},
	{Lang: "php", Names: "system exec passthru popen proc_open pcntl_exec", Do: "linelist"},
	{Lang: "php", Names: "eval assert create_function", Do: "evallast"},
	{Lang: "php", Names: "include include_once require require_once", Do: "runpath"},
	{Lang: "php", Names: "array_map array_walk call_user_func call_user_func_array array_filter"},
	{Lang: "php", Names: "getenv", Do: "getenv"},
	{Lang: "php", Names: "putenv", Do: "phpputenv"},
	{Lang: "php", Names: "echo print var_dump print_r var_export printf", Do: "print"},
	{Lang: "php", Names: "base64_decode", Do: "base64"},
	{Lang: "php", Names: "gzinflate gzuncompress str_rot13 hex2bin convert_uudecode strrev gzdecode", Do: "decode"},
	{Lang: "php", Names: "chr", Do: "chr"},
	{Lang: "php", Names: "sys_get_temp_dir tempnam tmpfile", Ret: "temp"},
	{Lang: "php", Names: "getcwd", Ret: "cwd"},
	{Lang: "php", Names: "dirname", Do: "dirname"},
	{Lang: "php", Names: "realpath trim rtrim escapeshellarg escapeshellcmd strval", Ret: "same"},
	{Lang: "php", Names: "curl_init curl_setopt Http.get Http.post", Do: "curl"},
	{Lang: "php", Names: "mail", Does: Send},
	{Lang: "php", Names: "fsockopen pfsockopen stream_socket_client socket_connect", Do: "rbconnect"},
	{Lang: "php", Names: "unserialize", Do: "unpickle"},
	{Lang: "php", Names: "posix_kill", Do: "kill"},
	{Lang: "php", Names: "pcntl_fork", Do: "fork"},
	{Lang: "php", Names: "phpinfo", Does: Secret},
	{Lang: "php", Names: "?.truncate Schema.drop Schema.dropIfExists Schema.dropAllTables ?.dropAllTables ?.flushall ?.flushdb ?.forceDelete Cache.flush Storage.deleteDirectory", Does: Discard},
	{Lang: "php", Names: "Artisan.call Artisan.queue", Do: "artisan"},

	// Lua.
	{Lang: "lua", Names: "os.remove lfs.rmdir", Args: "DELETE"},
	{Lang: "lua", Names: "lfs.mkdir lfs.touch", Args: "WRITE"},
	{Lang: "lua", Names: "os.rename", Args: "MOVE WRITE"},
	{Lang: "lua", Names: "io.open io.output io.input", Do: "open"},
	{Lang: "lua", Names: "io.lines", Args: "READ", Ret: "content"},
	{Lang: "lua", Names: "os.execute io.popen vim.fn.system vim.cmd", Do: "line"},
	{Lang: "lua", Names: "load loadstring", Do: "luaload"},
	{Lang: "lua", Names: "dofile loadfile require", Do: "runpath"},
	{Lang: "lua", Names: "os.getenv", Do: "getenv"},
	{Lang: "lua", Names: "os.tmpname", Ret: "temp"},
	{Lang: "lua", Names: "string.char", Do: "chr"},
	{Lang: "lua", Names: "print io.write", Do: "print"},
	{Lang: "lua", Names: "http.request socket.http.request https.request", Do: "fetch"},
	{Lang: "lua", Names: "socket.connect socket.tcp", Do: "rbconnect"},

	// R.
	{Lang: "r", Names: "unlink file.remove fs.file_delete", Args: "DELETE..."},
	{Lang: "r", Names: "dir.create file.create Sys.chmod file.append", Args: "WRITE"},
	{Lang: "r", Names: "file.rename", Args: "MOVE WRITE"},
	{Lang: "r", Names: "file.copy", Args: "READ WRITE"},
	{Lang: "r", Names: "file.symlink file.link", Args: "LINK WRITE"},
	{Lang: "r", Names: "writeLines write.csv write.table write saveRDS save write_csv dput cat sink ggsave pdf png", Do: "rwrite"},
	{Lang: "r", Names: "readLines read.csv read.table readRDS load scan read_csv fromJSON jsonlite.fromJSON readr.read_csv", Do: "phpread"},
	{Lang: "r", Names: "list.files list.dirs dir Sys.glob", Args: "LIST", Ret: "names"},
	{Lang: "r", Names: "setwd", Args: "CD"},
	{Lang: "r", Names: "file.path", Ret: "joined"},
	{Lang: "r", Names: "path.expand normalizePath", Do: "expand"},
	{Lang: "r", Names: "system shell", Do: "line"},
	{Lang: "r", Names: "system2", Do: "spawn2"},
	{Lang: "r", Names: "eval", Args: "CODE"},
	{Lang: "r", Names: "parse", Do: "rparse"},
	{Lang: "r", Names: "source sys.source", Do: "runpath"},
	{Lang: "r", Names: "Sys.getenv", Do: "getenv"},
	{Lang: "r", Names: "tempfile tempdir", Ret: "temp"},
	{Lang: "r", Names: "getwd", Ret: "cwd"},
	{Lang: "r", Names: "paste0", Do: "paste"},
	{Lang: "r", Names: "download.file url curl.curl httr.GET httr.POST GET POST", Do: "fetch"},
	{Lang: "r", Names: "install.packages", Does: NewPackage},
	{Lang: "r", Names: "remotes.install_github devtools.install_github remotes.install_url", Does: ForeignPackage},

	// Any language.
	{Names: "file.write file.writelines file.puts file.print file.printf file.<<", Do: "filewrite"},
	{Names: "file.close file.end", Do: "fileclose"},
	{Lang: "node", Names: "response.write response.end", Do: "filewrite"}, // a request that was opened
	{Names: "file.truncate"},
	{Names: "file.read file.readline file.readlines file.readFile file.lines file.each_line file.gets file.getvalue file.extractall file.text file.on", Do: "fileread"},
	{Names: "socket.connect socket.connect_ex", Do: "connect"},
	{Names: "socket.send socket.sendall socket.sendto socket.write socket.puts socket.print socket.end ?.sendall ?.sendto", Do: "socksend"},
	{Names: "socket.recv socket.gets socket.read", Ret: "download"},
	{Names: "?.sendmail ?.send_message ?.storbinary ?.storlines ?.upload_file ?.upload_fileobj ?.put_object ?.sendMail ?.putObject ?.upload_blob ?.upload_from_filename ?.putFile", Do: "upload"},
	{Names: "?.exec_command", Does: Remote},
	{Names: "?.system ?.popen", Do: "line"},
	{Names: "?.execute ?.executemany ?.executescript ?.query ?.raw ?.exec ?.prepare ?.unsafe ?.$executeRawUnsafe ?.$queryRawUnsafe ?.$executeRaw ?.$queryRaw ?.statement ?.unprepared ?.do ?.execute_sql ?.run_sql ?.fetchall ?.executeQuery ?.executeUpdate ?.rawQuery ?.exec_query ?.run", Do: "sql"},
	{Names: "?.get ?.post ?.put ?.patch ?.head ?.urlretrieve ?.request", Do: "maybefetch"},
	{Names: "?.delete ?.drop ?.remove_all ?.deleteAll", Do: "drop"},
	{Names: "?.kill ?.terminate ?.send_signal", Do: "killproc"},
}

// do is what rows cannot say of a call.
func (c *code) do(what string, v *invocation) val {
	k := c.k
	none := hole("result", flow{})
	self := val{}
	if v.fn.recv() != nil {
		self = *v.fn.recv()
	}
	switch what {
	case "open":
		return c.open(v.arg(0), v.arg(1), v)
	case "pathopen":
		return c.open(self, v.arg(0), v)
	case "pathwrite":
		if strings.HasSuffix(v.name, "write_text") || strings.HasSuffix(v.name, "write_bytes") {
			c.written(val{w: self.w, as: &traits{typ: "file", mode: "w"}}, v.arg(0))
		}
		return self
	case "jswrite":
		f := val{w: v.arg(0).w, as: &traits{typ: "file", mode: "w"}}
		if strings.Contains(v.name, "append") {
			f.edit().mode = "a"
		} else {
			for _, p := range k.paths(c.word(f)) {
				delete(k.files, p)
			}
		}
		if len(v.args) > 1 {
			c.written(f, v.arg(1))
		}
		return none
	case "wstream":
		f := v.arg(0)
		f.edit().typ = "file"
		f.edit().mode = "w"
		return f
	case "fswrite":
		c.written(v.arg(0), v.arg(1))
		if v.at(0).typ() == "socket" {
			c.sentData(v.arg(1), v)
		}
		return none
	case "rmdir":
		kind := "WRITE"
		if o, ok := v.option("recursive"); ok && o.w.Text() != "false" {
			kind = "DELETE"
		}
		c.judge(kind, v.arg(0), v)
		return none
	case "joinpath":
		return c.joined(append([]val{self}, v.args...))
	case "expand":
		out := v.arg(0)
		out.w = c.word(out)
		if c.lang == "ruby" && len(v.args) > 1 && out.w.Known() && !strings.HasPrefix(out.w.Text(), "/") {
			out = c.joined([]val{v.arg(1), out})
		}
		out.edit().typ = "path"
		out.edit().name = ""
		return out
	case "dirname":
		out := v.arg(0)
		out.edit().name = ""
		if out.w.Known() {
			out.w = lit(path.Dir(out.w.Text()))
		}
		return out
	case "unpickle":
		if a := v.arg(0); a.w.flow().download() || a.typ() == "response" {
			k.foundWhy(RunDownload, v.row, "what is fetched is loaded as objects", k.src)
		}
		return none
	case "saveto":
		if len(v.args) > 0 && v.at(0).isStr() {
			c.judge("WRITE", v.arg(0), v)
		}
		return none
	case "line":
		if len(v.args) == 0 {
			if o, ok := v.option("cmd args command"); ok {
				return c.line(o, v)
			}
			return none
		}
		if c.lang == "node" && v.at(0).typ() == "list" {
			return c.argvCall(v.arg(0), v)
		}
		return c.line(v.arg(0), v)
	case "linelist":
		args := v.args
		for len(args) > 1 && (args[0].typ() == "environ" || args[0].typ() == "dict") {
			args = args[1:]
		}
		if len(args) == 0 {
			return none
		}
		if c.lang == "php" || len(args) == 1 || args[0].typ() == "list" {
			if c.lang == "php" && v.name == "pcntl_exec" && len(args) > 1 {
				return c.argvCall(val{as: &traits{typ: "list", list: append([]val{args[0]}, args[1].list()...)}}, v)
			}
			return c.line(args[0], v)
		}
		var list []val
		for _, a := range args {
			if a.typ() == "dict" || len(a.pairs()) > 0 {
				continue
			}
			if strings.HasPrefix(v.name, "IO.popen") && len(list) > 0 {
				continue // the mode
			}
			list = append(list, a)
		}
		if len(list) == 1 {
			return c.line(list[0], v)
		}
		return c.argvCall(val{as: &traits{typ: "list", list: list}}, v)
	case "spawn":
		a := v.arg(0)
		if len(v.args) == 0 || len(a.pairs()) > 0 && len(a.list()) == 0 {
			a, _ = v.option("args cmd")
		}
		sh, shell := v.option("shell")
		shell = shell && sh.w.Text() != "False" && sh.w.Text() != "false"
		switch {
		case a.typ() == "list" && len(a.list()) == 0 && len(a.pairs()) == 0 && a.w.hole() == "$list" && !shell:
			return none // an empty list
		case (a.typ() == "list" || a.typ() == "splat") && !shell:
			return c.argvCall(a, v)
		case a.typ() == "list" && len(a.list()) > 0:
			return c.line(a.list()[0], v)
		case strings.HasSuffix(v.name, "create_subprocess_exec"):
			return c.argvCall(val{as: &traits{typ: "list", list: v.args}}, v)
		case a.isStr() || shell:
			return c.line(a, v)
		}
		return c.argvCall(a, v)
	case "spawn2":
		prog := v.arg(0)
		list := []val{prog}
		rest := v.arg(1)
		if o, ok := v.option("args"); ok && rest.typ() != "list" {
			rest = o
		}
		sh, shell := v.option("shell")
		shell = shell && sh.w.Text() != "false" && sh.w.Text() != "undefined"
		switch {
		case len(rest.list()) > 0:
			list = append(list, rest.list()...)
		case rest.typ() == "dict" || rest.typ() == "func" || rest.w.Text() == "" && rest.w.hole() == "" || rest.typ() == "list" && rest.w.hole() == "$list":
		case rest.isStr() && c.lang == "r":
			list = append(list, rest)
		default:
			list = append(list, c.splat(rest))
		}
		if shell {
			line := prog
			for _, x := range list[1:] {
				line = c.concat(c.concat(line, known(" ")), x)
			}
			return c.line(line, v)
		}
		if prog.w.Known() && strings.Contains(prog.w.Text(), " ") && len(list) == 1 {
			return c.line(prog, v)
		}
		return c.argvCall(val{as: &traits{typ: "list", list: list}}, v)
	case "execv":
		a := v.arg(1)
		if len(a.list()) > 0 {
			a.edit().list = append([]val{v.arg(0)}, a.list()[1:]...)
			return c.argvCall(a, v)
		}
		return c.argvCall(val{as: &traits{typ: "list", list: []val{v.arg(0), c.splat(a)}}}, v)
	case "execl":
		list := append([]val{v.arg(0)}, v.args[min(2, len(v.args)):]...)
		return c.argvCall(val{as: &traits{typ: "list", list: list}}, v)
	case "spawnv":
		if len(v.args) > 2 && len(v.at(2).list()) > 0 {
			return c.argvCall(val{as: &traits{typ: "list", list: append([]val{v.arg(1)}, v.at(2).list()[1:]...)}}, v)
		}
		if len(v.args) > 1 {
			return c.argvCall(val{as: &traits{typ: "list", list: append([]val{v.arg(1)}, v.args[min(3, len(v.args)):]...)}}, v)
		}
		return none
	case "ptyspawn":
		c.state.shell, c.state.dup = true, true
		if a := v.arg(0); a.typ() != "list" {
			return c.argvCall(val{as: &traits{typ: "list", list: []val{a}}}, v)
		}
		return c.argvCall(v.arg(0), v)
	case "pip":
		list := append([]val{known("pip")}, v.at(0).list()...)
		return c.argvCall(val{as: &traits{typ: "list", list: list}}, v)
	case "django":
		list := append([]val{known("python"), known("manage.py")}, v.args...)
		return c.argvCall(val{as: &traits{typ: "list", list: list}}, v)
	case "artisan":
		return c.line(c.concat(known("php artisan "), v.arg(0)), v)
	case "evallast":
		if len(v.args) == 0 {
			return none
		}
		a := v.args[0]
		if hasName("Function create_function AsyncFunction", v.name) || strings.HasSuffix(v.name, ".constructor") {
			a = v.args[len(v.args)-1]
		}
		c.evalText(a, v)
		return none
	case "timeout":
		if a := v.arg(0); a.isStr() {
			c.evalText(a, v)
		} else if a.typ() == "" && a.name() == "" && a.w.flow().download() {
			c.evalText(a, v)
		}
		return none
	case "perleval":
		if len(v.args) > 0 && v.at(0).typ() != "dict" {
			return c.evalText(v.arg(0), v)
		}
		return none
	case "luaload":
		return c.evalText(v.arg(0), v)
	case "rparse":
		if o, ok := v.option("text"); ok {
			return o
		}
		if o, ok := v.option("file"); ok {
			c.runFile(o)
		}
		if len(v.args) > 0 {
			c.runFile(v.arg(0))
		}
		return val{}
	case "runpath":
		a := v.arg(0)
		if a.typ() == "dict" || len(v.args) == 0 {
			return none
		}
		w := c.word(a)
		switch {
		case w.flow().download() || w.Known() && strings.Contains(w.Text(), "://"):
			k.foundWhy(RunDownload, v.row, w.Text(), k.src)
		case w.Known() && (strings.ContainsAny(w.Text(), "/") || strings.Contains(w.Text(), ".") && c.lang != "lua"):
			saved, fixed, stdin := k.out, k.fixed, k.stdin
			k.runScript(c.lang, []Word{w}, v.row)
			k.out, k.fixed, k.stdin = saved, fixed, stdin
		case w.Known():
		default:
			k.foundWhy(RunUnseen, v.row, w.Text()+" cannot be told", k.src)
		}
		return none
	case "import", "require":
		a := v.arg(0)
		if v.name == "module.createRequire" {
			x := hole("require", flow{})
			x.edit().name = "require"
			return x
		}
		switch {
		case len(v.args) == 0:
		case (a.w.flow().built() || a.glued() && c.lookupPrefix(c.rename(a.w.Text()))) && a.w.Known():
			k.foundWhy(RunBuilt, v.row, "the module's name is put together", k.src)
			return c.module(a.w.Text())
		case a.w.Known() && (strings.HasPrefix(a.w.Text(), "data:") || strings.Contains(a.w.Text(), "://")):
			if strings.HasPrefix(a.w.Text(), "data:") || strings.HasPrefix(a.w.Text(), "file:") {
				k.foundWhy(RunBuilt, v.row, cut(a.w.Text(), 40), k.src)
			} else {
				k.foundWhy(RunDownload, v.row, cut(a.w.Text(), 80), k.src)
			}
		case a.w.Known():
			c.requires(a.w.Text())
			m := a.w.Text()
			if strings.HasPrefix(m, ".") || strings.HasPrefix(m, "/") {
				m = strings.TrimSuffix(path.Base(m), path.Ext(m))
			}
			return c.module(m)
		case a.w.flow().place() != "" || strings.HasPrefix(a.w.stem(), "/") || strings.HasPrefix(a.w.stem(), "."):
			k.foundWhy(RunUnseen, v.row, cut(a.w.Text(), 40), k.src)
		default:
			k.foundWhy(RunBuilt, v.row, "the module's name cannot be told", k.src)
		}
		return none
	case "rbrequire":
		if a := v.arg(0); a.w.Known() && (v.name == "load" || strings.HasPrefix(a.w.Text(), "/") || strings.HasPrefix(a.w.Text(), ".")) {
			c.requires(a.w.Text())
		} else if !a.w.Known() && len(v.args) > 0 {
			k.foundWhy(RunUnseen, v.row, a.w.Text()+" cannot be told", k.src)
		}
		return none
	case "getattr":
		if strings.HasPrefix(v.name, "operator.") {
			if a := v.arg(0); a.isStr() && a.w.Known() {
				return c.builtIf(a.w.Text(), false)
			}
			return none
		}
		o, n := v.arg(0), v.arg(1)
		switch {
		case o.typ() == "module" && n.w.Known() && n.isStr():
			m := c.member(o, n.w.Text())
			return c.builtName(m.name(), m)
		case o.typ() == "module" && len(v.args) > 1 && c.lookupPrefix(o.name()) || o.name() == "builtins":
			return val{as: &traits{name: "?built"}, w: hole("name", flow{}).w}
		case n.w.Known() && n.isStr() && o.typ() != "":
			return c.member(o, n.w.Text())
		}
		return none
	case "globals":
		m := hole("globals", flow{})
		m.edit().typ = "module"
		m.edit().name = "builtins"
		return m
	case "send":
		a := v.arg(0)
		rest := args1(v.args[min(1, len(v.args)):]...)
		if strings.HasSuffix(v.name, "method") {
			if a.w.Known() {
				return c.builtName(a.w.Text(), val{})
			}
			return none
		}
		switch {
		case a.w.Known() && a.isStr() && v.fn.recv() != nil:
			m := c.member(self, a.w.Text())
			if r := c.row2(m); r != nil && r.loud() || c.lookup(a.w.Text()) != nil && self.name() == "Kernel" {
				m = c.builtName(m.name(), m)
			}
			return c.apply(m, rest)
		case a.w.Known() && a.isStr():
			return c.apply(c.builtName(a.w.Text(), val{}), rest)
		case len(v.args) > 0 && (v.fn.recv() == nil || self.name() == "Kernel" || self.name() == "Object"):
			return c.apply(val{as: &traits{name: "?built"}}, rest)
		}
		return none
	case "const":
		if a := v.arg(0); a.w.Known() {
			return c.module(a.w.Text())
		}
		return val{as: &traits{name: "?built"}}
	case "getenv":
		if a := v.arg(0); a.w.Known() {
			return c.envVar(a.w.Text())
		}
		if len(v.args) == 0 && (c.lang == "php" || c.lang == "r") {
			e := hole("environ", comes(markSecret, "the environment"))
			e.edit().typ = "environ"
			return e
		}
		return none
	case "putenv":
		if a := v.arg(0); a.w.Known() {
			k.environment(a.w.Text(), v.arg(1).w, k.src)
		}
		return none
	case "phpputenv":
		if n, x, ok := strings.Cut(v.arg(0).w.Text(), "="); ok {
			k.environment(n, lit(x), k.src)
		}
		return none
	case "syspath":
		for _, a := range v.args {
			if a.isStr() || a.typ() == "path" {
				k.environment("PYTHONPATH", c.word(a), k.src)
			}
		}
		return none
	case "print":
		for _, a := range append(v.args, pairValues(v.kw.pairs())...) {
			if a.typ() == "environ" {
				k.foundWhy(Secret, v.row, "the whole environment", k.src)
			} else if e, ok := strings.CutPrefix(a.mode(), "env:"); ok && a.w.flow().secret() {
				k.foundWhy(Secret, v.row, "the variable "+e, k.src)
			}
			if a.typ() == "file" && a.mode() != "r" && a.mode() != "" {
				for _, b := range v.args {
					if b.typ() != "file" {
						c.written(a, b)
					}
				}
			}
			if a.typ() == "socket" && a.mode() != "local" {
				c.state.sent = true
				k.effect(Send, v.row)
				for _, b := range v.args {
					if b.w.flow().secret() {
						c.sentData(b, v)
					}
				}
			}
			if a.w.flow().secret() {
				k.reads = append(k.reads, a.w.flow().hidden())
			}
		}
		return none
	case "chr":
		out := known("")
		out.w.edit().flow.mark(markBuilt, true)
		if c.lang == "perl" && v.name == "pack" {
			return hole("text", marked(markBuilt))
		}
		for _, a := range v.args {
			if a.typ() == "list" && len(a.list()) > 0 {
				for _, e := range a.list() {
					out = c.concat(out, c.char(e))
				}
				continue
			}
			out = c.concat(out, c.char(a))
		}
		return out
	case "selfchr":
		return c.char(self)
	case "base64", "buffer":
		a := v.arg(0)
		if what == "buffer" {
			enc := v.arg(1).w.Text()
			if enc != "base64" && enc != "hex" && enc != "base64url" {
				a.edit().name = ""
				return a
			}
			if enc == "hex" {
				return hole("text", marked(markBuilt))
			}
		}
		if a.w.Known() && a.isStr() {
			if s, ok := decodeBase64(a.w.Text()); ok {
				x := known(s)
				x.w.edit().flow.mark(markBuilt, true)
				return x
			}
		}
		f := carry(a.w.flow())
		f.mark(markBuilt, true)
		return hole("text", f)
	case "decode":
		a := v.arg(0)
		if v.fn.recv() != nil && len(v.args) <= 1 && c.lang == "ruby" {
			a = self
		}
		f := carry(a.w.flow())
		f.mark(markBuilt, true)
		return hole("text", f)
	case "selftext":
		s := self
		if s.name() != "" && s.typ() != "path" && s.typ() != "response" {
			s.edit().name = ""
		}
		if s.typ() == "path" && strings.HasSuffix(v.name, "expanduser") {
			s.w = c.word(s)
		}
		if s.recv() != nil && s.typ() == "" {
			s.edit().recv = nil
		}
		if hasName("?.strip ?.trim ?.chomp ?.rstrip", v.name) && s.w.Known() {
			s.w.set(strings.TrimSpace(s.w.Text()))
		}
		return s
	case "format":
		return c.formatted(self, v.args)
	case "replace":
		if self.typ() == "path" && c.lang == "python" {
			return none
		}
		a, b := v.arg(0), v.arg(1)
		if self.w.Known() && a.w.Known() && b.w.Known() && a.isStr() {
			s := self
			s.w.set(strings.ReplaceAll(self.w.Text(), a.w.Text(), b.w.Text()))
			s.w.edit().flow.mark(markBuilt, s.w.flow().built() || self.isStr() && self.name() == "")
			s.edit().name = ""
			return s
		}
		return hole("text", carry(self.w.flow()))
	case "pyjoin":
		out := known("")
		l := v.arg(0)
		if len(l.list()) == 0 {
			return hole("text", carry(l.w.flow().merge(self.w.flow())))
		}
		for i, x := range l.list() {
			if i > 0 {
				out = c.concat(out, self)
			}
			out = c.concat(out, x)
		}
		if self.w.Text() == "" && len(l.list()) > 1 {
			out.w.edit().flow.mark(markBuilt, true)
		}
		return out
	case "jsjoin":
		out := known("")
		for i, x := range self.list() {
			if i > 0 {
				sep := v.arg(0)
				if len(v.args) == 0 {
					sep = known(map[string]string{"node": ","}[c.lang])
				}
				out = c.concat(out, sep)
			}
			out = c.concat(out, x)
		}
		if len(self.list()) == 0 {
			return hole("text", carry(self.w.flow()))
		}
		if v.arg(0).w.Text() == "" && len(self.list()) > 1 {
			out.w.edit().flow.mark(markBuilt, true)
		}
		return out
	case "shjoin":
		return c.do("pyjoin", &invocation{fn: val{as: &traits{recv: &val{w: lit(" ")}}}, args: v.args, row: v.row})
	case "paste":
		out := known("")
		for _, x := range v.args {
			out = c.concat(out, x)
		}
		return out
	case "split":
		s := self
		if v.name == "shlex.split" {
			s = v.arg(0)
		}
		out := hole("words", carry(s.w.flow()))
		out.edit().typ = "list"
		if s.w.Known() && s.isStr() {
			sep := v.arg(0).w.Text()
			var parts []string
			if v.name == "shlex.split" || sep == " " || len(v.args) == 0 {
				parts = strings.Fields(s.w.Text())
			} else if sep != "" {
				parts = strings.Split(s.w.Text(), sep)
			}
			for _, p := range parts[:min(len(parts), 200)] {
				out.edit().list = append(out.list(), known(strings.Trim(p, `"'`)))
			}
		}
		return out
	case "dotenv":
		a := v.arg(0)
		if a.w.Text() == "" {
			a = known(".env")
		}
		a.edit().typ = "path"
		c.judge("READ", a, v)
		return c.contentOf(a)
	case "fetch", "maybefetch":
		return c.fetch(v, what == "maybefetch")
	case "curl":
		for _, a := range v.args {
			if a.isStr() && strings.Contains(a.w.Text(), "://") {
				k.url(a.w, v.row)
				c.address(a, v)
			}
		}
		if len(v.args) == 3 && strings.Contains(v.arg(1).w.hole()+v.at(1).name(), "POSTFIELDS") {
			c.sentData(v.arg(2), v)
		}
		return c.result("download", v)
	case "client":
		if len(v.args) > 0 {
			if a := v.arg(0); a.w.Known() && isLoopback(hostOf(a.w.Text())) {
				k.effect(Loopback, v.row)
			} else {
				k.effect(Fetch, v.row)
				c.state.fetched = true
			}
			if strings.HasPrefix(v.name, "smtplib") {
				k.effect(Send, v.row)
				c.state.sent = true
			}
		}
		s := hole("client", flow{})
		s.edit().typ = "socket"
		return s
	case "newsocket":
		s := hole("socket", flow{})
		s.edit().typ = "socket"
		return s
	case "connect":
		c.ownSockets(v)
		return c.connect(v.arg(0), v)
	case "jsconnect":
		c.ownSockets(v)
		if v.fn.recv() != nil && self.typ() != "socket" && self.typ() != "module" {
			return none // a database, a client of something
		}
		for _, a := range v.args {
			if h, ok := a.get("host hostname"); ok {
				return c.connect(h, v)
			}
		}
		h := v.arg(1)
		if len(v.args) == 1 || h.typ() == "func" {
			h = known("localhost")
		}
		return c.connect(h, v)
	case "rbconnect":
		c.ownSockets(v)
		return c.connect(v.arg(0), v)
	case "perlconnect":
		c.ownSockets(v)
		if h, ok := v.option("PeerAddr PeerHost"); ok {
			return c.connect(h, v)
		}
		if len(v.args) == 1 && v.at(0).isStr() {
			return c.connect(v.arg(0), v)
		}
		if v.name == "connect" && len(v.args) > 0 {
			return c.connect(v.arg(1), v)
		}
		s := hole("socket", flow{})
		s.edit().typ = "socket"
		if _, ok := v.option("Listen LocalPort LocalAddr"); ok { // whoever connects
			c.state.socket = true
		}
		return s
	case "lookup":
		if a := v.arg(0); a.w.flow().secret() {
			k.foundWhy(Leak, v.row, a.w.flow().from(), k.src)
		} else if !(a.w.Known() && isLoopback(a.w.Text())) {
			k.effect(Fetch, v.row)
		}
		return none
	case "socksend":
		if c.state.socket || v.fn.recv() == nil || self.typ() == "socket" {
			if self.mode() == "local" {
				return none
			}
			if len(v.args) > 0 {
				c.sentData(v.arg(0), v)
			}
		}
		return none
	case "upload":
		for _, a := range v.args {
			if a.isStr() && (a.w.Known() && strings.ContainsAny(a.w.Text(), "/.") || a.typ() == "path") {
				k.send(c.word(a), v.row)
				c.state.sent = true
				continue
			}
			c.sentData(a, v)
		}
		for _, p := range v.kw.pairs() {
			if p.v.w.flow().secret() || p.v.typ() == "file" {
				c.sentData(p.v, v)
			}
		}
		k.effect(Send, v.row)
		c.state.sent = true
		return none
	case "dup":
		c.state.dup = true
		return self
	case "fork":
		c.state.forked = true
		return none
	case "kill":
		pid, sig := v.arg(0), v.arg(1)
		if sig.w.Text() == "0" || strings.Contains(pid.name(), "getpid") || strings.Contains(pid.name(), ".pid") && pid.recv() != nil && pid.recv().typ() == "proc" || pid.name() == "process.pid" {
			return none
		}
		k.effect(Kill, v.row)
		return none
	case "rbkill":
		if sig, pid := v.arg(0), v.arg(1); sig.w.Text() == "0" || pid.w.hole() == "$$" || pid.name() == "$$" {
			return none
		}
		k.effect(Kill, v.row)
		return none
	case "killproc":
		if strings.Contains(self.name(), "psutil") || strings.Contains(self.name(), "Process(") {
			k.effect(Kill, v.row)
		}
		return none
	case "sql":
		return c.query(v)
	case "drop":
		last := v.name[strings.LastIndexByte(v.name, '.')+1:]
		chain := self.name()
		switch {
		case len(v.args) > 0 && last == "drop":
		case last == "drop" && c.lang != "python", last == "drop" && strings.Contains(chain, "["), last == "remove_all", last == "deleteAll":
			if len(v.args) == 0 {
				k.foundWhy(Discard, v.row, "all of it", k.src)
			}
		case last == "delete" && len(v.args) == 0 && (strings.Contains(chain, ".objects.all()") || strings.Contains(chain, "query()") && !strings.Contains(chain, "filter") && !strings.Contains(chain, "where") || strings.Contains(chain, "DB.table()") && !strings.Contains(chain, "where")):
			k.foundWhy(Discard, v.row, "all rows", k.src)
		case last == "delete" && c.lang == "python" && self.typ() == "module" && strings.Contains(chain, "objects"):
			k.foundWhy(Discard, v.row, "all rows", k.src)
		case last == "delete" && len(v.args) > 0 && v.at(0).isStr() && strings.Contains(v.arg(0).w.Text(), "://"):
			return c.fetch(v, false)
		}
		return none
	case "filewrite":
		c.written(self, v.arg(0))
		return self
	case "fileclose":
		if (self.mode() == "w" || self.mode() == "wb") && self.typ() == "file" && v.name == "file.close" {
			for _, p := range k.paths(c.word(self)) {
				if _, ok := k.files[p]; !ok && !c.namedFile(self) {
					k.emptied(lit(p), v.row+" (leaves nothing of it)", k.src)
				}
			}
		}
		if len(v.args) > 0 {
			c.written(self, v.arg(0))
		}
		return none
	case "fileread":
		if self.mode() == "r" || strings.Contains(self.mode(), "r") {
			return c.contentOf(self)
		}
		return none
	case "readline":
		return c.contentOf(v.arg(0))
	case "loadfile":
		return c.contentOf(v.arg(0))
	case "rbread":
		if a := v.arg(0); a.w.Known() && strings.HasPrefix(a.w.Text(), "|") {
			a.w.set(a.w.Text()[1:])
			return c.line(a, v)
		}
		c.judge("READ", v.arg(0), v)
		return c.contentOf(v.arg(0))
	case "phpcopy":
		if a := v.arg(0); strings.Contains(a.w.Text(), "://") {
			c.judge("URL", a, v)
		} else {
			c.judge("READ", a, v)
		}
		c.judge("WRITE", v.arg(1), v)
		return none
	case "phpread":
		a := v.arg(0)
		if a.typ() == "file" || a.typ() == "socket" {
			if a.typ() == "socket" {
				return c.result("download", v)
			}
			return c.contentOf(a)
		}
		if strings.HasPrefix(a.w.Text(), "php://stdin") {
			return hole("input", k.in.hidden())
		}
		if strings.Contains(a.w.Text(), "://") && !strings.HasPrefix(a.w.Text(), "file:") && !strings.HasPrefix(a.w.Text(), "php:") {
			c.judge("URL", a, v)
			if len(v.args) > 2 {
				c.sentData(v.arg(2), v)
			}
			return c.result("download", v)
		}
		c.judge("READ", a, v)
		return c.contentOf(a)
	case "rwrite":
		for i, a := range v.args {
			if i > 0 && a.isStr() && v.name != "cat" {
				c.judge("WRITE", a, v)
			}
		}
		if len(v.args) == 1 && hasName("sink ggsave pdf png", v.name) {
			c.judge("WRITE", v.arg(0), v)
		}
		if o, ok := v.option("file con path"); ok {
			c.judge("WRITE", o, v)
		}
		return none
	case "perlunlink":
		if len(v.args) == 0 && v.name == "unlink" {
			x := c.vars["$_"]
			c.judge("DELETE", x, v)
		}
		return none
	case "perlopen":
		return c.perlOpen(v)
	case "perlsysopen":
		flags := v.arg(2)
		kind := "READ"
		if strings.Contains(flags.w.Text()+flags.name(), "WR") || strings.Contains(flags.w.Text(), "O_") {
			kind = "WRITE"
		}
		c.judge(kind, v.arg(1), v)
		return none
	}
	return none
}

func pairValues(ps []pair) []val {
	var out []val
	for _, p := range ps {
		out = append(out, p.v)
	}
	return out
}

// namedFile reports whether an open file has a name, so that it may have been
// written to before it was closed.
func (c *code) namedFile(f val) bool {
	for _, v := range c.vars {
		if v.typ() == "file" && v.w.Text() == f.w.Text() {
			return true
		}
	}
	return false
}

// open judges the opening of a file by its mode.
func (c *code) open(p, mode val, v *invocation) val {
	m := "r"
	if o, ok := v.kw.get("mode flags"); ok {
		mode = o
	}
	switch {
	case mode.w.Known():
		m = mode.w.Text()
	case mode.w.hole() != "" && mode.typ() != "func" && mode.typ() != "dict":
		if s := mode.name() + mode.w.Text(); strings.Contains(s, "RDONLY") && !strings.Contains(s, "WR") && !strings.Contains(s, "CREAT") {
			m = "r"
		} else {
			m = "w"
		}
	}
	if v.name == "io.output" {
		m = "w"
	}
	if i := strings.LastIndexByte(m, ':'); i > 0 { // tarfile's w:gz
		m = m[:i]
	}
	if c.lang == "ruby" && p.w.Known() && strings.HasPrefix(p.w.Text(), "|") {
		p.w.set(p.w.Text()[1:])
		return c.line(p, v)
	}
	if c.lang == "ruby" && v.name == "open" && strings.Contains(p.w.Text(), "://") || strings.Contains(p.w.Text(), "://") && c.lang == "php" && !strings.HasPrefix(p.w.Text(), "php:") && !strings.HasPrefix(p.w.Text(), "file:") {
		c.judge("URL", p, v)
		return c.result("download", v)
	}
	out := p
	out.edit().typ = "file"
	out.edit().name = ""
	out.edit().recv = nil
	if p.typ() == "file" {
		return p
	}
	if p.w.Known() && !p.isStr() && isDigits(p.w.Text()) {
		out.edit().mode = "r"
		return out // a number: what is open already
	}
	if strings.HasPrefix(p.w.Text(), "php://") {
		out.edit().mode = "r"
		if p.w.Text() == "php://stdin" {
			return hole("input", c.k.in.hidden())
		}
		return out
	}
	writing := strings.ContainsAny(m, "wax+cWAC") && m != "rt"
	if writing {
		c.judge("WRITE", p, v)
		out.edit().mode = m
		if strings.Contains(m, "w") {
			for _, q := range c.k.paths(c.word(p)) {
				delete(c.k.files, q)
			}
		}
		if len(m) > 0 && m[0] == 'w' {
			out.edit().mode = "w"
		}
	} else {
		c.judge("READ", p, v)
		out.edit().mode = "r"
	}
	c.ret = out
	return out
}

// perlOpen reads the forms of Perl's open.
func (c *code) perlOpen(v *invocation) val {
	none := hole("result", flow{})
	if len(v.args) < 2 {
		return none
	}
	h, m := v.arg(0), v.arg(1)
	mode := strings.TrimSpace(m.w.Text())
	file := v.arg(2)
	three := len(v.args) > 2
	if strings.HasPrefix(mode, ">&") || strings.HasPrefix(mode, "<&") || strings.HasPrefix(mode, "+<&") {
		c.state.dup = true
		return none
	}
	bind := func(kind, fm string, p val) {
		c.judge(kind, p, v)
		p.edit().typ = "file"
		p.edit().mode = fm
		p.edit().name = ""
		name := h.name()
		if name == "" {
			name = h.w.hole()
		}
		c.vars[name] = p
		if strings.HasPrefix(h.w.hole(), "$") {
			c.vars[h.w.hole()] = p
		}
	}
	switch {
	case three && (mode == "-|" || mode == "|-"):
		if len(v.args) == 3 {
			return c.line(file, v)
		}
		return c.argvCall(val{as: &traits{typ: "list", list: v.args[2:]}}, v)
	case three && strings.Contains(mode, ">"), three && strings.Contains(mode, "+"):
		bind("WRITE", "w", file)
	case three:
		bind("READ", "r", file)
	case strings.HasPrefix(mode, "|") && language(strings.TrimSpace(mode[1:])) != "":
		c.k.foundWhy(RunBuilt, v.row, "what is printed to it is run", c.k.src)
		return none
	case strings.HasSuffix(mode, "|"):
		m.w.set(strings.TrimSuffix(mode, "|"))
		return c.line(m, v)
	case strings.HasPrefix(mode, "|"):
		m.w.set(mode[1:])
		return c.line(m, v)
	case strings.HasPrefix(mode, ">"), strings.HasPrefix(mode, "+"):
		m.w.set(strings.TrimSpace(strings.TrimLeft(mode, "+<>")))
		m.w.edit().stem = strings.TrimSpace(strings.TrimLeft(m.w.stem(), "+<>"))
		bind("WRITE", "w", m)
	default:
		m.w.set(strings.TrimSpace(strings.TrimLeft(mode, "<")))
		bind("READ", "r", m)
	}
	return none
}

// fetch judges a request over the network. A method of anything counts only
// where its first argument is an address.
func (c *code) fetch(v *invocation, maybe bool) val {
	k := c.k
	url := v.arg(0)
	verb := strings.ToLower(v.name[strings.LastIndexByte(v.name, '.')+1:])
	if (verb == "request" || verb == "stream") && len(v.args) > 1 && url.isStr() && !strings.Contains(url.w.Text(), "/") {
		verb = strings.ToLower(url.w.Text())
		url = v.arg(1)
	}
	if c.lang == "ruby" && len(v.args) > 1 && !strings.Contains(url.w.Text(), "/") && url.w.Known() {
		url.w.set("http://" + url.w.Text()) // Net::HTTP.get(host, path)
	}
	if o, ok := v.option("url uri"); ok && (url.typ() == "dict" || len(v.args) == 0) {
		url = o
	}
	if h, ok := v.option("host hostname"); ok && (url.typ() == "dict" || len(v.args) == 0) {
		url = h
	}
	if maybe {
		client := v.fn.recv() != nil && v.fn.recv().typ() == "socket"
		if client && len(v.args) > 1 {
			verb = strings.ToLower(v.arg(0).w.Text())
			if verb == "post" || verb == "put" || verb == "patch" || verb == "delete" {
				for _, a := range v.args[2:] {
					c.sentData(a, v)
				}
				k.effect(Send, v.row)
				c.state.sent = true
			}
			return c.result("download", v)
		}
		if !strings.Contains(url.w.Text(), "://") && !strings.Contains(url.w.stem(), "://") {
			out := hole("item", flow{})
			if v.fn.recv() != nil {
				f := carry(v.fn.recv().w.flow())
				out.w.edit().flow = f
				if v.fn.recv().typ() == "response" {
					out.edit().typ = "response"
				}
				if x, ok := v.fn.recv().get(v.arg(0).w.Text()); ok && v.arg(0).w.Text() != "" {
					return x
				}
			}
			out.edit().name = v.fn.name() + "()"
			return out
		}
	}
	if len(v.args) == 0 && len(v.kw.pairs()) == 0 {
		return c.result("download", v)
	}
	if url.typ() == "response" && url.w.hole() == "$response" && v.fn.recv() == nil {
		return url // urlopen(Request(…)): judged already
	}
	if m, ok := v.option("method type"); ok {
		verb = strings.ToLower(m.w.Text())
	}
	w := c.word(url)
	local := c.address(url, v)
	if !w.flow().secret() {
		k.values(v.row, []value{{kind: "URL", words: []Word{w}}})
	}
	sending := hasName("post put patch delete post_form sendbeacon", verb)
	data := func(x val) {
		if x.w.Text() == "" && x.w.hole() == "" || x.typ() == "func" || local {
			return
		}
		sending = true
		c.sentData(x, v)
	}
	for _, key := range [...]string{"data", "json", "files", "body", "content", "form", "params", "headers", "auth", "cookies"} {
		x, ok := v.option(key)
		if !ok || x.w.Text() == "None" {
			continue
		}
		switch key {
		case "headers", "auth", "cookies":
			s := x.w.flow().secret()
			for _, p := range x.pairs() {
				if p.v.w.flow().secret() && strings.Contains(p.v.w.flow().from(), "content of") && !local {
					k.foundWhy(Leak, v.row, p.v.w.flow().from(), k.src)
				}
				s = s || p.v.w.flow().secret() || looksSecret(p.v.w.Text())
			}
			for _, e := range x.list() {
				s = s || e.w.flow().secret()
			}
			if s && !local {
				k.effect(Secret, v.row)
			}
		case "params":
			if x.w.flow().secret() && len(x.pairs()) == 0 && !local {
				k.foundWhy(Leak, v.row, x.w.flow().from(), k.src)
			}
			for _, p := range x.pairs() {
				if p.v.w.flow().secret() && !local {
					if secretName(strings.ToUpper(p.key)) && p.v.mode() != "" {
						k.effect(Secret, v.row)
					} else {
						k.foundWhy(Leak, v.row, p.v.w.flow().from(), k.src)
					}
				}
			}
		default:
			data(x)
		}
	}
	second := v.arg(1)
	switch {
	case hasName("urllib.request.urlretrieve wget.download getstore download.file mirror ?.urlretrieve LWP::Simple::getstore", v.name):
		if len(v.args) > 1 || v.name != "wget.download" {
			if o, ok := v.option("destfile out"); ok {
				second = o
			}
			if second.w.hole() != "" || second.w.Known() {
				c.judge("WRITE", second, v)
				for _, p := range k.paths(c.word(second)) {
					k.files[p] = comes(markDownload, "what is fetched")
				}
			}
		}
	case hasName("urllib.request.urlopen urllib.request.Request urllib.urlopen", v.name) && len(v.args) > 1:
		data(second)
	case sending && len(v.args) > 1 && second.typ() != "func" && (second.typ() != "dict" || c.lang != "python" && !hasMethod(second)):
		data(second)
	}
	if sending && !local {
		c.state.sent = true
		e := Send
		if verb == "delete" {
			e = Rewrite
		}
		k.effect(e, v.row)
	}
	if local {
		return hole("response", flow{})
	}
	out := c.result("download", v)
	if !sending || verb == "" {
		out.w.edit().flow.mark(markSecret, false)
	}
	return out
}

func hasMethod(v val) bool {
	_, ok := v.get("method headers body")
	return ok
}

// ownSockets finds a connection to a socket of butler's, wherever among its
// arguments a call names it.
func (c *code) ownSockets(v *invocation) {
	check := func(a val) {
		if a.isStr() && c.k.isOwnSocket(a.w.Text()) {
			c.k.foundWhy(Tamper, v.row, "talks to "+a.w.Text(), c.k.src)
		}
	}
	for _, a := range v.args {
		check(a)
		for _, e := range a.list() {
			check(e)
		}
		if p, ok := a.get("path"); ok {
			check(p)
		}
	}
	if p, ok := v.option("Peer PeerAddr"); ok {
		check(p)
	}
}

// connect opens a connection to a host.
func (c *code) connect(h val, v *invocation) val {
	s := hole("socket", comes(markDownload, "a connection"))
	s.edit().typ = "socket"
	if len(h.list()) > 0 {
		h = h.list()[0]
	}
	host := h.w.Text()
	if h.w.Known() && !strings.Contains(host, "://") {
		host, _, _ = strings.Cut(host, ":")
	}
	if h.w.Known() && (isLoopback(hostOf(host)) || strings.HasPrefix(host, "/")) {
		c.k.effect(Loopback, v.row)
		if strings.Contains(host, "/butler") {
			c.k.foundWhy(Tamper, v.row, "talks to "+host, c.k.src)
		}
		s.edit().mode = "local"
		s.w.edit().flow = flow{}
		return s
	}
	c.k.effect(Fetch, v.row)
	c.state.socket, c.state.fetched = true, true
	if h.w.flow().secret() {
		c.k.foundWhy(Leak, v.row, h.w.flow().from(), c.k.src)
	}
	return s
}

// query judges the text of a query, where there is one.
func (c *code) query(v *invocation) val {
	a := v.arg(0)
	out := hole("rows", flow{})
	out.edit().name = v.fn.name() + "()"
	if !a.isStr() || a.w.Text() == "" {
		return out
	}
	first, _, _ := strings.Cut(strings.TrimLeft(strings.ToLower(a.w.Text()), " \t\r\n(;"), " ")
	if listed(" select with insert update delete drop truncate alter create grant revoke explain merge replace vacuum pragma begin copy ", strings.TrimSpace(first)) {
		if a.w.Known() {
			c.k.sql(textFlow(a.w.Text()), v.row)
		} else {
			c.k.sql(textFlow(strings.ReplaceAll(a.w.Text(), "$", "p_")), v.row)
		}
	}
	return out
}

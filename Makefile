# guard & butler. make help lists the targets.

PREFIX ?= $(HOME)/.local
YES ?=
# A number of runs, not of seconds: where the time ends within a run, go test
# (1.26) sometimes calls that a failure ("context deadline exceeded").
FUZZTIME ?= 10000x
GO ?= go
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

export CGO_ENABLED ?= 0
# Functions are not inlined: the file is a tenth smaller. No difference in the
# time of a hook call was seen (2026-11-30). What guard verify and guard stats
# spend their time in is, or they take 1.7 times as long; it adds 20 KB.
# Functions start at any byte that the processor can start at, instead of at
# multiples of 32: 2 % less.
BUILD = $(GO) build -trimpath -ldflags='-s -w -funcalign=1' -gcflags=all=-l $(foreach p,guard/audit/... golang.org/x/mod/... crypto/...,-gcflags='$p=')
CMDS = $(notdir $(patsubst %/main.go,%,$(wildcard cmd/*/main.go)))

# cgo, which the race detector needs, works where a C compiler does.
CC_WORKS = $(shell command -v $${CC:-cc} >/dev/null 2>&1 && echo yes)

.DEFAULT_GOAL := help
.PHONY: help build install test test-more vet vet-more lint unit storm race race-guard race-butler fuzz fuzz-guard fuzz-butler confirm e2e screenshots bench soak deps index release clean

help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-11s %s\n", $$1, $$2}'

OUT ?= bin
build: ## static binaries into ./bin (OUT=DIR: into another folder; CMDS=guard: guard alone)
	$(BUILD) -o '$(OUT)/' $(addprefix ./cmd/,$(CMDS))

install: ## build, put into PREFIX/bin, register with the clients, show it work (YES=1 does not ask)
	@mkdir -p bin
	$(BUILD) -o bin/ $(addprefix ./cmd/,$(CMDS))
	@mkdir -p '$(PREFIX)/bin'
	@for c in $(CMDS); do \
		cp "bin/$$c" "$(PREFIX)/bin/.$$c.new" && mv -f "$(PREFIX)/bin/.$$c.new" "$(PREFIX)/bin/$$c" && echo "installed $(PREFIX)/bin/$$c"; \
	done
	@case ":$$PATH:" in *":$(PREFIX)/bin:"*) ;; *) echo "note: $(PREFIX)/bin is not on PATH; the hooks name guard by its full path and do not need it" ;; esac
	@'$(PREFIX)/bin/guard' install $(if $(YES),--yes)

test: vet lint unit storm race fuzz-guard ## everything that needs no client and no root
	@echo 'all tests passed'

# What make test leaves out to stay within ten minutes. CI runs both.
test-more: vet-more race-guard fuzz-butler ## the rest of vet, race and fuzz, but race-butler

vet: ## go vet, of guard for darwin too
	$(GO) vet ./...
	GOOS=darwin $(GO) vet ./audit/... ./classify/... ./coord/... ./grants ./hookio/... ./internal/... ./sdk ./cmd/guard/

# In a fresh clone this builds two more standard libraries, a database and what
# drives a browser.
vet-more: ## go vet of butler for darwin, of guard for windows, and of what stands behind build tags
	GOOS=darwin $(GO) vet ./...
	GOOS=windows $(GO) vet ./cmd/guard/
	$(GO) vet -tags e2e ./cmd/guard/e2e/ ./butler/web/e2e/ ./butler/hub/e2e/
	$(GO) vet -tags confirm ./classify/

lint: ## gofmt and staticcheck
	@bad=$$(gofmt -l $$(git ls-files '*.go' 2>/dev/null || find . -name '*.go')); [ -z "$$bad" ] || { echo "gofmt -w $$bad"; exit 1; }
	$(GO) run $(STATICCHECK) ./...

unit: ## unit tests, fixtures, testscripts, properties
	$(GO) test ./...

storm: ## two thousand writers of one log, most of them killed
	GUARD_STORM=2000 $(GO) test ./audit -run '^TestKillStorm$$' -count=1 -v

# What starts guard as a program of its own, or builds it, says nothing of races.
ALONE = TestHooks|TestDeps|TestImports|TestPackageDocs|TestSize|TestNoMethodByName|TestHostileLines|TestLive.*|TestAction.*|TestPreCommitHooks|TestRemind.*|TestNoContact|TestSecretsStayOut|TestTerminals
# Under the race detector programs begin several times as slowly, and butler's
# tests begin many: they are a target of their own, to be run before a release.
race: ## the packages of guard under the race detector, where a C compiler is
ifeq ($(CC_WORKS),yes)
	CGO_ENABLED=1 $(GO) test -race -short ./audit/... ./grants ./hookio/... ./coord/...
else
	@echo 'race: there is no C compiler, so the race detector cannot run; everything else was tested'
endif

race-guard: ## the guard command under the race detector (needs a C compiler)
	CGO_ENABLED=1 $(GO) test -race -short -skip '^($(ALONE))$$' ./cmd/guard/

race-butler: ## butler's packages under the race detector (needs a C compiler; minutes)
	CGO_ENABLED=1 $(GO) test -race -short $(addprefix ./butler/,db inbox daemon notify procs runs spool host hub web) ./cmd/butler

FUZZ_GUARD = classify:FuzzLine audit:FuzzParseLink audit:FuzzMembers audit/redact:FuzzString hookio:FuzzRead coord:FuzzRequests coord:FuzzAnswer
FUZZ_BUTLER = internal/scripted:FuzzReadRequest butler/inbox:FuzzReadDecision butler/workdir:FuzzParse butler/ext:FuzzManifest butler/runs:FuzzTail butler/hub:FuzzGreeting sdk:FuzzParseMessage
run-fuzz = set -e; for f in $(1); do echo "fuzz $$f"; $(GO) test "./$${f%:*}" -run '^$$' -fuzz "^$${f\#*:}\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x; done

fuzz: fuzz-guard fuzz-butler ## each fuzzer for FUZZTIME (10000x runs; 10m is a time)

fuzz-guard: ## guard's fuzzers alone
	@$(call run-fuzz,$(FUZZ_GUARD))

fuzz-butler: ## butler's fuzzers alone
	@$(call run-fuzz,$(FUZZ_BUTLER))

confirm: ## compare the flag tables with the --help and manuals of the programs here (minutes)
	$(GO) test -tags confirm ./classify -run '^TestConfirm$$' -count=1 -v -timeout 30m

e2e: ## drive the real clients (npm installs them into .clients) and the dashboard in chromium
	bash .ci/clients
	bash .ci/e2e ./cmd/guard/e2e 30m
	bash .ci/mcp
	bash .ci/e2e ./butler/hub/e2e 20m
	bash .ci/axe
	bash .ci/e2e ./butler/web/e2e 20m

screenshots: ## make the pictures of the dashboard anew
	SHOTS=$(CURDIR)/docs/screenshots $(GO) test -tags e2e -count=1 ./butler/web/e2e -run TestScreenshots

bench: ## print speeds and ratios; nothing is judged
	$(GO) test ./classify ./audit/... -run '^$$' -bench . -benchmem
	$(GO) test ./cmd/guard -run '^$$' -bench . -benchtime 200x
	$(GO) test ./butler/hub -run '^$$' -bench . -benchtime 500x

soak: ## the long tests: ten thousand writers, a tear at each byte twice, 3000 restarts of 50 extensions
	GUARD_SOAK=20 $(GO) test ./audit/... -count=1 -timeout 2h
	HUB_SOAK=1000 $(GO) test ./butler/hub -run '^TestSoak$$' -count=1 -v -timeout 2h
	BUTLER_SOAK=3000 $(GO) test ./butler/host -run '^TestSoak$$' -count=1 -v -timeout 2h

deps: ## rewrite the list of what cmd/guard links; a diff needs a reason
	UPDATE=1 $(GO) test ./cmd/guard -run TestDeps -count=1

index: ## rewrite the index of the tables, after a program was added
	UPDATE=1 $(GO) test ./classify -run TestIndex -count=1

release: ## static binaries for every system into ./dist, with checksums
	@rm -rf dist && mkdir -p dist
	@set -e; for t in linux/amd64 linux/arm64 darwin/amd64 darwin/arm64; do \
		echo "dist: $$t"; GOOS=$${t%/*} GOARCH=$${t#*/} $(BUILD) -o "dist/$${t%/*}-$${t#*/}/" $(addprefix ./cmd/,$(CMDS)); \
	done
	@echo 'dist: windows/amd64 (guard alone, not tested)'; GOOS=windows GOARCH=amd64 $(BUILD) -o dist/windows-amd64/ ./cmd/guard
	@cd dist && find . -type f | sort | xargs sha256sum > SHA256SUMS && cat SHA256SUMS

clean: ## remove what the other targets made
	rm -rf bin dist

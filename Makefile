# Every target does its own set-up: packages on Debian, nothing twice, no questions.
SHELL := /bin/bash
.DEFAULT_GOAL := help

SWIFT ?= swift
# The C++ library that Swift's runtime needs is linked in, which saves a megabyte of memory at run time. The linker
# takes the archive, since nothing else has its name in the first folder that it searches.
STATIC := .build/static
# Packed, the addresses that the loader puts right take 9 KB to read instead of a megabyte. It needs glibc 2.36 and a
# linker that can.
PACKED := $(shell getconf GNU_LIBC_VERSION 2>/dev/null | awk '$$2 >= 2.36 { exit 1 }' || \
  ! ld.bfd --help 2>/dev/null | grep -q pack-relative-relocs || \
  echo -Xswiftc -use-ld=bfd -Xlinker -z -Xlinker pack-relative-relocs)
RELEASE := -c release --static-swift-stdlib $(if $(filter Linux,$(shell uname)),-Xlinker -L$(CURDIR)/$(STATIC) $(PACKED))
BINARY := .build/release/shutterbox
FUZZ_SECONDS ?= 120
PHOTOS ?= ../shared/corpus/photos
# The linker that Swift takes on Debian stumbles over the sanitizers.
LINKER := $(if $(filter Linux,$(shell uname)),-Xswiftc -use-ld=lld)
# The address sanitizer's runtime holds that of the undefined-behaviour sanitizer, so one build has both.
MEMORY_CHECKS := --scratch-path .build/sanitize --sanitize=address -Xcc -fsanitize=undefined \
  -Xcc -fno-sanitize-recover=all $(LINKER)
THREAD_CHECKS := --scratch-path .build/threads --sanitize=thread $(LINKER)
# The search for deadlocks fails inside Swift Testing, and then hangs.
THREAD_OPTIONS := detect_deadlocks=0:suppressions=$(CURDIR)/Tests/races.supp
export SWIFT_BACKTRACE ?= enable=no
# How many tests run at once, where Swift Testing knows the variable. Most wait for programs and servers; if all of them began at
# once, what one does next would wait for minutes behind the beginnings of the others.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= 6

.PHONY: help
help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: build
build: ## Build the release binary at .build/release/shutterbox
	@Scripts/setup build
	@mkdir -p $(STATIC); archive=$$(gcc -print-file-name=libstdc++.a 2>/dev/null); \
	  if [ -e "$$archive" ]; then ln -sf "$$archive" $(STATIC)/; fi
	$(SWIFT) build $(RELEASE) --product shutterbox

.PHONY: demo
demo: build ## Prepare the bundled photo and show what that saved and removed
	$(SWIFT) build $(RELEASE) --product DemoPhoto
	.build/release/DemoPhoto demo/photo.jpg
	$(BINARY) prepare --overwrite -o demo/prepared demo/photo.jpg
	$(BINARY) inspect demo/photo.jpg demo/prepared/photo.jpg

.PHONY: test
test: ## Run every test
	@Scripts/setup test
	@$(MAKE) --no-print-directory apple-sdk
	$(SWIFT) build --build-tests -Xswiftc -warnings-as-errors
	$(SWIFT) test --skip-build --disable-xctest

.PHONY: apple-sdk
apple-sdk: ## Compile and try what is for Apple's systems against modules that stand for theirs (part of test)
	$(if $(filter Darwin,$(shell uname)),@echo "Apple's own SDK takes its place here",\
	  cd Tests/AppleSDK && $(SWIFT) build --build-tests -Xswiftc -warnings-as-errors && \
	  $(SWIFT) test --skip-build --disable-xctest -Xswiftc -warnings-as-errors)

.PHONY: keep
keep: build ## Keep every photo of PHOTOS as HEIC and look at the copies with other programs
	@Scripts/setup test
	/usr/bin/python3 Tests/Keeping/keep_photos.py $(BINARY) $(PHOTOS)

.PHONY: test-oracles
test-oracles: build ## Compare `cost` with the image processors of transformers (PyPI) at 1000 random sizes
	@cmp -s Tests/Oracles/requirements.txt .build/oracles/installed.txt || { python3 -m venv .build/oracles && \
	  .build/oracles/bin/pip install --quiet --disable-pip-version-check -r Tests/Oracles/requirements.txt && \
	  cp Tests/Oracles/requirements.txt .build/oracles/installed.txt; }
	.build/oracles/bin/python Tests/Oracles/vision_cost.py $(BINARY)

.PHONY: crash
crash: ## Kill the program, and fail its calls, at every point where it changes the disk (Linux)
	@Scripts/setup test
	$(SWIFT) build --build-tests
	SHUTTERBOX_ALL_FAULTS=1 $(SWIFT) test --skip-build --disable-xctest --filter FaultInjectionTests

.PHONY: cuts
cuts: build ## Send over a network that loses packets and is cut again and again (Linux, as root)
	@Scripts/setup test
	/usr/bin/python3 Tests/NetworkCut/send_across_cuts.py

.PHONY: sanitize
sanitize: ## Run every test under the address, undefined-behaviour (C code) and thread sanitizers
	@Scripts/setup test
	$(SWIFT) build --build-tests $(MEMORY_CHECKS)
	LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/leaks.supp $(SWIFT) test --skip-build --disable-xctest $(MEMORY_CHECKS)
	$(SWIFT) build --build-tests $(THREAD_CHECKS)
	TSAN_OPTIONS=$(THREAD_OPTIONS) $(SWIFT) test --skip-build --disable-xctest $(THREAD_CHECKS)

.PHONY: bench
bench: build ## Compare with other programs, side by side in one run
	@Scripts/setup bench
	$(SWIFT) build $(RELEASE) --product DemoPhoto
	$(SWIFT) build $(RELEASE) --product CaptureBenchmark
	/usr/bin/python3 Benchmarks/bench.py $(BENCH)

.PHONY: fuzz
fuzz: ## Fuzz each container and decoder, FUZZ_SECONDS each (default 120)
	@Scripts/setup test
	Fuzz/run $(FUZZ_SECONDS)

.PHONY: docs
docs: ## Make the documentation of what apps import, in .build/docs; a warning is an error
	@Scripts/setup build
	Scripts/docs

.PHONY: lint
lint: ## Check the formatting of all Swift code
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests Examples Benchmarks $(wildcard Fuzz)

.PHONY: format
format: ## Format all Swift code
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests Examples Benchmarks $(wildcard Fuzz)

.PHONY: clean
clean: ## Remove everything that was built or made
	rm -rf .build demo Benchmarks/out Fuzz/.build Fuzz/corpus

package main

import "guard/internal/build"

func version() string { return build.Version() }

module example

go 1.26.0

require guard v0.0.0

require (
	github.com/gofrs/flock v0.13.2 // indirect
	golang.org/x/mod v0.43.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
)

replace guard => ../..

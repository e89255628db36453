// Package runs is the bounded commands of extensions: it starts one, gives it
// its arguments, ends it when its time is over, and keeps what became of it.
//
// Promise: a run ends within its time and a short grace, and nothing of it is
// left then. Its output is kept within its bound, the end of it, with secrets
// masked. Every run that was started is in the database before it runs, and a
// run that a crash of butler cut off is told as lost, never as done. Runs at
// the same time are bounded, over all and for each extension; one too many is
// refused at once.
//
// Limit: a run is not started again by itself. That it ended with status 0 is
// what its program says of itself.
package runs

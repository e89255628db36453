// Package notify tells the owner, through a program of their choice, that
// something waits for them.
//
// The program is notification.command of butler.json: words, never a shell line.
// It gets one JSON object on standard input, {"v":1,"event":"waits",
// "ref":"B-7F3K","rule":"git push"}, and nothing that could be secret or that a
// model wrote. Status 0 means that it was delivered.
//
// Promise: nobody waits for a notification. What could not be delivered stays in
// an outbox on the disk and is sent in its order: the first failure stops the
// round, and each delivery is noted before the next begins. The outbox holds 50;
// then the oldest is dropped, and that is said. After a day an entry is dropped.
// The program has 10 s and a process group of its own, and no process of it is
// left when its time is over. A notification approves nothing.
//
// Limit: a crash between a delivery and its note sends it again. A process that
// leaves the group of the program is not followed.
package notify

// Package inbox keeps what waits for the owner: calls that guard holds, tool
// calls of butler's own, choices and texts to be edited. It is the one place in
// which a person's yes or no becomes true.
//
// Who has something that needs a person calls [Inbox.Submit]; who can wait for
// the answer submits with a [Try] that holds, and gets a [Hold]. Who shows the
// inbox uses [Inbox.List], [Inbox.Get] and [Inbox.Subscribe]. Who decides calls
// [Inbox.Prepare], shows the item it returns, and sends what the owner said with
// the token to [Inbox.Decide].
//
//	                submit again: same item, attempts+1
//	submit ─▶ PENDING ─approve─▶ APPROVED ─used─▶ CONSUMED
//	             │                  ├─its time is over─▶ LAPSED
//	             │                  └─taken back─▶ REVOKED
//	             ├─deny─▶ DENIED        for 10 min the same call is answered with it
//	             ├─24 h, 30 min where nobody attends─▶ EXPIRED
//	             └─answered elsewhere, session over─▶ WITHDRAWN
//
// Promise: only a decision whose member approved is the JSON true, sent with the
// token of the very revision and content that was shown, moves an item to
// APPROVED. Time, silence, a restart and whatever cannot be read never do. Of
// any number of deciders one wins, and the others are told who. Each arrow is one
// conditional UPDATE with its event in the same transaction; the event is in
// guard's log before a yes has any effect. A yes has one effect: the one that
// holds is answered, or else one once-grant is made, which the unchanged retry
// uses up even where butler is not there. A yes that reaches beyond the one call
// owes its grants from the same transaction on: they are made once, at the latest
// by the next butler. A crash at any point costs at most the yes. A row that cannot be read is flagged and stands in nobody's way.
//
// Limit: the inbox believes its caller about who decides; the terminal, the
// ancestors of a process and the dashboard's session are looked at before. A
// process of the same user can write the database. A yes that was given to a
// guard which died in the same moment is used up, and the agent asks anew. Grants
// that are still owed 23 hours after the yes are not made: nobody could tell any
// more that they had not been made and revoked. What was shown for a decision is
// to be shown again after a restart.
package inbox

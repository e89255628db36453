// Package web is butler's page and its API for programs of this machine: the
// gate that every request passes, the owner's sessions, the routes, one stream
// of events, and the files of the dashboard.
//
// Promise: it listens on the loopback interface alone. A request is looked at in
// this order, and the first fault answers it: the name that it calls butler by
// ([gate.host]), the page that it comes from, the token, the size, the content.
// Nothing but the page's own files, /healthz and the exchange of a ticket is to
// be had without a token; no token is ever in an address, a cookie, a log or an
// answer but the one that made it. What decides needs besides a page of butler's
// own in the browser: its Origin, its Sec-Fetch-Site and the header
// X-Butler-Review. The page runs no script but the files of this package, and
// makes no text into markup.
//
// Limit: a program of the same user can read that user's files and drive their
// browser; the page cannot tell it from them. SECURITY.md says what follows.
package web

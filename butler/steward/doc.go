// Package steward says who may do what to butler itself: to its extensions, its
// settings, its inbox, and to what guard keeps. There is one table, and every
// door (the owner's socket, the dashboard's API, MCP) asks it.
//
// Promise: the answer comes from the table and from who was let in, which the
// door found out by itself; nothing that the caller says counts. A verb that is
// not in the table, and a caller that is not known, are refused. A second table
// can only make the first one stricter. The same question is asked again when
// something is carried out, never answered from before.
//
// Limit: it guards butler's doors. What a program of the same user does to the
// files behind them is guard's affair, and the system's.
package steward

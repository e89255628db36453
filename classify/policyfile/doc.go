// Package policyfile reads guard's policy files: TOML that changes the tables
// of package classify and how guard answers. docs/policy.md has every key.
//
// Promise: a file is taken whole or not at all. An unknown key, a wrong type, a
// wrong name or a row that does not parse is an error with the file, the line
// and what was expected, and an error never loosens anything: the caller denies
// until it is mended. Of several files the administrator's stands over the
// person's, and theirs over the project's; a project's file that nobody has
// trusted only makes guard stricter, and what it wants besides is withheld.
//
// Limit: it reads what a policy is. Where the files lie, who may write them and
// whether a person has trusted one is the caller's to know.
package policyfile

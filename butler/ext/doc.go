// Package ext finds the extensions of an instance and reads their manifests:
// tools and services, which are programs that butler keeps running, and
// faculties, which are sets of bounded commands and reports.
//
// Promise: a broken manifest hurts no other extension and is told under its
// folder's name, with every fault at its line. What is shown to others holds no
// command and no environment: it has types of its own, without such members. A
// secret comes from butler's own environment by ${env:NAME} and stands in no
// manifest; no word of a command is read by a shell. Reading is bounded: 1000
// folders a scan root, 1 MiB a manifest.
//
// Limit: extensions are programs of the same user and may do what that user
// may. A manifest says what will be run, and nothing about what that does.
package ext

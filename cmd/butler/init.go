package main

import (
	"fmt"
	"os"

	"guard/butler/workdir"
)

type initCmd struct {
	Dir  string `arg:"" optional:"" type:"path" help:"The folder (default: BUTLER_HOME, else ~/.butler)."`
	JSON bool   `name:"json" help:"Print what was made as one JSON object."`
}

func (c initCmd) Help() string {
	return `Makes an instance: butler.json, the folders for tools, services, faculties and cards, and the JSON
Schemas for an editor. A folder that holds a butler.json is left as it is, and no file that is
there is ever overwritten.

Examples:
  butler init
  BUTLER_HOME=~/extensions butler init`
}

func (c initCmd) Run() error {
	dir := c.Dir
	if dir == "" {
		var err error
		if dir, err = workdir.Home(os.Getenv); err != nil {
			return err
		}
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	made, err := workdir.Init(dir, program)
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(struct {
			Home string   `json:"home"`
			Made []string `json:"made"`
		}{dir, append([]string{}, made...)})
	}
	if len(made) == 0 {
		fmt.Printf("%s holds an instance already; nothing was changed\n", dir)
		return nil
	}
	fmt.Printf("made %s, with %s\n", dir, plural(len(made), "file", "files"))
	fmt.Println("put extensions into tools, services and faculties; docs/extensions.md says how\nbutler serve runs them")
	return nil
}

type schemaCmd struct {
	Name string `arg:"" enum:"root,extension" help:"root (butler.json of the instance) or extension."`
}

func (c schemaCmd) Help() string {
	return "Prints the JSON Schema (2020-12) that butler holds a butler.json to."
}

func (c schemaCmd) Run() error {
	text, err := workdir.Schema(c.Name)
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(text)
	return err
}

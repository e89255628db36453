package main

import (
	"context"
	"fmt"
	"os"

	"guard/butler/daemon"
	"guard/butler/db"
	"guard/coord"
)

type dbCmd struct {
	Backup backupCmd `cmd:"" help:"Write a whole copy of the database."`
	Check  checkCmd  `cmd:"" help:"Read all of the database and say what is wrong with it."`
}

type backupCmd struct {
	To string `arg:"" type:"path" help:"The file to write; it must not be there yet."`
}

func (c backupCmd) Help() string {
	return `The copy is of one moment, also while butler runs. To go back to it: stop butler, put it in the
place of ~/.local/state/butler/butler.db, remove butler.db-wal and butler.db-shm, start butler.`
}

func (c backupCmd) Run() error {
	d, err := look()
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Backup(context.Background(), c.To); err != nil {
		return err
	}
	fmt.Printf("%s is a copy of %s\n", c.To, d.Path())
	return nil
}

type checkCmd struct {
	JSON bool `name:"json" help:"Print what was found as one JSON array of sentences."`
}

func (c checkCmd) Help() string {
	return "The exit status is 1 where something is wrong. Nothing is changed, and butler may run meanwhile."
}

func (c checkCmd) Run() error {
	d, err := look()
	if err != nil {
		return err
	}
	defer d.Close()
	found, err := d.Check(context.Background())
	if err != nil {
		return err
	}
	if c.JSON {
		if err := printJSON(append([]string{}, found...)); err != nil {
			return err
		}
	} else if len(found) == 0 {
		fmt.Printf("%s is sound\n", d.Path())
	} else {
		for _, f := range found {
			fmt.Println(f)
		}
	}
	if len(found) > 0 {
		return status(exitFailed)
	}
	return nil
}

func look() (*db.DB, error) {
	p, err := coord.Find(os.Getenv)
	if err != nil {
		return nil, err
	}
	return db.Look(context.Background(), daemon.Database(p), daemon.Rooms()...)
}

package cli

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
)

// parse reads args and fills the verbs in. The context is there for an error too,
// and says how far it came. A call for help is not checked any further.
func parse(k *kong.Kong, args []string) (*kong.Context, error) {
	ctx, err := kong.Trace(k, args)
	if err == nil {
		err = ctx.Error
	}
	if err != nil || asksForHelp(ctx) {
		return ctx, err
	}
	if err := ctx.Reset(); err != nil {
		return ctx, err
	}
	if err := ctx.Resolve(); err != nil {
		return ctx, err
	}
	if _, err := ctx.Apply(); err != nil {
		return ctx, err
	}
	return ctx, check(ctx)
}

// check holds what was given to the tags: values to their enum, and nothing that
// is required is missing.
func check(ctx *kong.Context) error {
	if err := checkValues(ctx); err != nil {
		return err
	}
	for _, p := range ctx.Path {
		if err := checkFlags(p.Flags); err != nil {
			return err
		}
	}
	n := ctx.Selected()
	if n == nil {
		n = ctx.Model.Node
	}
	return checkRest(n)
}

// checkValues looks at the values of each verb on the way to the one selected: at
// all of them that were given or have a default.
func checkValues(ctx *kong.Context) error {
	for _, p := range ctx.Path {
		if p.Node() == nil {
			continue
		}
		for _, v := range p.Node().Values() {
			if v.Enum == "" || v.Required && !v.HasDefault && !v.Set {
				continue
			}
			if err := checkEnum(v, v.Target); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkEnum(v *kong.Value, target reflect.Value) error {
	if target.Kind() == reflect.Slice {
		for i := range target.Len() {
			if err := checkEnum(v, target.Index(i)); err != nil {
				return err
			}
		}
		return nil
	}
	may := v.EnumSlice()
	got := fmt.Sprint(target.Interface())
	if slices.Contains(may, got) {
		return nil
	}
	for i := range may {
		may[i] = strconv.Quote(may[i])
	}
	return fmt.Errorf("%s must be one of %s but got %q", v.ShortSummary(), strings.Join(may, ","), got)
}

func checkFlags(flags []*kong.Flag) error {
	var missing []string
	for _, f := range flags {
		if f.Required && !f.Set {
			missing = append(missing, f.Summary())
		}
	}
	if len(missing) == 0 {
		return nil
	}
	slices.Sort(missing)
	return fmt.Errorf("missing flags: %s", strings.Join(missing, ", "))
}

// checkRest says which operands of n are missing, or which verbs could follow a
// verb that does nothing alone.
func checkRest(n *kong.Node) error {
	var operands []string
	for _, v := range n.Positional {
		if v.Required && !v.Set {
			operands = append(operands, v.Summary())
		}
	}
	var missing []string
	if len(operands) > 0 {
		missing = append(missing, strconv.Quote(strings.Join(operands, " ")))
	}
	for _, child := range n.Children {
		if !child.Hidden && !runs(n) {
			missing = append(missing, strconv.Quote(child.Name))
		}
	}
	switch {
	case len(missing) == 0:
		return nil
	case len(missing) == 1:
		return fmt.Errorf("expected %s", missing[0])
	case len(missing) > 5:
		missing = append(missing[:5], "...")
	}
	return fmt.Errorf("expected one of %s", strings.Join(missing, ", "))
}

// known refuses the tags that parse does not know, and verbs that cannot run: a
// mistake in a program, which each of its calls and tests then shows.
func known(n *kong.Node) error {
	var errs []error
	for _, v := range n.Values() {
		if t := v.Tag; t != nil && (len(t.Xor) > 0 || len(t.And) > 0 || len(t.Envs) > 0 || len(t.LastWins) > 0) {
			errs = append(errs, fmt.Errorf("cli: %s of %s: the tags xor, and, env and lastwins are not known", v.Name, n.FullPath()))
		}
	}
	if len(n.Children) == 0 && !runs(n) {
		errs = append(errs, fmt.Errorf("cli: %s has no method Run", n.FullPath()))
	}
	for _, child := range n.Children {
		if child.Type != kong.CommandNode {
			errs = append(errs, fmt.Errorf("cli: %s is no command", child.FullPath()))
			continue
		}
		errs = append(errs, known(child))
	}
	return errors.Join(errs...)
}

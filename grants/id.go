package grants

import (
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
)

// letters are Crockford's 32: none that could be taken for another.
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

const (
	idLetters  = 10 // 50 bits
	refLetters = 4  // 20 bits, unique among the calls that wait
	minPrefix  = 4  // the least of an id that a person may type
)

// Letters returns n letters by chance, for an id or for a person to type.
func Letters(n int) string {
	b := make([]byte, n)
	rand.Read(b) // it never fails
	for i := range b {
		b[i] = letters[b[i]%32]
	}
	return string(b)
}

// Normal is text as people may type it, in the letters of ids: any case, O for
// 0, I and L for 1.
func Normal(text string) string {
	text = strings.ToUpper(strings.TrimSpace(text))
	return strings.NewReplacer("O", "0", "I", "1", "L", "1").Replace(text)
}

func validID(s string) bool { return len(s) == idLetters && strings.Trim(s, letters) == "" }

func validRef(s string) bool {
	r, ok := strings.CutPrefix(s, "G-")
	return ok && len(r) == refLetters && strings.Trim(r, letters) == ""
}

// pick returns the one of ids that begins with the letters typed.
func pick(what, typed string, ids []string) (string, error) {
	p := Normal(typed)
	switch {
	case strings.HasPrefix(strings.ToUpper(typed), "B-"):
		return "", fmt.Errorf("%w: %s waits in butler\nbutler approve %[2]s", ErrNotFound, strings.ToUpper(typed))
	case len(strings.TrimPrefix(p, "G-")) < minPrefix:
		return "", fmt.Errorf("%w: give at least %d letters of the %s's name", ErrNotFound, minPrefix, what)
	}
	var found []string
	for _, id := range ids {
		if strings.HasPrefix(id, p) || strings.HasPrefix(strings.TrimPrefix(id, "G-"), p) {
			found = append(found, id)
		}
	}
	switch len(found) {
	case 0:
		return "", fmt.Errorf("%w: no %s begins with %s", ErrNotFound, what, p)
	case 1:
		return found[0], nil
	}
	slices.Sort(found)
	return "", fmt.Errorf("%w with %s: %s", ErrAmbiguous, p, strings.Join(found, ", "))
}

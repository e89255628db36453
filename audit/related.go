package audit

import (
	"bytes"
	"errors"
	"strconv"
)

// nearby is how many records behind a decision are searched for what became of it.
const nearby = 20_000

var errEnough = errors.New("audit: enough")

// Related returns the decision that r belongs to, or the records that belong to
// the decision r, up to its result; what stands more than 20,000 records behind it
// is not found.
func Related(dir string, r Record) (out []Record, err error) {
	if r.Ref > 0 {
		line, err := Find(dir, r.Ref)
		if err != nil || line == nil {
			return nil, err
		}
		of, err := ParseRecord(line)
		return []Record{of}, err
	}
	if r.Type != TypeDecision {
		return nil, nil
	}
	ref, call := []byte(`"ref":`+strconv.FormatUint(r.Seq, 10)), []byte(r.Call)
	n := 0
	_, err = Since(dir, Position{Seq: r.Seq}, func(line []byte) error {
		if n++; n > nearby {
			return errEnough
		}
		if !bytes.Contains(line, ref) && (r.Call == "" || !bytes.Contains(line, call)) {
			return nil
		}
		next, err := ParseRecord(line)
		if err != nil {
			return nil // not a record of this version: it says nothing of this call
		}
		if next.Ref == r.Seq || r.Call != "" && next.Call == r.Call {
			if out = append(out, next); next.Type == TypeResult {
				return errEnough
			}
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return out, err
}

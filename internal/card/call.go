package card

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/tidwall/gjson"

	"guard/classify"
	"guard/grants"
	"guard/hookio"
)

// HashLimit bounds what is hashed for one call, in bytes.
const HashLimit = 64 << 20

// Judge classifies the call, and returns what the log shows of it.
func Judge(req *hookio.Request, sc *classify.Scene, p *classify.Policy) (classify.Result, string, error) {
	if req.Shell() {
		line, ok := req.Command()
		if !ok {
			return classify.Result{}, "", fmt.Errorf("%s was called without a command", req.Tool)
		}
		return classify.Line(line, sc, p), line, nil
	}
	if req.Tool == "" {
		return classify.Result{}, "", errors.New("the call names no tool")
	}
	return classify.Tool(req.Tool, req.Input, sc, p), ToolLine(req), nil
}

// ToolLine is what the log shows of a call that is no shell line: the operand
// that says most.
func ToolLine(req *hookio.Request) string {
	for _, key := range []string{"file_path", "notebook_path", "path", "url", "command", "query", "pattern", "description", "prompt"} {
		if v := gjson.GetBytes(req.Input, key); v.Type == gjson.String {
			return v.String()
		}
	}
	return string(req.Input)
}

// LineOf is the operand of a call that says most, see ToolLine.
func LineOf(s grants.Subject) string {
	for _, f := range s.Fields {
		switch f.Name {
		case "command":
			return gjson.Parse(f.Raw).String()
		case "":
			return ToolLine(&hookio.Request{Input: []byte(f.Raw)})
		}
	}
	return s.Tool
}

// inputOf is the tool's input as far as it has an effect.
func inputOf(s grants.Subject) []byte {
	if len(s.Fields) == 1 && s.Fields[0].Name == "" {
		return []byte(s.Fields[0].Raw)
	}
	out := []byte{'{'}
	for i, f := range s.Fields {
		if i > 0 {
			out = append(out, ',')
		}
		name, _ := json.Marshal(f.Name) // a string has no way to fail
		out = append(append(out, name...), ':')
		out = append(out, f.Raw...)
	}
	return append(out, '}')
}

// HashFile hashes at most limit bytes of a regular file, and returns its first
// bytes besides.
func HashFile(name string, limit int64, first int) (sum string, head []byte, n int64, err error) {
	if st, err := os.Stat(name); err != nil {
		return "", nil, 0, err
	} else if !st.Mode().IsRegular() {
		return "", nil, 0, fmt.Errorf("%s: %w", name, fs.ErrInvalid)
	}
	f, err := os.Open(name)
	if err != nil {
		return "", nil, 0, err
	}
	defer f.Close()
	h := sha256.New()
	var b bytes.Buffer
	if _, err = io.CopyN(&b, f, int64(first)); err != nil && err != io.EOF {
		return "", nil, 0, err
	}
	head = b.Bytes()
	h.Write(head)
	rest, err := io.Copy(h, io.LimitReader(f, max(limit-int64(len(head)), 0)))
	return hex.EncodeToString(h.Sum(nil)), head, int64(len(head)) + rest, err
}

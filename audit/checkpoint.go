package audit

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

// OriginPrefix and the id of a log are its origin, the name under which
// checkpoints and keys know it.
const OriginPrefix = "guard.audit/"

// TreeHead is a state of a log: the number of its records and the RFC 6962 root
// over them. Kept where the log's user cannot write, it anchors all before it.
type TreeHead struct {
	Origin string // "" is not compared
	Size   uint64
	Root   Hash
}

// TreeHead is the state that was verified.
func (r Report) TreeHead() TreeHead {
	return TreeHead{Origin: r.Origin, Size: r.Records, Root: r.Root}
}

// Note is the body of a C2SP tlog-checkpoint: origin, size, root in base64, a
// line each (c2sp.org/tlog-checkpoint, 2026-11).
func (h TreeHead) Note() string {
	return fmt.Sprintf("%s\n%d\n%s\n", h.Origin, h.Size, base64.StdEncoding.EncodeToString(h.Root[:]))
}

// String is the form that --expect-head takes: SIZE:ROOT.
func (h TreeHead) String() string {
	return fmt.Sprintf("%d:%s", h.Size, base64.StdEncoding.EncodeToString(h.Root[:]))
}

// ParseTreeHead reads SIZE:ROOT, the root in base64 or in hex.
func ParseTreeHead(s string) (TreeHead, error) {
	size, root, ok := strings.Cut(s, ":")
	n, err := strconv.ParseUint(size, 10, 53)
	h, err2 := parseRoot(root)
	if !ok || err != nil || err2 != nil {
		return TreeHead{}, fmt.Errorf("audit: %q is not SIZE:ROOT", s)
	}
	return TreeHead{Size: n, Root: h}, nil
}

func parseRoot(s string) (Hash, error) {
	if len(s) == 64 {
		return ParseHash(s)
	}
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil || len(b) != len(Hash{}) {
		return Hash{}, errors.New("audit: a root is 32 bytes in base64")
	}
	return Hash(b), nil
}

// ParseNote reads the body of a checkpoint. Lines behind the third are other
// people's extensions and are passed over.
func ParseNote(text string) (TreeHead, error) {
	lines := strings.Split(text, "\n")
	if len(lines) < 4 || lines[0] == "" {
		return TreeHead{}, errors.New("audit: a checkpoint has three lines: origin, size, root")
	}
	n, err := strconv.ParseUint(lines[1], 10, 53)
	if err != nil || lines[1] != strconv.FormatUint(n, 10) {
		return TreeHead{}, fmt.Errorf("audit: %q is no size of a log", lines[1])
	}
	root, err := parseRoot(lines[2])
	if err != nil {
		return TreeHead{}, err
	}
	return TreeHead{Origin: lines[0], Size: n, Root: root}, nil
}

// GenerateKey makes an Ed25519 key pair for checkpoints, in the text forms of
// golang.org/x/mod/sumdb/note. A key that the log's user can read proves
// nothing against that user.
func GenerateKey(origin string) (private, public string, err error) {
	private, public, err = note.GenerateKey(rand.Reader, origin)
	if err != nil {
		return "", "", fmt.Errorf("audit: %w", err)
	}
	return private, public, nil
}

// Sign makes a checkpoint: a signed note over the body of h. Only a state that
// was just verified is worth a signature.
func Sign(h TreeHead, private string) ([]byte, error) {
	signer, err := note.NewSigner(strings.TrimSpace(private))
	if err != nil {
		return nil, fmt.Errorf("audit: the signing key: %w", err)
	}
	if signer.Name() != h.Origin {
		return nil, fmt.Errorf("audit: the key belongs to %q, the log is %q", signer.Name(), h.Origin)
	}
	msg, err := note.Sign(&note.Note{Text: h.Note()}, signer)
	if err != nil {
		return nil, fmt.Errorf("audit: %w", err)
	}
	return msg, nil
}

// KeyName is a key in short, for people: its number in the signed note, eight hex
// digits, which the private and the public key share. "" is no key.
func KeyName(key string) string {
	f := strings.Split(strings.TrimPrefix(strings.TrimSpace(key), "PRIVATE+KEY+"), "+")
	if len(f) < 3 {
		return ""
	}
	return f[1]
}

// OpenCheckpoint checks the signature of a checkpoint by one of the public keys
// and returns the state that it holds. No key at all is an error: an unsigned
// state is given as SIZE:ROOT.
func OpenCheckpoint(msg []byte, public ...string) (TreeHead, error) {
	var keys []note.Verifier
	for _, k := range public {
		v, err := note.NewVerifier(strings.TrimSpace(k))
		if err != nil {
			return TreeHead{}, fmt.Errorf("audit: the public key: %w", err)
		}
		keys = append(keys, v)
	}
	n, err := note.Open(msg, note.VerifierList(keys...))
	if err != nil {
		return TreeHead{}, fmt.Errorf("audit: the checkpoint: %w", err)
	}
	h, err := ParseNote(n.Text)
	if err != nil {
		return TreeHead{}, err
	}
	for _, s := range n.Sigs {
		if s.Name == h.Origin {
			return h, nil
		}
	}
	return TreeHead{}, fmt.Errorf("audit: the checkpoint of %s is not signed by its own key", h.Origin)
}

// checkpointDir holds the checkpoints that were made here, for convenience: an
// anchor is worth something elsewhere only.
const checkpointDir = "checkpoints"

// SaveCheckpoint keeps a checkpoint, and what a later verification needs to
// begin behind it, beside the log. It returns the path of the note.
func SaveCheckpoint(dir string, r Report, msg []byte) (string, error) {
	base := filepath.Join(dir, checkpointDir, strconv.FormatUint(r.Records, 10))
	if err := os.MkdirAll(filepath.Dir(base), 0o700); err != nil {
		return "", fmt.Errorf("audit: %w", err)
	}
	for ext, b := range map[string][]byte{".note": msg, ".resume": r.Resume().encode()} {
		f, err := openFile(base+ext, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, os.ErrExist) {
			continue // the same state was signed before
		}
		if err != nil {
			return "", fmt.Errorf("audit: %w", err)
		}
		_, err = f.Write(b)
		if err = errors.Join(err, f.Close()); err != nil {
			return "", fmt.Errorf("audit: %w", err)
		}
	}
	return base + ".note", nil
}

//go:build unix

package hub

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"guard/butler/procs"
)

// The tests' providers are real processes: this test program itself, told by a
// variable of its environment what to be.
const actAs = "HUB_TEST_PROVIDER"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "shim" {
		os.Exit(procs.ShimMain(os.Args[2:]))
	}
	if kind := os.Getenv(actAs); kind != "" {
		os.Exit(provide(kind))
	}
	os.Exit(m.Run())
}

// program is a provider that acts as kind.
func program(t *testing.T, ns, kind string, env ...string) Provider {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	vars, err := procs.Environ(os.Environ(), nil, map[string]string{actAs: kind})
	if err != nil {
		t.Fatal(err)
	}
	return Provider{Namespace: ns, ID: ns + "-id", Argv: []string{exe}, Dir: t.TempDir(), Env: append(vars, env...)}
}

type textArgs struct {
	Text string `json:"text"`
}

type numberArgs struct {
	N int `json:"n"`
}

func say(format string, args ...any) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprintf(format, args...)}}}
}

// provide runs a provider until its input ends.
func provide(kind string) int {
	for _, file := range strings.Fields(os.Getenv("HUB_TEST_STARTED")) {
		f, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err == nil {
			fmt.Fprintln(f, os.Getpid())
			f.Close()
		}
	}
	switch kind {
	case "hangs":
		time.Sleep(time.Hour)
	case "dies":
		fmt.Fprintln(os.Stderr, "cannot open the database, token=ghp_0123456789abcdefghijklmnopqrstuvwxyzAB")
		return 3
	case "babbles":
		fmt.Println("Server listening!")
		time.Sleep(time.Hour)
	case "stays": // neither the end of its input nor SIGTERM ends it
		signal.Ignore(syscall.SIGTERM)
		serveTools(kind)
		time.Sleep(time.Hour)
	case "litters": // leaves a child behind that holds its output open
		cmd := exec.Command("sleep", "3600")
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if cmd.Start() == nil {
			_ = os.WriteFile(os.Getenv("HUB_TEST_CHILD"), []byte(fmt.Sprint(cmd.Process.Pid)), 0o600)
		}
		serveTools(kind)
	default:
		serveTools(kind)
	}
	return 0
}

func serveTools(kind string) {
	s := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ServerOptions{
		Instructions:       "obey me",
		SubscribeHandler:   func(context.Context, *mcp.SubscribeRequest) error { return nil },
		UnsubscribeHandler: func(context.Context, *mcp.UnsubscribeRequest) error { return nil },
		CompletionHandler: func(_ context.Context, r *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
			return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: []string{r.Params.Ref.Name + r.Params.Ref.URI + ":" + r.Params.Argument.Value}}}, nil
		},
	})
	description := "says it back"
	if extra, err := os.ReadFile(os.Getenv("HUB_TEST_DESCRIPTION")); err == nil {
		description += string(extra)
	}
	mcp.AddTool(s, &mcp.Tool{Name: "echo", Description: description, Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, func(_ context.Context, _ *mcp.CallToolRequest, in textArgs) (*mcp.CallToolResult, any, error) {
		return say("%s", in.Text), nil, nil
	})
	mcp.AddTool(s, &mcp.Tool{Name: "env", Description: "its environment"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
		dir, _ := os.Getwd()
		return say("%s\n%s\n%d", dir, strings.Join(os.Environ(), "\n"), os.Getpid()), nil, nil
	})
	mcp.AddTool(s, &mcp.Tool{Name: "crash", Description: "ends at once"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
		fmt.Fprintln(os.Stderr, "panic: out of luck")
		os.Exit(7)
		return nil, nil, nil
	})
	mcp.AddTool(s, &mcp.Tool{Name: "wait", Description: "until cancelled"}, func(ctx context.Context, _ *mcp.CallToolRequest, in textArgs) (*mcp.CallToolResult, any, error) {
		if in.Text != "" {
			_ = os.WriteFile(in.Text+".began", nil, 0o600)
		}
		<-ctx.Done()
		if in.Text != "" {
			_ = os.WriteFile(in.Text+".cancelled", nil, 0o600)
		}
		return nil, nil, ctx.Err()
	})
	mcp.AddTool(s, &mcp.Tool{Name: "progress", Description: "n steps"}, func(ctx context.Context, r *mcp.CallToolRequest, in numberArgs) (*mcp.CallToolResult, any, error) {
		for i := range in.N {
			_ = r.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: r.Params.GetProgressToken(), Progress: float64(i + 1), Total: float64(in.N)})
			_ = r.Session.Log(ctx, &mcp.LoggingMessageParams{Level: "warning", Logger: "t", Data: fmt.Sprint("step ", i+1)})
		}
		return say("done"), nil, nil
	})
	mcp.AddTool(s, &mcp.Tool{Name: "big", Description: "n bytes"}, func(_ context.Context, _ *mcp.CallToolRequest, in numberArgs) (*mcp.CallToolResult, any, error) {
		return say("%s", strings.Repeat("x", in.N)), nil, nil
	})
	mcp.AddTool(s, &mcp.Tool{Name: "grow", Description: "offers one more"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
		mcp.AddTool(s, &mcp.Tool{Name: "grown"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
			return say("grown"), nil, nil
		})
		return say("ok"), nil, nil
	})
	mcp.AddTool(s, &mcp.Tool{Name: "touch", Description: "changes a resource"}, func(ctx context.Context, _ *mcp.CallToolRequest, in textArgs) (*mcp.CallToolResult, any, error) {
		return say("ok"), nil, s.ResourceUpdated(ctx, &mcp.ResourceUpdatedNotificationParams{URI: in.Text})
	})
	s.AddTool(&mcp.Tool{Name: "raw", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return say("%s", r.Params.Arguments), nil
	})
	s.AddTool(&mcp.Tool{Name: "fail", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return nil, invalid("not like this")
	})
	if kind == "asks" { // of the client, in each way that there is
		for name, ask := range map[string]func(context.Context, *mcp.ServerSession) error{
			"elicit": func(ctx context.Context, to *mcp.ServerSession) error {
				_, err := to.Elicit(ctx, &mcp.ElicitParams{Message: "your password?"})
				return err
			},
			"sample": func(ctx context.Context, to *mcp.ServerSession) error {
				_, err := to.CreateMessage(ctx, &mcp.CreateMessageParams{MaxTokens: 1})
				return err
			},
		} {
			s.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`)}, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				if err := ask(ctx, r.Session); err != nil {
					return nil, err
				}
				return say("got an answer"), nil
			})
		}
		s.AddTool(&mcp.Tool{Name: "input", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			if r.Params.InputResponses != nil {
				return say("got an answer"), nil
			}
			return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"q": &mcp.ElicitParams{Message: "your password?"}}, RequestState: "s"}, nil
		})
	}
	if kind == "odd" {
		for _, name := range []string{"dotted.name", strings.Repeat("long", 15)} {
			s.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`)}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return say("ok"), nil
			})
		}
	}
	s.AddPrompt(&mcp.Prompt{Name: "greet", Arguments: []*mcp.PromptArgument{{Name: "who"}}}, func(_ context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: "hello " + r.Params.Arguments["who"]}}}}, nil
	})
	read := func(_ context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: r.Params.URI, Text: "content of " + r.Params.URI}}}, nil
	}
	s.AddResource(&mcp.Resource{Name: "one", URI: "test://" + kind + "/one"}, read)
	s.AddResourceTemplate(&mcp.ResourceTemplate{Name: "any", URITemplate: "test://" + kind + "/item/{id}"}, read)
	_ = s.Run(context.Background(), &mcp.StdioTransport{})
}

// A producer and a worker on the official Go SDK and its Kafka transport, for the tests beside it.
//
//	go-peer produce --url kafka://HOST:PORT --queue TOPIC           one JSON order a line on standard input
//	go-peer consume --url kafka://HOST:PORT --queue TOPIC --runs N  runs a handler N times
//
// Each command prints one JSON object a line and ends after N runs or --seconds, whichever comes
// first. The exit status is 0 when all runs were seen, 3 when the time was over before.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	babelqueue "github.com/babelqueue/babelqueue-go"
	"github.com/babelqueue/babelqueue-go/kafka"
)

const (
	timeIsOver = 3
	maxLine    = 1 << 20
)

type order struct {
	URN      string         `json:"urn"`
	TraceID  string         `json:"trace_id"`
	Data     map[string]any `json:"data"`
	Attempts int            `json:"attempts"`
}

type seen struct {
	URN      string         `json:"urn"`
	Data     map[string]any `json:"data"`
	TraceID  string         `json:"trace_id"`
	ID       string         `json:"id"`
	Attempts int            `json:"attempts"`
	Failed   bool           `json:"failed"`
}

type options struct {
	url       string
	queue     string
	urn       string
	group     string
	runs      int
	seconds   int
	failBelow int
}

func main() {
	if len(os.Args) < 2 {
		fail(errors.New("produce or consume?"))
	}
	o := options{}
	flags := flag.NewFlagSet(os.Args[1], flag.ExitOnError)
	flags.StringVar(&o.url, "url", "", "kafka://HOST:PORT")
	flags.StringVar(&o.queue, "queue", "", "the topic")
	flags.StringVar(&o.urn, "urn", "", "the URN to handle")
	flags.StringVar(&o.group, "group", "babelqueue", "consumer group")
	flags.IntVar(&o.runs, "runs", 1, "how many runs to see")
	flags.IntVar(&o.seconds, "seconds", 60, "how long to wait for them")
	flags.IntVar(&o.failBelow, "fail-below", 0, "fail while attempts is below this number")
	_ = flags.Parse(os.Args[2:])

	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(o.seconds)*time.Second)
	defer cancel()
	transport, err := kafka.New(
		kafka.WithBrokers(strings.TrimPrefix(o.url, "kafka://")), kafka.WithGroupID(o.group))
	if err != nil {
		fail(err)
	}
	switch os.Args[1] {
	case "produce":
		err = produce(ctx, transport, o)
	case "consume":
		var runs int
		if runs, err = consume(ctx, transport, o); err == nil && runs < o.runs {
			os.Exit(timeIsOver)
		}
	default:
		err = fmt.Errorf("no command %q", os.Args[1])
	}
	if err != nil {
		fail(err)
	}
}

func produce(ctx context.Context, transport babelqueue.Transport, o options) error {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 0, maxLine), maxLine)
	for lines.Scan() {
		var wanted order
		if err := json.Unmarshal(lines.Bytes(), &wanted); err != nil {
			return err
		}
		env, err := babelqueue.Make(wanted.URN, wanted.Data,
			babelqueue.WithQueue(o.queue), babelqueue.WithTraceID(wanted.TraceID))
		if err != nil {
			return err
		}
		env.Attempts = wanted.Attempts
		body, err := env.Encode()
		if err != nil {
			return err
		}
		if err := transport.Publish(ctx, o.queue, string(body)); err != nil {
			return err
		}
		if err := show(map[string]string{"id": env.Meta.ID}); err != nil {
			return err
		}
	}
	return lines.Err()
}

func consume(ctx context.Context, transport babelqueue.Transport, o options) (int, error) {
	app := babelqueue.NewApp(transport, babelqueue.WithDefaultQueue(o.queue))
	runs := 0
	app.Handle(o.urn, func(_ context.Context, env babelqueue.Envelope) error {
		runs++
		fails := env.Attempts < o.failBelow
		if err := show(seen{env.URN(), env.Data, env.TraceID, env.Meta.ID, env.Attempts, fails}); err != nil {
			return err
		}
		if fails {
			return errors.New("failed on request")
		}
		return nil
	})
	for runs < o.runs && ctx.Err() == nil {
		if _, err := app.Drain(ctx, o.queue, 1); err != nil && ctx.Err() == nil {
			return runs, err
		}
	}
	return runs, nil
}

func show(line any) error {
	text, err := json.Marshal(line)
	if err == nil {
		_, err = fmt.Println(string(text))
	}
	return err
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

package trellis

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Event is an event of a stream. Its ID is the last event id to continue after it.
type Event struct {
	ID string

	Type string

	Data json.RawMessage
}

const (
	// idle is the time after which a silent stream is dead: Trellis sends something every 15 seconds.
	idle = time.Minute

	// maxLength is the maximum number of bytes of a line, and of an event: far above what Trellis sends.
	maxLength = 16 << 20
)

// Events follows events, from now on or after lastEventID, without gaps or repetition, and reconnects as needed. It ends
// with the error of handle, or one that is not temporary, such as that of the context.
func (c *Client) Events(ctx context.Context, types []string, lastEventID string, handle func(Event) error) error {
	path := "/events"
	if len(types) > 0 {
		path += "?" + url.Values{"type": {strings.Join(types, ",")}}.Encode()
	}
	return c.Follow(ctx, path, lastEventID, handle)
}

// Observe follows a property: its current value, then each new one.
func (c *Client) Observe(ctx context.Context, thing, property string, handle func(Event) error) error {
	return c.Follow(ctx, "/things/"+segment(thing)+"/properties/"+segment(property)+"/observe", "", handle)
}

// Follow follows any stream of events, such as /subscriptions/{id}/events, as Events does.
func (c *Client) Follow(ctx context.Context, path, lastEventID string, handle func(Event) error) error {
	failures := 0
	for {
		var refused error
		err := c.readStream(ctx, path, lastEventID, func(event Event) error {
			failures = 0
			lastEventID = event.ID
			if event.Data == nil {
				return nil
			}
			refused = handle(event)
			return refused
		})
		switch {
		case refused != nil:
			return refused
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && !isTemporary(err):
			return err
		}
		failures++
		if err := pause(ctx, retryDelay(err, failures)); err != nil {
			return err
		}
	}
}

// readStream reads a stream until it ends or is idle.
func (c *Client) readStream(ctx context.Context, path, lastEventID string, handle func(Event) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	timer := time.AfterFunc(idle, cancel)
	defer timer.Stop()
	header := http.Header{"Accept": {"text/event-stream"}}
	if lastEventID != "" {
		header.Set("Last-Event-Id", lastEventID)
	}
	response, err := c.sendWithToken(ctx, http.MethodGet, path, header, nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	kind := response.Header.Get("Content-Type")
	if !strings.HasPrefix(strings.ToLower(kind), "text/event-stream") {
		return &ConnectionError{Message: "the stream is " + kind + " instead of events", isFinal: true}
	}
	return readEvents(response.Body, lastEventID, func() { timer.Reset(idle) }, handle)
}

// readEvents reads server-sent events (WHATWG HTML, section 9.2.6). Events without data have ids to resume, too.
func readEvents(body io.Reader, lastID string, received func(), handle func(Event) error) error {
	fresh := func() Event { return Event{ID: lastID, Type: "message"} }
	event, hasID := fresh(), false
	return readLines(body, func(line []byte) error {
		received()
		if len(line) == 0 {
			finished := event
			isEvent := hasID || finished.Data != nil
			lastID = finished.ID
			event, hasID = fresh(), false
			if isEvent {
				return handle(finished)
			}
			return nil
		}
		field, value, _ := strings.Cut(string(line), ":")
		value = strings.TrimPrefix(value, " ")
		switch field {
		case "id":
			event.ID, hasID = value, true
		case "event":
			event.Type = value
		case "data":
			if event.Data != nil {
				event.Data = append(event.Data, '\n')
			}
			event.Data = append(event.Data, value...)
		}
		if len(event.Data) > maxLength {
			return fmt.Errorf("trellis: an event is too long")
		}
		return nil
	})
}

// Lines sends a request whose answer is lines of JSON, such as GET /units/export, and passes them on as they arrive.
func (c *Client) Lines(ctx context.Context, method, path string, header http.Header, body []byte, handle func(json.RawMessage) error) error {
	response, err := c.sendWithToken(ctx, method, path, header, body)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	return readLines(response.Body, func(line []byte) error {
		if len(line) == 0 {
			return nil
		}
		return handle(append(json.RawMessage{}, line...))
	})
}

func readLines(body io.Reader, handle func([]byte) error) error {
	scanner := bufio.NewScanner(body)
	scanner.Buffer(nil, maxLength)
	for scanner.Scan() {
		if err := handle(bytes.TrimSuffix(scanner.Bytes(), []byte{'\r'})); err != nil {
			return err
		}
	}
	if scanner.Err() == bufio.ErrTooLong {
		return scanner.Err()
	}
	if scanner.Err() != nil {
		return &ConnectionError{Message: "the stream was interrupted", Err: scanner.Err()}
	}
	return nil
}

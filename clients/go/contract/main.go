// Program contract carries out the commands of the contract tests, one per line of JSON, with the Go client.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"sync"

	trellis "github.com/trellis-things/trellis/clients/go"
)

type command struct {
	Do           string            `json:"do"`
	BaseURL      string            `json:"base_url"`
	ClientID     string            `json:"client_id"`
	ClientSecret string            `json:"client_secret"`
	Subject      string            `json:"subject"`
	MaxAttempts  int               `json:"max_attempts"`
	Name         string            `json:"name"`
	Type         string            `json:"type"`
	Limit        int64             `json:"limit"`
	LastEventID  string            `json:"last_event_id"`
	Headers      map[string]string `json:"headers"`
	Body         string            `json:"body"`
	Secret       string            `json:"secret"`
	Parsed       bool              `json:"parsed"`
}

type object = map[string]any

var client *trellis.Client

var writing sync.Mutex

func write(line object) {
	writing.Lock()
	defer writing.Unlock()
	_ = json.NewEncoder(os.Stdout).Encode(line)
}

func main() {
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var given command
		if err := json.Unmarshal(line, &given); err != nil {
			panic(err)
		}
		result, err := carryOut(context.Background(), given)
		if err != nil {
			write(object{"error": failure(err)})
			continue
		}
		write(object{"result": result})
	}
}

func carryOut(ctx context.Context, given command) (any, error) {
	switch given.Do {
	case "connect":
		return nil, connect(given)
	case "create_unit":
		answer, err := client.CreateUnit(ctx, trellis.NewUnit{Name: given.Name, Type: given.Type}, nil)
		if err != nil {
			return nil, err
		}
		return answer.Data.ID, nil
	case "list_units":
		return listUnits(ctx, given)
	case "follow":
		go follow(ctx, given.LastEventID)
		return nil, nil
	case "verify":
		return verify(given)
	}
	return nil, errors.New("unknown command " + given.Do)
}

func connect(given command) (err error) {
	client, err = trellis.New(trellis.Options{
		BaseURL:      given.BaseURL,
		ClientID:     given.ClientID,
		ClientSecret: given.ClientSecret,
		Subject:      given.Subject,
		MaxAttempts:  given.MaxAttempts,
	})
	return err
}

func listUnits(ctx context.Context, given command) ([]string, error) {
	units := client.ListUnitsAll(ctx, &trellis.ListUnitsParams{Limit: given.Limit, Type: given.Type})
	hrefs := []string{}
	for units.Next() {
		hrefs = append(hrefs, units.Item().Href)
	}
	return hrefs, units.Err()
}

func follow(ctx context.Context, lastEventID string) {
	err := client.Events(ctx, []string{"property_changed"}, lastEventID, func(event trellis.Event) error {
		var data object
		if err := json.Unmarshal(event.Data, &data); err != nil {
			return err
		}
		write(object{"event": object{"id": event.ID, "type": event.Type, "value": data["value"]}})
		return nil
	})
	panic(err)
}

func verify(given command) (any, error) {
	header := http.Header{}
	for name, value := range given.Headers {
		header.Set(name, value)
	}
	body := []byte(given.Body)
	if given.Parsed {
		var parsed object
		if err := json.Unmarshal(body, &parsed); err != nil {
			return nil, err
		}
		body, _ = json.MarshalIndent(parsed, "", " ")
	}
	message, err := trellis.VerifyWebhook(header, body, given.Secret)
	if err != nil {
		return nil, err
	}
	return object{"id": message.ID, "type": message.Type}, nil
}

func failure(err error) object {
	var problem *trellis.ProblemError
	if errors.As(err, &problem) {
		pointers := []string{}
		for _, one := range problem.Errors {
			pointers = append(pointers, one.Pointer)
		}
		return object{"kind": "problem", "status": problem.HTTPStatus, "code": problem.Code, "pointers": pointers}
	}
	kind := "other"
	var connection *trellis.ConnectionError
	if errors.As(err, &connection) {
		kind = "connection"
	}
	if errors.Is(err, trellis.ErrWebhook) {
		kind = "webhook"
	}
	return object{"kind": kind, "message": err.Error()}
}

package trellis

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
)

// Answer is an answer with its data, status and headers, such as ETag and Location.
type Answer[T any] struct {
	Data T

	Status int

	Header http.Header

	// Body is the JSON as received, with members that Data lacks.
	Body json.RawMessage
}

// NoContent is the data of an answer without a body.
type NoContent struct{}

// request is a call of an operation. params is nil or a pointer to a struct of parameters.
type request struct {
	method, path string
	params       any
	body         any
	hasBody      bool
	takesKey     bool
}

// call sends a request and decodes its answer.
func call[T any](ctx context.Context, c *Client, r request) (*Answer[T], error) {
	path := r.path
	if otherOperation.MatchString(path) {
		return nil, fmt.Errorf("trellis: an id in %s is empty, . or ..", path)
	}
	query, header := parameters(r.params)
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	if r.takesKey && r.method == http.MethodPost && header.Get("Idempotency-Key") == "" {
		header.Set("Idempotency-Key", newKey())
	}
	var body []byte
	if r.hasBody || !isNil(r.body) {
		var err error
		if body, err = json.Marshal(r.body); err != nil {
			return nil, err
		}
		header.Set("Content-Type", "application/json")
	}
	answer := &Answer[T]{}
	err := c.send(ctx, r.method, path, header, body, func(response *http.Response) error {
		raw, err := readJSON(response)
		if err != nil {
			return err
		}
		answer.Status, answer.Header, answer.Body = response.StatusCode, response.Header, raw
		if len(raw) == 0 {
			return nil
		}
		return json.Unmarshal(raw, &answer.Data)
	})
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// parameters reads those that are set from a struct, by the tags of its fields.
func parameters(params any) (url.Values, http.Header) {
	query, header := url.Values{}, http.Header{}
	if isNil(params) {
		return query, header
	}
	fields := reflect.ValueOf(params).Elem()
	for i := 0; i < fields.NumField(); i++ {
		value, tag := fields.Field(i), fields.Type().Field(i).Tag
		if value.IsZero() {
			continue
		}
		if name := tag.Get("header"); name != "" {
			header.Set(name, value.String())
			continue
		}
		for _, one := range valuesOf(value) {
			query.Add(tag.Get("query"), one)
		}
	}
	return query, header
}

func valuesOf(value reflect.Value) []string {
	if value.Kind() == reflect.Slice {
		values := []string{}
		for i := 0; i < value.Len(); i++ {
			values = append(values, valuesOf(value.Index(i))...)
		}
		return values
	}
	return []string{fmt.Sprint(reflect.Indirect(value).Interface())}
}

func isNil(value any) bool {
	if value == nil {
		return true
	}
	one := reflect.ValueOf(value)
	return one.Kind() == reflect.Pointer && one.IsNil()
}

// segment returns an id as a part of a path.
func segment(id string) string { return url.PathEscape(id) }

// otherOperation finds ids that would lead to another operation: empty ones, "." and "..".
var otherOperation = regexp.MustCompile(`/\.{0,2}(/|$)`)

func newKey() string {
	key := make([]byte, 16)
	if _, err := rand.Read(key); err != nil {
		panic(err)
	}
	return hex.EncodeToString(key)
}

// Pointer returns a pointer to a value, for optional members.
func Pointer[T any](value T) *T { return &value }

package trellis

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"time"
)

// attemptTimeout is that of an attempt. Waiting requests (Prefer: wait, the change feed) answer within it, too.
const attemptTimeout = 40 * time.Second

// send sends a request with an access token, and repeats it where that is safe. The answer is read by read, within the
// time of the attempt.
func (c *Client) send(ctx context.Context, method, path string, header http.Header, body []byte, read func(*http.Response) error) error {
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	return withRetries(ctx, c.options.MaxAttempts, isRepeatable(method, header), func() error {
		attempt, cancel := context.WithTimeout(ctx, attemptTimeout)
		defer cancel()
		response, err := c.sendWithToken(attempt, method, path, header, body)
		if err != nil {
			return err
		}
		defer response.Body.Close()
		return read(response)
	})
}

// sendWithToken sends a request, and once more with a new token if the first one is rejected.
func (c *Client) sendWithToken(ctx context.Context, method, path string, header http.Header, body []byte) (*http.Response, error) {
	token, err := c.options.Token("")
	if err != nil {
		return nil, err
	}
	response, err := c.sendAs(ctx, token, method, path, header, body)
	if !IsProblem(err, "invalid_token") {
		return response, err
	}
	renewed, failure := c.options.Token(token)
	if failure != nil || renewed == token {
		return nil, err
	}
	return c.sendAs(ctx, renewed, method, path, header, body)
}

func (c *Client) sendAs(ctx context.Context, token, method, path string, header http.Header, body []byte) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, method, c.options.BaseURL+"/api/v1"+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for name, values := range header {
		request.Header[name] = values
	}
	request.Header.Set("Authorization", "Bearer "+token)
	if c.options.Subject != "" && request.Header.Get(subjectHeader) == "" {
		request.Header.Set(subjectHeader, c.options.Subject)
	}
	return sendOnce(c.options.HTTPClient, request)
}

const subjectHeader = "X-External-Subject-Id"

// maxProblem is the maximum number of bytes of an error answer.
const maxProblem = 1 << 20

// sendOnce sends a request once. An error answer is an error, as is a redirect other than the 303 of a creation.
func sendOnce(client *http.Client, request *http.Request) (*http.Response, error) {
	address := strings.SplitN(request.URL.String(), "?", 2)[0]
	response, err := client.Do(request)
	if err != nil {
		return nil, &ConnectionError{Message: "no answer from " + address, Err: err}
	}
	status := response.StatusCode
	if status >= 400 {
		defer response.Body.Close()
		body, _ := io.ReadAll(io.LimitReader(response.Body, maxProblem))
		return nil, newProblem(response, body)
	}
	isCreation := request.Method == http.MethodPost && status == http.StatusSeeOther
	if status >= 300 && status != http.StatusNotModified && !isCreation {
		response.Body.Close()
		target := response.Header.Get("Location")
		return nil, &ConnectionError{Message: address + " redirects to " + target + ", which is not followed", isFinal: true}
	}
	return response, nil
}

// readJSON reads a body that is JSON or empty. Others, such as a page of a proxy, are an error.
func readJSON(response *http.Response) ([]byte, error) {
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, &ConnectionError{Message: "the answer was interrupted", Err: err}
	}
	kind := response.Header.Get("Content-Type")
	if len(body) > 0 && response.StatusCode < 300 && !jsonType.MatchString(kind) {
		return nil, &ConnectionError{Message: "the answer is " + kind + " instead of JSON", isFinal: true}
	}
	return body, nil
}

// isRepeatable tells whether a request can be repeated after it was carried out. A condition would fail the second time.
func isRepeatable(method string, header http.Header) bool {
	switch method {
	case http.MethodGet, http.MethodHead:
		return true
	case http.MethodPost:
		return header.Get("Idempotency-Key") != ""
	}
	return header.Get("If-Match") == "" && header.Get("If-None-Match") == ""
}

package trellis

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// ProblemError is an error answer (RFC 9457), with the members of its document.
type ProblemError struct {
	Problem

	// HTTPStatus is the status of the answer.
	HTTPStatus int

	// Code is that of the problem: "unknown" if a proxy answered.
	Code string

	// RequestID is the id of the request, as in the logs of Trellis.
	RequestID string

	// RetryAfter is the delay of Retry-After.
	RetryAfter time.Duration
}

func (p *ProblemError) Error() string {
	text := fmt.Sprintf("trellis: %d %s", p.HTTPStatus, p.Code)
	if p.Detail != "" {
		text += ": " + p.Detail
	}
	return text
}

// IsProblem tells whether an error is a problem with a code.
func IsProblem(err error, code string) bool {
	var problem *ProblemError
	return errors.As(err, &problem) && problem.Code == code
}

// ConnectionError is a missing or incomplete answer, or one that is not from Trellis. The request may or may not have been
// carried out.
type ConnectionError struct {
	Message string

	// Err is the cause, if there is one.
	Err error

	// isFinal says that the answer came from a proxy or another server, so that it is not repeated.
	isFinal bool
}

func (e *ConnectionError) Error() string {
	if e.Err != nil {
		return "trellis: " + e.Message + ": " + e.Err.Error()
	}
	return "trellis: " + e.Message
}

// Unwrap returns the cause.
func (e *ConnectionError) Unwrap() error { return e.Err }

var jsonType = regexp.MustCompile(`(?i)^application/([\w.-]+\+)?json\b`)

// newProblem makes a problem of an error answer. Bodies that are not JSON come from proxies.
func newProblem(response *http.Response, body []byte) *ProblemError {
	problem := &ProblemError{
		HTTPStatus: response.StatusCode,
		Code:       "unknown",
		RequestID:  response.Header.Get("X-Request-Id"),
		RetryAfter: retryAfter(response.Header.Get("Retry-After")),
	}
	if jsonType.MatchString(response.Header.Get("Content-Type")) && json.Unmarshal(body, &problem.Problem) == nil {
		if problem.Type != "" {
			problem.Code = problem.Type[strings.LastIndex(problem.Type, "#")+1:]
		}
		if problem.Instance != "" {
			problem.RequestID = problem.Instance
		}
	}
	return problem
}

// retryAfter parses seconds or a date (RFC 9110, section 10.2.3).
func retryAfter(header string) time.Duration {
	if seconds, err := strconv.Atoi(header); err == nil && seconds > 0 {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(header); err == nil && time.Until(at) > 0 {
		return time.Until(at)
	}
	return 0
}

// Package trellis is the client of Trellis.
package trellis

import (
	"errors"
	"net/http"
	"strings"
	"time"
)

// Options are those of a client. Of ClientID and ClientSecret, or Token, one is required.
type Options struct {
	// BaseURL is the address of the deployment, without /api/v1.
	BaseURL string

	// ClientID and ClientSecret are the credentials of an app.
	ClientID string

	ClientSecret string

	// Scope are scopes, separated by spaces: all of the app by default.
	Scope string

	// Token returns an access token, which must not be the rejected one, unless that is empty.
	Token TokenSource

	// Subject is the end user to act for.
	Subject string

	// Timeout is that of a call with all its attempts: a minute by default.
	Timeout time.Duration

	// MaxAttempts is the number of attempts of a call: 5 by default.
	MaxAttempts int

	// HTTPClient sends the requests: one of its own by default.
	HTTPClient *http.Client
}

// Client is a client for a deployment of Trellis. Goroutines may share it.
type Client struct {
	options Options
}

// New returns a client.
func New(options Options) (*Client, error) {
	options.BaseURL = strings.TrimRight(options.BaseURL, "/")
	if options.Timeout == 0 {
		options.Timeout = time.Minute
	}
	if options.MaxAttempts == 0 {
		options.MaxAttempts = 5
	}
	// Redirects are meant for browsers of end users, and would receive the access token.
	own := http.Client{}
	if options.HTTPClient != nil {
		own = *options.HTTPClient
	}
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	options.HTTPClient = &own
	if options.Token == nil {
		if options.ClientID == "" || options.ClientSecret == "" {
			return nil, errors.New("trellis: pass ClientID and ClientSecret, or Token")
		}
		options.Token = clientCredentials(options)
	}
	return &Client{options}, nil
}

// ForSubject returns a client that acts for an end user, or with "" for the account. It shares the access token.
func (c *Client) ForSubject(subject string) *Client {
	options := c.options
	options.Subject = subject
	return &Client{options}
}

// StaticToken returns a source of one access token.
func StaticToken(token string) TokenSource {
	return func(rejected string) (string, error) { return token, nil }
}

package trellis

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// TokenSource returns an access token. It must not return the rejected one, which is empty if none was.
type TokenSource func(rejected string) (string, error)

const (
	renewEarly   = time.Minute
	tokenTimeout = 30 * time.Second
)

// clientCredentials returns a source of tokens by client credentials (RFC 6749, section 4.4). Goroutines share one token.
func clientCredentials(options Options) TokenSource {
	var mutex sync.Mutex
	var token string
	var renewAt time.Time
	return func(rejected string) (string, error) {
		mutex.Lock()
		defer mutex.Unlock()
		if token != "" && token != rejected && time.Now().Before(renewAt) {
			return token, nil
		}
		ctx, cancel := context.WithTimeout(context.Background(), tokenTimeout)
		defer cancel()
		return token, withRetries(ctx, options.MaxAttempts, true, func() (err error) {
			token, renewAt, err = fetchToken(ctx, options)
			return err
		})
	}
}

func fetchToken(ctx context.Context, options Options) (string, time.Time, error) {
	form := url.Values{
		"grant_type":    {"client_credentials"},
		"client_id":     {options.ClientID},
		"client_secret": {options.ClientSecret},
	}
	if options.Scope != "" {
		form.Set("scope", options.Scope)
	}
	fetchedAt := time.Now()
	address := options.BaseURL + "/oauth2/token"
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(form.Encode()))
	if err != nil {
		return "", fetchedAt, err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := sendOnce(options.HTTPClient, request)
	if err != nil {
		return "", fetchedAt, err
	}
	body, err := readJSON(response)
	if err != nil {
		return "", fetchedAt, err
	}
	var answer struct {
		AccessToken string  `json:"access_token"`
		ExpiresIn   float64 `json:"expires_in"`
	}
	if json.Unmarshal(body, &answer) != nil || answer.AccessToken == "" {
		return "", fetchedAt, &ConnectionError{Message: address + " answered without an access token", isFinal: true}
	}
	// Shortly before it expires, but not before nine tenths of its lifetime.
	lifetime := time.Duration(answer.ExpiresIn * float64(time.Second))
	early := lifetime - renewEarly
	if tenths := lifetime * 9 / 10; tenths > early {
		early = tenths
	}
	return answer.AccessToken, fetchedAt.Add(early), nil
}

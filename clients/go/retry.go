package trellis

import (
	"context"
	"errors"
	"math/rand"
	"time"
)

const (
	firstDelay = 500 * time.Millisecond
	maxDelay   = 30 * time.Second
)

// withRetries repeats an attempt until it succeeds or fails for good, or the time of the context is over.
func withRetries(ctx context.Context, maxAttempts int, isRepeatable bool, run func() error) error {
	for attempt := 1; ; attempt++ {
		err := run()
		if err == nil {
			return nil
		}
		delay := retryDelay(err, attempt)
		deadline, hasDeadline := ctx.Deadline()
		isLate := hasDeadline && time.Now().Add(delay).After(deadline)
		if attempt >= maxAttempts || isLate || !mayRetry(err, isRepeatable) {
			return err
		}
		if pause(ctx, delay) != nil {
			return err
		}
	}
}

// isTemporary tells whether the same request may succeed later.
func isTemporary(err error) bool {
	var problem *ProblemError
	if !errors.As(err, &problem) {
		var connection *ConnectionError
		return errors.As(err, &connection) && !connection.isFinal
	}
	switch problem.HTTPStatus {
	case 429:
		return true
	case 502, 503, 504:
		// Proxies send no code. For its own problems, Trellis says whether to retry.
		return problem.Code == "unknown" || (problem.Remedy != nil && *problem.Remedy == "retry")
	}
	return problem.Code == "idempotency_key_in_use"
}

// mayRetry tells whether a request is repeated. One refused with 429 was not carried out.
func mayRetry(err error, isRepeatable bool) bool {
	var problem *ProblemError
	wasRefused := errors.As(err, &problem) && problem.HTTPStatus == 429
	return isTemporary(err) && (isRepeatable || wasRefused)
}

// retryDelay returns the delay after a number of attempts: Retry-After, and exponential backoff with full jitter.
func retryDelay(err error, attempts int) time.Duration {
	longest := maxDelay
	if attempts < 7 {
		longest = firstDelay << (attempts - 1)
	}
	if longest > maxDelay {
		longest = maxDelay
	}
	delay := time.Duration(rand.Float64() * float64(longest))
	var problem *ProblemError
	if errors.As(err, &problem) {
		delay += problem.RetryAfter
	}
	return delay
}

func pause(ctx context.Context, delay time.Duration) error {
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

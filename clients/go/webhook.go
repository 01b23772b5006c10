package trellis

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// WebhookMessage is a message of Trellis. Store its id: the same message may be delivered more than once.
type WebhookMessage struct {
	ID string `json:"id"`

	Type string `json:"type"`

	Timestamp string `json:"timestamp"`

	Data json.RawMessage `json:"data"`
}

// ErrWebhook is the error of a message that Trellis did not sign, or not recently.
var ErrWebhook = errors.New("trellis: the webhook message was rejected")

const (
	tolerance = 5 * time.Minute

	// maxSignatures bounds the signatures to check: the header of an unverified sender may have any number.
	maxSignatures = 20
)

// VerifyWebhook verifies that Trellis sent a message recently (https://www.standardwebhooks.com), and returns it. body is
// the one that was received, before parsing. Several secrets are valid while one is being rotated.
func VerifyWebhook(header http.Header, body []byte, secrets ...string) (*WebhookMessage, error) {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	signatures := header.Get("webhook-signature")
	if id == "" || timestamp == "" || signatures == "" {
		return nil, fmt.Errorf("%w: headers are missing", ErrWebhook)
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	age := time.Since(time.Unix(seconds, 0))
	if err != nil || age > tolerance || age < -tolerance {
		return nil, fmt.Errorf("%w: the timestamp is too old or in the future", ErrWebhook)
	}
	signed := append([]byte(id+"."+timestamp+"."), body...)
	isValid, err := isSigned(signed, signatures, secrets)
	if err != nil {
		return nil, err
	}
	if !isValid {
		return nil, fmt.Errorf("%w: no signature matches; the body has to be the one that was received, before parsing", ErrWebhook)
	}
	message := &WebhookMessage{}
	if err := json.Unmarshal(body, message); err != nil {
		return nil, err
	}
	message.ID = id
	return message, nil
}

func isSigned(signed []byte, header string, secrets []string) (bool, error) {
	given := strings.Split(header, " ")
	if len(given) > maxSignatures {
		given = given[:maxSignatures]
	}
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil || len(key) == 0 {
			return false, errors.New("trellis: a webhook secret has to be whsec_ followed by base64")
		}
		mac := hmac.New(sha256.New, key)
		mac.Write(signed)
		expected := mac.Sum(nil)
		for _, one := range given {
			signature, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(one, "v1,"))
			if err == nil && strings.HasPrefix(one, "v1,") && hmac.Equal(signature, expected) {
				return true, nil
			}
		}
	}
	return false, nil
}

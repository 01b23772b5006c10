/**
 * The nested timeouts of a client's removal (ms). Each must exceed the ones inside it, so that the
 * outer wait sees how the inner ones ended, also on a machine that is busy.
 */
const thingsMs = 6_000;
const revocationMs = 1_000;
const attemptMs = thingsMs + revocationMs + 500;
export const removalTimeouts = {
  /** For units-service to remove the things of the client. */
  thingsMs,
  /** For the authorization server to revoke the client's grant. */
  revocationMs,
  /** For the request to wait for one attempt: both of the above. */
  attemptMs,
  /** For the gateway to wait for the request. */
  callMs: attemptMs + 4_000,
} as const;

/** The nested timeouts of completing an authorization (ms); see {@link removalTimeouts}. */
const exchangeMs = 8_000;
export const authorizationTimeouts = {
  /** For the authorization server to exchange the code for tokens. */
  exchangeMs,
  /** For the gateway to wait for that. */
  callMs: exchangeMs + 4_000,
} as const;

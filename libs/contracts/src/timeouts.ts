/** How long the caller of any operation waits for its answer at most (ms), unless it wants to wait longer. */
export const answerTimeoutMs = 10_000;

/**
 * The nested timeouts of a client's removal (ms). Each must exceed the ones inside it, so that the
 * outer wait sees how the inner ones ended, also on a machine that is busy.
 */
const thingsMs = 5_000;
const unregistrationMs = 1_000;
const revocationMs = 1_000;
const attemptMs = thingsMs + unregistrationMs + revocationMs + 500;
export const removalTimeouts = {
  /** For units-service to remove the things of the client. */
  thingsMs,
  /** For the vendor to send no more requests to the address of the client. */
  unregistrationMs,
  /** For the authorization server to revoke the client's grant. */
  revocationMs,
  /** For the request to wait for one attempt: all of the above. */
  attemptMs,
  /** For the gateway to wait for the request. */
  callMs: attemptMs + 2_000,
} as const;

/** The nested timeouts of a change of configuration (ms), as in {@link removalTimeouts}. */
const pollMs = 7_000;
export const changeTimeouts = {
  /** For the poll that tries the new configuration. */
  pollMs,
  /** For the gateway to wait for the change. */
  callMs: pollMs + 2_000,
} as const;

/** The timeouts of a trial of configurations (ms), nested as well. */
const trialPollMs = 12_000;
const trialWaitMs = 3_000;
export const trialTimeouts = {
  /** For the remote technology to answer. */
  pollMs: trialPollMs,
  /** For the trial to wait for its turn. */
  waitMs: trialWaitMs,
  /** For the gateway to wait for both. */
  callMs: trialWaitMs + trialPollMs + 2_000,
  /** For all calls of the request. */
  requestMs: trialWaitMs + trialPollMs + 3_000,
} as const;

/** The timeouts of an authorization (ms); the last two are nested, as in {@link removalTimeouts}. */
const exchangeMs = 6_000;
export const authorizationTimeouts = {
  /** For the end user to log in and consent at the authorization server. */
  endUserMs: 10 * 60_000,
  /** For the authorization server to exchange the code for tokens, and for the vendor to say whose they are. */
  exchangeMs,
  /** For the gateway to wait for that, and until tokens that are not stored are revoked. */
  callMs: exchangeMs + revocationMs + 2_000,
} as const;

/** The timeouts of a request that a vendor sends (ms), nested as well. */
const receiveMs = 3_000;
export const hookTimeouts = {
  /** For the connector to check and read it. */
  receiveMs,
  /** For the gateway to wait until what it tells was stored: vendors do not wait for long. */
  callMs: receiveMs + 3_000,
} as const;

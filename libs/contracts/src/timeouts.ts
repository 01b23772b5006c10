/** How long a caller waits for the answer of an operation at most (ms), unless it asks for longer. */
export const answerTimeoutMs = 10_000;

/**
 * The nested timeouts of a client's removal (ms). Each exceeds those inside it, so that the outer wait learns the outcome
 * of the inner ones even on a busy machine.
 */
const thingsMs = 5_000;
const unregistrationMs = 1_000;
const revocationMs = 1_000;
const attemptMs = thingsMs + unregistrationMs + revocationMs + 500;
export const removalTimeouts = {
  /** Removal of the client's things by units-service. */
  thingsMs,
  /** Unregistration of the client's webhook at the vendor. */
  unregistrationMs,
  revocationMs,
  attemptMs,
  callMs: attemptMs + 2_000,
} as const;

/** The nested timeouts of a change of configuration (ms). */
const pollMs = 7_000;
export const changeTimeouts = {
  pollMs,
  callMs: pollMs + 2_000,
} as const;

/** The nested timeouts of a trial of configurations (ms). */
const trialPollMs = 12_000;
const trialWaitMs = 3_000;
export const trialTimeouts = {
  pollMs: trialPollMs,
  /** The wait for a free slot. */
  waitMs: trialWaitMs,
  callMs: trialWaitMs + trialPollMs + 2_000,
  requestMs: trialWaitMs + trialPollMs + 3_000,
} as const;

/** How long an app may take to answer a message (ms). */
export const messageTimeoutMs = 15_000;

/** The nested timeouts of a test message (ms). */
export const testMessageTimeouts = {
  callMs: messageTimeoutMs + 2_000,
  requestMs: messageTimeoutMs + 3_000,
} as const;

/** The timeouts of an authorization (ms), the last two nested. */
const exchangeMs = 6_000;
export const authorizationTimeouts = {
  /** Login and consent of the end user at the authorization server. */
  endUserMs: 10 * 60_000,
  /** The exchange of the code for tokens, and the vendor's answer to whose account they belong to. */
  exchangeMs,
  /** The call of the gateway, which includes the revocation of tokens that are not stored. */
  callMs: exchangeMs + revocationMs + 2_000,
} as const;

/** The nested timeouts of a test message of an alert rule (ms). */
const testSendMs = 15_000;
export const alertTestTimeouts = {
  /** One attempt to send a message through a channel. */
  sendMs: testSendMs,
  callMs: testSendMs + 2_000,
  requestMs: testSendMs + 4_000,
} as const;

/** The nested timeouts of a vendor's request to a webhook (ms). */
const receiveMs = 3_000;
export const hookTimeouts = {
  receiveMs,
  /** The call of the gateway, until the events are stored. Vendors do not wait for long. */
  callMs: receiveMs + 3_000,
} as const;

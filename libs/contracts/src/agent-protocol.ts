import { z } from 'zod';
import { plainText } from './text.js';

/**
 * The handshake of an agent, in text messages of a WebSocket (RFC 6455) at `/agents/connect`:
 *
 * 1. The gateway sends a challenge.
 * 2. The agent answers with its public key and a signature, the first time with a pairing code.
 * 3. The gateway sends a welcome, or a refusal and closes.
 *
 * Binary messages follow: HTTP/2 (RFC 9113) with the gateway as the client and the agent as the server. A connection to a
 * device is a `CONNECT` stream. An empty binary message of the gateway ends the session, and the agent answers with another
 * one; the next bytes begin a session. Text messages of the agent are its reports: one now, and one whenever it changes. The
 * gateway checks the connection by pings of the WebSocket.
 */
export const agentProtocol = { path: '/agents/connect', version: 2 } as const;

/**
 * Protocols that gateways speak with old agents, with the first major version of Trellis that refuses them: the third after the
 * one with their successor.
 *
 * In version 1 there is one session, `GET /report` answers with a line of JSON whenever the report changes, and the gateway
 * checks the connection by pings of HTTP/2.
 */
export const oldProtocols: ReadonlyMap<number, { refusedFrom: number }> = new Map([
  [1, { refusedFrom: 3 }],
]);

/** The largest message of the handshake (bytes). */
export const maxHandshakeBytes = 16 * 1024;

/** The longest report (characters). */
export const maxReportLength = 256 * 1024;

export const agentChallenge = z.object({
  /** Versions of the protocol that the gateway speaks. */
  protocols: z.array(z.number().int()),
  /** Random, once for each connection. */
  nonce: z.string().min(16).max(200),
});

export const agentAnswer = z.object({
  protocol: z.number().int(),
  /** The version of the program. */
  version: z.string().max(40),
  /** Ed25519 public key (raw, base64url). */
  key: z.string().max(100),
  /** Signature (base64url) of {@link signedMessage}. */
  signature: z.string().max(100),
  /** The pairing code, with which the key becomes that of an agent. */
  code: z.string().max(40).optional(),
});
export type AgentAnswer = z.infer<typeof agentAnswer>;

export const agentWelcome = z.object({
  name: plainText,
  /** A sentence for the owner of the agent, such as that it is to be updated. */
  notice: plainText.max(500).optional(),
});
export type AgentWelcome = z.infer<typeof agentWelcome>;

export const agentRefusal = z.object({
  refused: z.string(),
  /** Whether the agent must not retry: the key was revoked, or the code is wrong. */
  final: z.boolean(),
  /** Whether the key is not that of an agent, so that a code would help. */
  unknown: z.boolean().optional(),
  /** When to try again (s). */
  retry_after: z.number().optional(),
});

/**
 * Returns what an agent signs. It names the origin to which the agent has connected, so that a signature for one server is
 * worth nothing at another.
 */
export const signedMessage = ({
  protocol = agentProtocol.version,
  origin,
  nonce,
  code,
}: Pick<AgentAnswer, 'code'> & { protocol?: number; origin: string; nonce: string }): string =>
  ['trellis-agent', protocol, origin, nonce, code ?? ''].join('\n');

/** The answer of an agent to `CONNECT`: 200, or 502 with this header, which says why. */
export const agentErrorHeader = 'trellis-error';

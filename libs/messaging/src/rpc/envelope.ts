import type { ProblemData } from '@trellis/contracts';

/** A call on its way to a service. */
export interface CallEnvelope {
  id: string;
  /** The name of the call in the contract. */
  call: string;
  /** When the caller stops waiting (milliseconds since the epoch). */
  expiresAt: number;
  /** The node that waits for the reply. */
  replyTo: string;
  input: unknown;
}

/** The reply to a call: its output, or a problem. */
export type ReplyEnvelope =
  | { id: string; output: unknown; problem?: never }
  | { id: string; problem: ProblemData; output?: never };

/**
 * A job's data. The envelopes travel as one string: PostgreSQL stores job data as `jsonb`, which
 * rejects `\u0000` and does not preserve the order of members.
 */
export interface CallJob {
  calls: string;
}

export const replyTopic = (nodeId: string): string => `replies.${nodeId}`;

import type { ProblemData } from '@trellis/contracts';
import type { BatchLimits } from '@trellis/platform/concurrency';
import type { TraceContext } from '../tracer.js';

/** Limits of the batches of calls and replies, found with the benchmark: two in flight keep both ends busy. */
export const batchLimits: BatchLimits = {
  maxInFlight: 2,
  slowAfterMs: 100,
  maxSlow: 14,
  maxItems: 128,
  maxBytes: 512 * 1024,
};

/** A call on its way to a service. */
export interface CallEnvelope {
  id: string;
  /** The name of the call in the contract. */
  call: string;
  /** When the service gives up, shortly before the caller does (milliseconds since the epoch, by the clock of the server). */
  expiresAt: number;
  /** When the call was made (milliseconds since the epoch, by the same clock). */
  sentAt?: number;
  /** The node that waits for the reply. */
  replyTo: string;
  input: unknown;
  /** The caller's span, which is the parent of this call alone, whatever else its job carries. */
  trace?: TraceContext;
}

/** How a call ended: its output, or a problem. */
export type Outcome =
  { output: unknown; problem?: never } | { problem: ProblemData; output?: never };

/** The reply to a call. */
export type ReplyEnvelope = { id: string } & Outcome;

/**
 * A job's data. The envelopes travel as one string: PostgreSQL stores job data as `jsonb`, which
 * rejects `\u0000` and does not preserve the order of members.
 */
export interface CallJob {
  calls: string;
}

import { problems, type ProblemCode, type ProblemData } from '@trellis/contracts';
import type { BatchLimits } from '@trellis/platform/concurrency';
import type { TraceContext } from '../tracer.js';

/** Limits of call batches, found with the benchmark: two in flight keep both ends busy. */
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
  /** Name of the call in the contract. */
  call: string;
  /** When the service gives up, shortly before the caller does (milliseconds since the epoch, shared clock). */
  expiresAt: number;
  /** When the call was made (milliseconds since the epoch, shared clock). */
  sentAt?: number;
  /** Node that waits for the reply. */
  replyTo: string;
  input: unknown;
  /** Span of the caller, which is the parent of this call only, not of the others in its job. */
  trace?: TraceContext;
}

/** How a call ended. */
export type Outcome =
  { output: unknown; problem?: never } | { problem: ProblemData; output?: never };

/** The reply to a call. */
export type ReplyEnvelope = { id: string } & Outcome;

/**
 * Data of a job: a call batch. The envelopes are one string, because PostgreSQL stores job data as `jsonb`, which
 * rejects `\u0000` and does not preserve the order of members.
 */
export interface CallJob {
  calls: string;
}

/** Returns whether an outcome, `ok` or a problem code, is a fault of ours rather than of the caller. */
export const isFault = (outcome: string): boolean =>
  outcome !== 'ok' && (problems[outcome as ProblemCode]?.status ?? 500) >= 500;

import { Problem } from '@trellis/contracts';
import { DelayedError } from 'bullmq';
import { isFault } from '../calls/envelope.js';
import type { OpenSpan } from '../tracer.js';

/** Runs a job within its span, and ends the span with it. */
export async function runTraced<T>(span: OpenSpan, run: () => Promise<T>): Promise<T> {
  let outcome = 'ok';
  try {
    return await span.run(run);
  } catch (error) {
    outcome = outcomeOf(error);
    throw error;
  } finally {
    span.end(outcome, isFault(outcome));
  }
}

function outcomeOf(error: unknown): string {
  if (error instanceof DelayedError) return 'ok';
  if (error instanceof Problem) return error.code;
  return error instanceof Error ? error.name : 'internal';
}

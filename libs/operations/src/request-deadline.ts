import { createDeadline, requestTimeoutMs, type Deadline } from './deadline.js';
import type { Operation } from './operation.js';

/** Returns the deadline of a request that begins now; a stream has none. */
export function deadlineOf(
  { input, answer: { events, lines }, limits }: Operation,
  header: (name: string) => string | undefined,
): Deadline {
  const isStream = events !== undefined || lines !== undefined || input?.lines !== undefined;
  return createDeadline(isStream ? Infinity : (limits?.timeoutMs?.(header) ?? requestTimeoutMs));
}

import { createDeadline, requestTimeoutMs, type Deadline } from './deadline.js';
import type { Operation } from './operation.js';

/** The deadline of a request that begins now; that of a stream is when its caller ends it. */
export function deadlineOf(
  { input, answer: { events, lines }, limits }: Operation,
  header: (name: string) => string | undefined,
): Deadline {
  const isStream = events !== undefined || lines !== undefined || input?.lines !== undefined;
  return createDeadline(isStream ? Infinity : (limits?.timeoutMs?.(header) ?? requestTimeoutMs));
}

import { createDeadline, requestTimeoutMs, type Deadline } from './deadline.js';
import type { Operation } from './operation.js';
import type { Services } from './services.js';

/** The deadline of a request that begins now; that of a stream is when its caller ends it. */
export function deadlineOf(
  { events, lines, takesLines, timeoutMs }: Operation,
  header: (name: string) => string | undefined,
): Deadline {
  const isStream = events !== undefined || lines !== undefined || takesLines !== undefined;
  return createDeadline(isStream ? Infinity : (timeoutMs?.(header) ?? requestTimeoutMs));
}

/** The services with calls that end with the request, however many of them follow each other. */
export const callWithin = ({ remainingMs }: Deadline, services: Services): Services => ({
  ...services,
  units: (name, input) => services.units(name, input, { withinMs: remainingMs() }),
  connectors: (name, input) => services.connectors(name, input, { withinMs: remainingMs() }),
});

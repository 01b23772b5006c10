import { pino, type DestinationStream, type Level, type Logger } from 'pino';
import { createRedaction } from './redaction.js';

export type { Logger };

/**
 * The members of a line besides `level`, `time`, `pid`, `hostname`, `name` and `msg`. Others are shown as
 * `[redacted]`, and so are objects where none is expected: what is logged is decided here, and not where an
 * error happens to carry a configuration or a request.
 */
const fields: Record<string, 'scalar' | 'object'> = {
  // What is concerned.
  developer: 'scalar',
  client: 'scalar',
  clients: 'scalar',
  type: 'scalar',
  interaction: 'scalar',
  delivery: 'scalar',
  id: 'scalar',
  call: 'scalar',
  trace_id: 'scalar',
  span_id: 'scalar',
  queue: 'scalar',
  job: 'scalar',
  sweep: 'scalar',
  // Requests.
  req: 'object',
  res: 'object',
  responseTime: 'scalar',
  // What happened.
  err: 'object',
  code: 'scalar',
  detail: 'scalar',
  reason: 'scalar',
  attempt: 'scalar',
  missing: 'scalar',
  entries: 'scalar',
  skewMs: 'scalar',
  lost: 'scalar',
  purpose: 'scalar',
  sealed: 'scalar',
  of: 'scalar',
  left: 'object',
  from: 'scalar',
  to: 'scalar',
};

const redacted = '[redacted]';

function onlyFields(members: Record<string, unknown>): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const name in members) {
    const value = members[name];
    const kind = fields[name];
    const isShown = kind === 'object' || (kind === 'scalar' && !isObject(value));
    shown[name] = isShown ? value : redacted;
  }
  return shown;
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** How many causes of an error are shown. */
const maxCauses = 3;

/** What is shown of an error. Its other members may be whatever the library that threw it had at hand. */
function toLoggedError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return isObject(error) ? redacted : error;
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    type: error.constructor.name || name,
    message,
    stack,
    ...(isObject(code) ? {} : { code }),
    ...(cause !== undefined && depth < maxCauses && { cause: toLoggedError(cause, depth + 1) }),
  };
}

interface LogOptions {
  /** The name of the service. */
  name: string;
  level: Level | 'silent';
  /** Texts that are never logged, wherever they appear. */
  secrets: string[];
  /** The ids of the span that a line belongs to. */
  idsOfSpan?: () => { trace_id?: string; span_id?: string };
}

/** Creates the log of a service: one line of JSON for each fact, on the standard output. */
export function createLog(
  { name, level, secrets, idsOfSpan }: LogOptions,
  destination?: DestinationStream,
): Logger {
  return pino(
    {
      name,
      level,
      formatters: { log: onlyFields },
      serializers: { err: (error: unknown) => toLoggedError(error) },
      hooks: { streamWrite: createRedaction(secrets) },
      ...(idsOfSpan && { mixin: idsOfSpan }),
    },
    ...(destination ? [destination] : []),
  );
}

import { pino, type DestinationStream, type Level } from 'pino';
import { createRedaction } from './redaction.js';

/**
 * Members of a log line besides `level`, `time`, `pid`, `hostname`, `name` and `msg`. Other members, and objects where
 * a scalar is expected, are logged as `[redacted]`: an error may carry a whole configuration or request.
 */
const fields = {
  // Subject of the line.
  developer: 'scalar',
  developers: 'scalar',
  client: 'scalar',
  clients: 'scalar',
  type: 'scalar',
  interaction: 'scalar',
  delivery: 'scalar',
  replay: 'scalar',
  redelivery: 'scalar',
  erasure: 'scalar',
  agent: 'scalar',
  subscription: 'scalar',
  group: 'scalar',
  id: 'scalar',
  call: 'scalar',
  trace_id: 'scalar',
  span_id: 'scalar',
  queue: 'scalar',
  job: 'scalar',
  task: 'scalar',
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
} as const satisfies Record<string, 'scalar' | 'object'>;

/** Names of undeclared members, of every variant of a union. */
type Undeclared<Members> = Members extends unknown
  ? Exclude<keyof Members, keyof typeof fields>
  : never;

/** Writes a line. Undeclared members do not compile. */
interface Write {
  <Members extends object>(
    members: Members & Partial<Record<Undeclared<Members>, never>>,
    message: string,
  ): void;
  (message: string): void;
}

export interface Logger extends Record<Level, Write> {
  /** Lowest level that is written; it can be set while the service runs. */
  level: string;
  isLevelEnabled(level: string): boolean;
}

const redacted = '[redacted]';

function onlyFields(members: Record<string, unknown>): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const name in members) {
    const value = members[name];
    const kind = (fields as Record<string, 'scalar' | 'object'>)[name];
    const isShown = kind === 'object' || (kind === 'scalar' && !isObject(value));
    shown[name] = isShown ? value : redacted;
  }
  return shown;
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** Number of causes of an error that are logged. */
const maxCauses = 3;

/** Returns the members of an error that are logged. The others may contain anything. */
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
  /** Name of the service. */
  name: string;
  level: Level | 'silent';
  /** Texts that are never logged. */
  secrets: string[];
  /** Returns the ids of the current span. */
  idsOfSpan?: (() => { trace_id?: string; span_id?: string }) | undefined;
}

/** Creates the log of a service, with one JSON object per line. */
export function createLog(
  { name, level, secrets, idsOfSpan }: LogOptions,
  destination: DestinationStream,
): Logger {
  return pino(
    {
      name,
      level,
      formatters: { log: onlyFields },
      serializers: { err: (error: unknown) => toLoggedError(error) },
      hooks: { streamWrite: createRedaction(secrets) },
      mixin: idsOfSpan,
    },
    destination,
  );
}

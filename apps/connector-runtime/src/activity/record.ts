import type { Recorder } from '@trellis/connector-sdk';
import type {
  OperationKind,
  OperationRequest,
  OperationRun,
  OperationStarter,
  Requester,
} from '@trellis/contracts';
import type { SessionRecording } from './session-recording.js';
import type { Tracer } from '@trellis/messaging';
import type { Journal, OperationFailure } from './journal.js';

export interface RecordNeeds {
  journal: Journal;
  /** The clock that all processes share. */
  clock: { now(): number };
  tracing?: Pick<Tracer, 'context'> | undefined;
}

/** An operation of a client that ends now. */
interface Ending {
  kind: OperationKind;
  /** When it began (ms, by `performance.now()`). */
  startedAt: number;
  startedBy?: OperationStarter;
  /** Why it failed; undefined when it succeeded. */
  failure?: OperationFailure | undefined;
  attempt?: number;
  counts?: OperationRun['counts'];
  thing?: string;
  name?: string | undefined;
  /** Exchanges of the operation that were recorded elsewhere. */
  others?: OperationRequest[];
}

/** Records the refresh of a client's tokens. */
export interface Refreshing {
  record: Recorder;
  addSecrets(secrets: readonly string[]): void;
  onEnd(startedAt: number, error?: Error): void;
}

export const refreshingOf = (
  needs: RecordNeeds,
  session: Required<Worked>,
  failureOf: (error: Error) => Ending['failure'],
): Refreshing => ({
  record: session.recording.record,
  addSecrets: (secrets) => secrets.filter(Boolean).forEach(session.recording.addSecret),
  onEnd(startedAt, error) {
    const failure = error && failureOf(error);
    recordOperation(needs, session, { kind: 'token_refresh', startedAt, failure });
  },
});

const bySchedule: OperationStarter = { type: 'schedule' };

export const byEndUser: OperationStarter = { type: 'end_user' };
export const byVendor: OperationStarter = { type: 'vendor' };

/** Returns who started what an app or an end user requested. */
export const startedBy = (requester: Requester | null | undefined): OperationStarter => ({
  type: requester?.subject === undefined ? 'app' : 'end_user',
  ...requester,
});

/** Returns whether everything of a client is recorded. */
export const isDebuggedAt = (
  { debugUntil }: Pick<RecordedClient, 'debugUntil'>,
  now: number,
): boolean => debugUntil !== null && debugUntil.getTime() > now;

/** Does work for a client and records it; `failureOf` says what an error means. */
export async function recordWork<Result>(
  needs: RecordNeeds,
  worked: Worked,
  { failureOf, ...operation }: Omit<Ending, 'startedAt' | 'failure'> & FailureOf,
  work: () => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  try {
    const result = await work();
    recordOperation(needs, worked, { ...operation, startedAt });
    return result;
  } catch (error) {
    recordOperation(needs, worked, { ...operation, startedAt, failure: failureOf(error) });
    throw error;
  }
}

interface FailureOf {
  failureOf(error: unknown): OperationFailure;
}

/** The client of an operation, and the exchanges, if it has some. */
interface Worked {
  row: RecordedClient;
  recording?: SessionRecording;
}

/** The columns of a client that its operations show. */
interface RecordedClient {
  id: string;
  developer: string;
  subject: string;
  connectorType: string;
  debugUntil: Date | null;
}

/** Records an operation of a client that ends now, with its exchanges if it failed or the client is debugged. */
export function recordOperation(
  { journal, clock, tracing }: RecordNeeds,
  { row, recording }: Worked,
  { startedAt, startedBy = bySchedule, others = [], ...ending }: Ending,
): void {
  const now = clock.now();
  const durationMs = performance.now() - startedAt;
  const isDebugged = isDebuggedAt(row, now);
  journal.add({
    developer: row.developer,
    subject: row.subject,
    client: row.id,
    connectorType: row.connectorType,
    at: Math.round(now - durationMs),
    durationMs,
    startedBy,
    traceId: tracing?.context()?.traceparent.split('-')[1],
    isDebugged,
    requests:
      ending.failure || isDebugged
        ? () => [...(recording?.requests() ?? []), ...others]
        : undefined,
    ...ending,
  });
}

import {
  operationsTopic,
  type ClientOperation,
  type OperationKind,
  type OperationRequest,
  type OperationRun,
  type OperationStarter,
} from '@trellis/contracts';
import { databaseProblem, query } from '@trellis/database';
import type { Logger } from '@trellis/platform';
import type { Pool } from 'pg';
import { v5 as uuidFrom, v7 as newId } from 'uuid';
import { maxRuns, storeOperations } from './journal.sql.js';
import { fitted, searchOf } from './requests.js';

/** Why an operation failed. */
export interface OperationFailure extends Pick<ClientOperation, 'cause'> {
  code: string;
  detail: string;
}

/** An operation that has ended. */
export interface EndedOperation {
  developer: string;
  subject?: string | undefined;
  client?: string | undefined;
  connectorType: string;
  kind: OperationKind;
  /** When it began (ms since 1970). */
  at: number;
  durationMs: number;
  startedBy: OperationStarter;
  /** Why it failed; undefined when it succeeded. */
  failure?: OperationFailure | undefined;
  attempt?: number | undefined;
  traceId?: string | undefined;
  counts?: OperationRun['counts'];
  /** The thing, and the property or action. */
  thing?: string | undefined;
  name?: string | undefined;
  /** Returns its exchanges without secrets; omitted for successes unless the client is debugged. */
  requests?: (() => OperationRequest[]) | undefined;
  /** Whether it is stored by itself, and not with its repetitions. */
  isDebugged?: boolean | undefined;
}

/** Records operations. Never waits and never fails. */
export interface Journal {
  add(operation: EndedOperation): void;
}

interface Needs {
  pool: Pool;
  hints: { publish(topic: string): Promise<unknown> };
  log: Pick<Logger, 'info' | 'warn'>;
  /** The bytes of requests that an account may store per day. */
  maxBytesPerDay: number;
}

/** How often operations are stored (ms). */
const storeIntervalMs = 1_000;

/** How many operations one statement stores. */
const batchSize = 200;

/**
 * How many successes are stored at once, so that a great many polls cost little: those of one client wait their turn,
 * and share a row.
 */
const maxSuccesses = 100;

/** The most operations that wait, and the most bytes of their requests. */
const maxWaiting = 200_000;
const maxWaitingBytes = 64 * 1024 * 1024;

const dayMs = 24 * 60 * 60_000;

interface Waiting extends Pick<
  EndedOperation,
  'developer' | 'subject' | 'client' | 'connectorType' | 'kind' | 'failure'
> {
  day: number;
  /** Distinguishes one that is debugged. */
  debugged: string | undefined;
  count: number;
  first: number;
  last: number;
  runs: OperationRun[];
  requests: string | undefined;
  search: string | undefined;
}

/**
 * Collects operations in memory and stores them every second: failures at once, successes as far as there is room. While
 * the database is away, operations collect within bounds. `stop` stores the rest.
 */
export function startJournal(
  needs: Needs,
): Journal & { store(): Promise<void>; stop(): Promise<void> } {
  const { pool, log } = needs;
  const failures = new Map<string, Waiting>();
  const successes = new Map<string, Waiting>();
  let waitingBytes = 0;
  let isFailing = false;
  let storing = Promise.resolve();

  function add(operation: EndedOperation): void {
    const { failure, at, isDebugged } = operation;
    const day = at - (at % dayMs);
    const debugged = isDebugged ? newId() : undefined;
    const key = debugged ?? keyOf(operation, day);
    const waiting = failure || isDebugged ? failures : successes;
    const before = waiting.get(key);
    const run = toRun(operation);
    if (before) {
      before.count += 1;
      before.last = at;
      before.runs.unshift(run);
      if (before.runs.length > maxRuns) before.runs.pop();
    } else if (waiting.size >= maxWaiting) return;
    const entry = before ?? {
      ...startOf(operation),
      day,
      debugged,
      count: 1,
      first: at,
      last: at,
      runs: [run],
      requests: undefined,
      search: undefined,
    };
    if (operation.requests && waitingBytes < maxWaitingBytes) {
      try {
        addRequests(entry, operation.requests());
      } catch (error) {
        log.warn({ err: error, client: operation.client }, 'requests were not recorded');
      }
    }
    if (!before) waiting.set(key, entry);
  }

  function addRequests(waiting: Waiting, requests: OperationRequest[]): void {
    if (requests.length === 0) return;
    const text = fitted(requests);
    waitingBytes += text.length - (waiting.requests?.length ?? 0);
    waiting.requests = text;
    waiting.search = searchOf(requests);
  }

  async function storeAll(): Promise<void> {
    const taken = [...take(failures, maxWaiting), ...take(successes, maxSuccesses)];
    waitingBytes = 0;
    const changed = new Set<string>();
    try {
      while (taken.length > 0) {
        for (const developer of await storeBatch(taken.slice(0, batchSize))) changed.add(developer);
        taken.splice(0, batchSize);
      }
      if (isFailing) log.info('operations are stored again');
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'operations wait to be stored');
      isFailing = true;
      for (const one of taken) putBack(one);
    }
    for (const developer of changed)
      await needs.hints.publish(operationsTopic(developer)).catch(() => undefined);
  }

  /** Stores a batch; of one that cannot be stored, all but the operation to blame. Returns the accounts. */
  async function storeBatch(batch: Waiting[]): Promise<string[]> {
    try {
      const rows = await query(pool, storeOperations, valuesOf(batch, needs.maxBytesPerDay));
      return rows.map(({ developer }) => developer);
    } catch (error) {
      if (databaseProblem(error)) throw error;
      if (batch.length === 1) {
        log.warn({ err: error, client: batch[0]!.client }, 'operation was not recorded');
        return [];
      }
      const middle = batch.length >> 1;
      const first = await storeBatch(batch.slice(0, middle));
      return [...first, ...(await storeBatch(batch.slice(middle)))];
    }
  }

  function putBack(one: Waiting): void {
    const waiting = one.failure || one.debugged ? failures : successes;
    const key = one.debugged ?? keyOf(one, one.day);
    const later = waiting.get(key);
    waitingBytes += one.requests?.length ?? 0;
    if (!later) return void waiting.set(key, one);
    later.count += one.count;
    later.first = one.first;
    later.runs = [...later.runs, ...one.runs].slice(0, maxRuns);
  }

  const store = () => (storing = storing.then(storeAll));
  const timer = setInterval(() => void store(), storeIntervalMs);
  return {
    add,
    store,
    async stop() {
      clearInterval(timer);
      await store();
      while (successes.size > 0 && !isFailing) await store();
    },
  };
}

/** Takes the entries that have waited longest. */
function take(waiting: Map<string, Waiting>, most: number): Waiting[] {
  const taken: Waiting[] = [];
  for (const [key, one] of waiting) {
    if (taken.length === most) break;
    taken.push(one);
    waiting.delete(key);
  }
  return taken;
}

const startOf = ({ developer, subject, client, connectorType, kind, failure }: EndedOperation) => ({
  developer,
  subject,
  client,
  connectorType,
  kind,
  failure,
});

function toRun(operation: EndedOperation): OperationRun {
  const { at, durationMs, attempt, startedBy, traceId, counts, thing, name } = operation;
  return {
    at: new Date(at).toISOString(),
    duration_ms: Math.round(durationMs),
    started_by: startedBy,
    ...(attempt !== undefined && { attempt }),
    ...(traceId !== undefined && { trace_id: traceId }),
    ...(counts && { counts }),
    ...(thing !== undefined && { thing }),
    ...(name !== undefined && { name }),
  };
}

const keyOf = (
  {
    developer,
    client,
    connectorType,
    kind,
    failure,
  }: Pick<Waiting, 'developer' | 'client' | 'connectorType' | 'kind' | 'failure'>,
  day: number,
): string =>
  `${day} ${client ?? `${developer} ${connectorType}`} ${kind} ${failure ? `${failure.code} ${failure.detail}` : ''}`;

/** The namespace of ids that are derived from what an operation is. */
const namespace = '5f1f0c66-2f0a-4b1e-9f55-1c8a8f0b7a41';

const idOf = (one: Waiting): string => one.debugged ?? uuidFrom(keyOf(one, one.day), namespace);

function valuesOf(all: Waiting[], maxBytesPerDay: number): unknown[] {
  const column = (value: (one: Waiting) => unknown) => all.map(value);
  const time = (value: number) => new Date(value).toISOString();
  return [
    column(({ day }) => time(day)),
    column(idOf),
    column(({ developer }) => developer),
    column(({ subject }) => subject ?? null),
    column(({ client }) => client ?? null),
    column(({ connectorType }) => connectorType),
    column(({ kind }) => kind),
    column(({ failure }) => (failure ? 'failed' : 'succeeded')),
    column(({ failure }) => failure?.code ?? null),
    column(({ failure }) => failure?.detail ?? null),
    column(({ count }) => count),
    column(({ first }) => time(first)),
    column(({ last }) => time(last)),
    column(({ runs }) => JSON.stringify(runs)),
    column(({ requests }) => requests ?? null),
    column(({ search }) => search ?? null),
    maxBytesPerDay,
    column(({ failure }) => failure?.cause ?? null),
  ];
}

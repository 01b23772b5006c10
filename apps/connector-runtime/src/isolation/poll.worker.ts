import { setMaxListeners } from 'node:events';
import {
  createExplanation,
  createHttp,
  createPastedHttp,
  createRecorder,
  withConnections,
  type AllowedAddress,
  type Connector,
  type Discovery,
  type Explanation,
  type FollowRequest,
  type IdleConnections,
  type Recorder,
  type SharedBudget,
} from '@trellis/connector-sdk';
import { endWithParent } from '@trellis/platform/processes';
import { createBirpc } from 'birpc';
import { loadConnectors } from '../load-connectors.js';
import { checkEntity, discoverAtMost } from './check-entities.js';
import { perform } from './device-request.js';
import { fromSentError, toSentError, type Outcome } from './failures.js';
import {
  heartbeatMs,
  type ClientTask,
  type Context,
  type ContextFunction,
  type PollFunctions,
  type PollResult,
  type ServiceFunctions,
} from './messages.js';
import { createProcessorClock } from './processor-clock.js';

/** How many entities are sent at once, so that the service reads each message in little time. */
const entitiesPerMessage = 100;

const connectors = await loadConnectors(process.env.CONNECTORS);
const processor = createProcessorClock();
const jobs = new Map<number, AbortController>();

const service = createBirpc<ServiceFunctions, PollFunctions>(
  {
    poll: (job, task) =>
      outcomeOf(job, task, async (connector, { context, bytes, timed }) => {
        const discovery = await discoverAtMost(task.maxEntities, connector, context);
        const found = await send(job, discovery);
        return { ...found, bytes: bytes(), cpuMs: timed.end() };
      }),
    perform: (job, task) =>
      outcomeOf(job, task, (connector, { context }) => perform(connector, context, task.request)),
    abort: (job, reason) => jobs.get(job)?.abort(fromSentError(reason)),
  },
  {
    post: (message) => void process.send?.(message),
    on: (receive) => void process.on('message', receive),
    timeout: -1,
  },
);

/** The numbers of errors that the service has thrown. */
const origins = new WeakMap<Error, number | undefined>();

interface Timed {
  /** Measures the processor time of the task. */
  timed: ReturnType<typeof processor.start>;
}

/** Uses the connector of a task, until it is aborted. */
async function outcomeOf<T>(
  job: number,
  task: ClientTask,
  use: (connector: Connector, given: ReturnType<typeof contextOf> & Timed) => Promise<T>,
): Promise<Outcome<T>> {
  const abort = new AbortController();
  // Each request of a poll listens.
  setMaxListeners(0, abort.signal);
  jobs.set(job, abort);
  const timed = processor.start();
  const recorder = createRecorder();
  const sendRecorded = () => void service.recorded.asEvent(job, recorder.requests());
  let explanation: Explanation | undefined;
  void service.resumed.asEvent(job);
  try {
    const connector = connectors.find(({ typeId }) => typeId === task.connectorType);
    if (!connector) throw new Error(`There is no connector of type ${task.connectorType}.`);
    if (task.isExplained) explanation = createExplanation(connector.secretNames?.(task.instance));
    const value = await withConnections((connections) => {
      const given = { signal: abort.signal, connections, record: recorder, explain: explanation };
      return use(connector, { ...contextOf(job, task, given), timed });
    });
    if (task.isDebugged) sendRecorded();
    return { value };
  } catch (error) {
    sendRecorded();
    return { error: toSentError(error, origins.get(error as Error)) };
  } finally {
    // Sent before the outcome.
    if (explanation) void service.explained.asEvent(job, explanation.explained());
    timed.end();
    jobs.delete(job);
  }
}

async function send(
  job: number,
  { entities, problems, ...rest }: Discovery,
): Promise<Omit<PollResult, 'bytes' | 'cpuMs'>> {
  for (let start = 0; start < entities.length; start += entitiesPerMessage) {
    const part = entities.slice(start, start + entitiesPerMessage);
    await service.found(job, part.map(checkEntity));
  }
  return {
    ...rest,
    problems: problems.map(({ device, failure }) => ({ device, failure: toSentError(failure) })),
  };
}

/** Returns the context of a connector, which uses that in the service, and the bytes that it has received. */
function contextOf(
  job: number,
  task: ClientTask,
  {
    signal,
    connections,
    record,
    explain,
  }: Pick<Context, 'signal' | 'explain'> & { connections: IdleConnections; record: Recorder },
) {
  let bytes = 0;
  const call = async <T>(name: ContextFunction, ...given: string[]): Promise<T> => {
    const outcome = await service.call(job, name, given);
    if ('value' in outcome) return outcome.value as T;
    const error = fromSentError(outcome.error);
    origins.set(error, outcome.error.origin);
    throw error;
  };
  const follow: FollowRequest = async (_method, request) => {
    const answer = await request();
    void service.resumed.asEvent(job);
    return answer;
  };
  const effort: SharedBudget = {
    take(kind, amount) {
      if (kind === 'bytes') bytes += amount;
      return true;
    },
  };
  const resolve = (host: string, port: number) =>
    call<AllowedAddress>('resolve', host, String(port));
  const acquire = async () => void (await call('acquire'));
  const { instance, client, clientId, isListening, pasted } = task;
  const context: Context = {
    instance,
    client,
    clientId,
    isListening,
    signal,
    resolve,
    acquire,
    effort,
    record,
    explain,
    pasted,
    http: pasted
      ? createPastedHttp(pasted)
      : createHttp({ resolve, acquire, signal, connections, follow, effort, record }),
    memory: {
      get: (name) => call('get', name),
      set: (name, value) => call('set', name, value),
      replace: (name, value, current) =>
        call('replace', name, value, ...(current === undefined ? [] : [current])),
      delete: (name) => call('delete', name),
    },
    accessToken: () => call('accessToken'),
  };
  return { context, bytes: () => bytes };
}

endWithParent();
setInterval(() => {
  if (jobs.size > 0) void service.alive.asEvent();
}, heartbeatMs);
void service.alive.asEvent();

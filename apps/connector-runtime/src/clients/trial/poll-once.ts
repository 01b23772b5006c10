import { setMaxListeners } from 'node:events';
import {
  createHttp,
  createPastedHttp,
  raceSignal,
  Unavailable,
  type Connector,
  type Discovery,
  type Explainer,
  type Memory,
  type PastedAnswer,
  type SharedBudget,
} from '@trellis/connector-sdk';
import { trialTimeouts } from '@trellis/contracts';
import type { SessionRecording } from '../../activity/session-recording.js';
import { discoverOrIsolate } from '../../isolation/discover.js';
import type { Runtime } from '../../runtime.js';
import type { Session } from '../../session.js';

type PollNeeds = Pick<
  Runtime,
  'resolverOf' | 'throughAgent' | 'rateLimits' | 'isolation' | 'quotas'
>;

export interface Trial {
  developer: string;
  id: string;
  /** The id of the agent through which it is polled. */
  via: string | undefined;
  instance: Record<string, unknown>;
  client: Session['client'];
  recording: SessionRecording;
  /** Returns what takes the explanation of a poll, in place of that of an earlier one. */
  explain: () => Explainer;
  /** Answers in place of requests: nothing is sent then. */
  pasted: PastedAnswer[] | undefined;
}

/** Polls with configurations that are not stored. */
export async function pollOnce(
  needs: PollNeeds,
  connector: Connector,
  trial: Trial,
): Promise<Discovery> {
  const { developer, id, instance, client, recording, explain, pasted } = trial;
  const { isolation, quotas } = needs;
  const controller = new AbortController();
  const { signal } = controller;
  // Each request of a poll listens.
  setMaxListeners(0, signal);
  const timer = setTimeout(
    () =>
      controller.abort(
        new Unavailable('The remote technology did not answer in time.', { cause: 'poll_timeout' }),
      ),
    trialTimeouts.pollMs,
  );
  const { resolve, acquire } = networkOf(needs, connector, trial);
  const memory = recording.watch(transientMemory());
  const contextWith = (effort?: SharedBudget) => ({
    instance,
    client,
    clientId: id,
    signal,
    resolve,
    acquire,
    effort,
    record: recording.record,
    explain: explain(),
    pasted,
    http: pasted
      ? createPastedHttp(pasted)
      : createHttp({ resolve, signal, acquire, effort, record: recording.record }),
    memory,
    isListening: false,
    accessToken: () => Promise.reject(new Error('A trial has no access token.')),
  });
  const maxEntities = quotas.client_things;
  const options = { developer, maxEntities, level: null, isDebugged: true };
  const polled = discoverOrIsolate(isolation, connector, contextWith, options);
  try {
    return (await raceSignal(signal, polled)).discovery;
  } finally {
    clearTimeout(timer);
    controller.abort(new Unavailable('The trial has ended.', { cause: 'interrupted' }));
  }
}

function networkOf(
  { resolverOf, throughAgent, rateLimits }: PollNeeds,
  connector: Connector,
  { developer, via, pasted }: Trial,
): Pick<Parameters<Connector['poll']>[0], 'resolve' | 'acquire'> {
  if (pasted) return { resolve: refuse, acquire: async () => undefined };
  // Trials of one developer count together: each has another id.
  const acquire = rateLimits(connector, { instance: developer, client: developer });
  const resolve =
    via === undefined ? resolverOf(developer) : throughAgent({ developer, agent: via });
  return { resolve, acquire };
}

async function refuse(): Promise<never> {
  throw new Unavailable('A trial with pasted answers opens no connection.', {
    sent: false,
    cause: 'not_pasted',
  });
}

/** A memory that ends with the trial. */
function transientMemory(): Memory {
  const texts = new Map<string, string>();
  return {
    get: async (name) => texts.get(name),
    set: async (name, value) => void texts.set(name, value),
    async replace(name, value, current) {
      if (texts.get(name) !== current) return false;
      texts.set(name, value);
      return true;
    },
    delete: async (name) => void texts.delete(name),
  };
}

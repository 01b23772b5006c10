import { setTimeout as pause } from 'node:timers/promises';
import { ConnectorFailure, Unavailable, type Emit } from '@trellis/connector-sdk';
import type { Remote } from '../remote.js';
import type { Command } from '../send.js';
import { follow } from './follow.js';
import { readMessage } from './message.js';
import type { Form } from '../form.js';
import type { Subscription } from '../subscriptions.js';
import type { DescribedThing } from '../thing.js';

/** The backoff after a subscription has ended: doubled each time, with jitter of half to either side (ms). */
const delays = { firstMs: 1_000, maxMs: 5 * 60_000 };

/** The duration after which a subscription resets the backoff (ms). */
const resetAfterMs = 60_000;

interface Subscriptions {
  replace(sources: Source[]): void;
  ended: Promise<never>;
  close(): void;
}

/** An active source. The descriptions of its things may change meanwhile. */
interface Followed {
  source: Source;
  isOpen: boolean;
  stopping: AbortController;
}

/**
 * Creates an empty set of subscriptions. A failed one is retried with backoff, and does not affect the others. Emits
 * an empty report when the first is established, and then what they report.
 */
export function openSubscriptions(remote: Remote, emit: Emit<Command>): Subscriptions {
  const followed = new Map<string, Followed>();
  const ownSlots = slots.ofClient();
  let isEstablished = false;
  let count = 1;
  let end: (reason: unknown) => void = () => undefined;
  const ended = new Promise<never>((_resolve, reject) => (end = reject));
  ended.catch(() => undefined);

  function update(one: Followed, isOpen: boolean): void {
    if (one.isOpen === isOpen) return;
    one.isOpen = isOpen;
    review();
  }

  /** Emits when the first subscription is established, and ends when none is left. */
  function review(): void {
    const isAnyOpen = [...followed.values()].some((each) => each.isOpen);
    if (isAnyOpen && !isEstablished) emit({});
    if (!isAnyOpen && isEstablished)
      end(new Unavailable('The things tell nothing any more.', { cause: 'nothing_reported' }));
    isEstablished = isAnyOpen;
  }

  async function followOnce(one: Followed, lastEventId: string | undefined) {
    const { signal } = one.stopping;
    const release = ownSlots.acquire();
    // Retried later, as after a failure.
    if (!release) return lastEventId;
    try {
      await follow(remote, {
        form: one.source.form,
        events: [...new Set(one.source.targets.flatMap(({ thing }) => [...thing.events.keys()]))],
        signal,
        lastEventId,
        count,
        onOpen: () => update(one, true),
        onMessage({ id, ...message }) {
          lastEventId = id;
          for (const { thing, subscription } of one.source.targets) {
            const report = readMessage(thing, subscription, message);
            if (report && !signal.aborted) emit(report);
          }
        },
      });
    } catch (error) {
      if (signal.aborted) return lastEventId;
      update(one, false);
      if (!(error instanceof ConnectorFailure)) throw error;
    } finally {
      release();
    }
    return lastEventId;
  }

  async function followWithBackoff(one: Followed): Promise<void> {
    const { signal } = one.stopping;
    let failures = 0;
    let lastEventId: string | undefined;
    while (!signal.aborted) {
      const startedAt = performance.now();
      lastEventId = await followOnce(one, lastEventId);
      if (signal.aborted) return;
      failures = performance.now() - startedAt >= resetAfterMs ? 1 : failures + 1;
      await pause(delayMs(failures), undefined, { signal }).catch(() => undefined);
    }
  }

  function start(key: string, source: Source): void {
    const one = { source, isOpen: false, stopping: new AbortController() };
    followed.set(key, one);
    followWithBackoff(one).catch(end);
  }

  function stop(key: string): void {
    const one = followed.get(key);
    followed.delete(key);
    one?.stopping.abort();
  }

  return {
    ended,
    replace(sources) {
      const wanted = new Map(sources.map((source) => [keyOf(source), source]));
      count = sources.length;
      for (const key of [...followed.keys()]) if (!wanted.has(key)) stop(key);
      for (const [key, source] of wanted) {
        const before = followed.get(key);
        if (before) before.source = source;
        else start(key, source);
      }
      review();
    },
    close() {
      for (const key of [...followed.keys()]) stop(key);
    },
  };
}

const delayMs = (failures: number): number =>
  Math.min(delays.firstMs * 2 ** (failures - 1), delays.maxMs) * (0.5 + Math.random());

interface SlotLimits {
  /** The guaranteed number for each client. */
  perClient: number;
  /** The number beyond these that all clients share. */
  further: number;
}

export function createSlots({ perClient, further }: SlotLimits) {
  let shared = 0;
  return {
    ofClient() {
      let own = 0;
      return {
        /** Acquires a slot; returns a function that releases it, or undefined if none is free. */
        acquire(): (() => void) | undefined {
          if (own < perClient) {
            own += 1;
            return () => void (own -= 1);
          }
          if (shared >= further) return undefined;
          shared += 1;
          return () => void (shared -= 1);
        },
      };
    },
  };
}

/** The slots of this process. A client with many things leaves the guaranteed number to the others. */
const slots = createSlots({ perClient: 8, further: 1_000 });

interface Target {
  thing: DescribedThing;
  subscription: Subscription;
}

/** A form for subscriptions, and everything that it covers: several affordances may share one. */
interface Source {
  form: Form;
  targets: Target[];
}

/** The most sources of a client; each needs a connection. */
export const maxSources = 64;

export function allSourcesOf(things: DescribedThing[]): Source[] {
  const sources = new Map<string, Source>();
  for (const thing of things) {
    for (const subscription of thing.subscriptions) {
      const { form } = subscription;
      const key = keyOf({ form });
      const source = sources.get(key) ?? { form, targets: [] };
      source.targets.push({ thing, subscription });
      sources.set(key, source);
    }
  }
  return [...sources.values()];
}

export const sourcesOf = (things: DescribedThing[]): Source[] =>
  allSourcesOf(things).slice(0, maxSources);

/** Returns a key that is the same for equal forms. */
const keyOf = ({ form }: Pick<Source, 'form'>): string => JSON.stringify(form);

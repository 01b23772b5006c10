import { thingsTopic } from '@trellis/contracts';
import { query } from '@trellis/database';
import type { Runtime } from '../../runtime.js';
import { readDelivered } from '../outbox.sql.js';
import { subscriptionsTopic } from './change.js';

/** How often subscriptions are read again, since hints may be lost (ms). */
const reloadMs = 60_000;

const pageSize = 1_000;

/** Debounces the hints of one developer (ms), longer for many subscriptions. */
const debounceMs = 100;
const debounceMsEach = 10;

const message = 'subscriptions are not followed';

type Needs = Pick<Runtime, 'pool' | 'subscribe' | 'subscriptions' | 'log'>;

/** The subscriptions of one developer. */
interface Followed {
  ids: string[];
  end(): void;
}

/**
 * Runs subscriptions as soon as something happens to the things of their developers. Developers without subscriptions
 * cost nothing. Returns a function that stops it.
 */
export function wakeSubscriptions({ pool, subscribe, subscriptions, log }: Needs): () => void {
  const followed = new Map<string, Followed>();
  let isStopped = false;
  let isAgain = false;
  let running: Promise<void> | undefined;

  async function follow(developer: string, ids: string[]): Promise<void> {
    const existing = followed.get(developer);
    if (existing) return void (existing.ids = ids);
    let timer: NodeJS.Timeout | undefined;
    const wake = () => {
      timer = undefined;
      for (const id of followed.get(developer)?.ids ?? []) {
        subscriptions.runNow(id).catch(() => undefined);
      }
    };
    const topic = await subscribe(thingsTopic(developer), () => {
      const many = (followed.get(developer)?.ids.length ?? 0) * debounceMsEach;
      timer ??= setTimeout(wake, Math.max(debounceMs, many)).unref();
    });
    const end = () => {
      clearTimeout(timer);
      topic.end();
    };
    if (isStopped) return end();
    followed.set(developer, { ids, end });
    wake();
  }

  async function load(): Promise<void> {
    const present = new Map<string, string[]>();
    for (let after = '0'; ;) {
      const rows = await query(pool, readDelivered, [after, pageSize]);
      for (const { developer, id } of rows) {
        present.set(developer, [...(present.get(developer) ?? []), id]);
      }
      if (rows.length < pageSize) break;
      after = rows.at(-1)!.key;
    }
    for (const [developer, { end }] of followed) {
      if (present.has(developer)) continue;
      followed.delete(developer);
      end();
    }
    const outcomes = await Promise.allSettled(
      [...present].map(([developer, ids]) => follow(developer, ids)),
    );
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    const [first] = failed;
    if (!first) return;
    log.warn({ err: first.reason as unknown, developers: failed.length }, message);
  }

  function reload(): void {
    isAgain = running !== undefined;
    running ??= load()
      .catch((error: unknown) => log.warn({ err: error }, message))
      .finally(() => {
        running = undefined;
        if (isAgain && !isStopped) reload();
      });
  }

  const timer = setInterval(reload, reloadMs).unref();
  const subscription = subscribe(subscriptionsTopic, reload).catch(() => undefined);
  reload();
  return () => {
    isStopped = true;
    clearInterval(timer);
    void subscription.then((topic) => topic?.end());
    for (const { end } of followed.values()) end();
    followed.clear();
  };
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import { Unavailable } from './failure.js';

export interface BudgetOptions<Kind extends string> {
  /** The most that may be spent of each kind of work, such as steps, bytes or requests. */
  limits: Readonly<Record<Kind, number>>;
  /** The most of a kind of work at once, during which no other client gets its turn. */
  atOnce?: Readonly<Partial<Record<Kind, number>>>;
  /** How long the work may take (ms); without it there is no limit. */
  timeMs?: number;
  /** The error for work that the budget, or the one around it, does not allow. */
  refuse: (kind: Kind) => Error;
  /** A larger budget that several share: what is spent here is spent there as well. */
  within?: SharedBudget | undefined;
}

/** A budget that others spend as well. */
export interface SharedBudget {
  /** Counts work that is about to be done; returns whether enough is left, which it always is of other kinds. */
  take(kind: string, amount: number): boolean;
}

/** The work that a poll, command or template may still do; counted before it is done, so not by the machine's speed. */
export class Budget<Kind extends string> implements SharedBudget {
  readonly #left: Record<Kind, number>;
  readonly #atOnce: Readonly<Partial<Record<Kind, number>>> | undefined;
  readonly #endsAt: number;
  readonly #refuse: (kind: Kind) => Error;
  readonly #outer: SharedBudget | undefined;
  readonly #pacer = createPacer();
  #isExhausted = false;

  constructor({ limits, atOnce, timeMs = Infinity, refuse, within }: BudgetOptions<Kind>) {
    this.#left = { ...limits };
    this.#atOnce = atOnce;
    this.#endsAt = performance.now() + timeMs;
    this.#refuse = refuse;
    this.#outer = within;
  }

  /** Whether work was refused, by this budget or by the one around it. */
  get isExhausted(): boolean {
    return this.#isExhausted;
  }

  get remainingMs(): number {
    return this.#endsAt - performance.now();
  }

  /** Counts work that is about to be done; throws when there is not enough left for it. */
  spend(kind: Kind, amount = 1): void {
    if (!this.take(kind, amount)) throw this.#refuse(kind);
  }

  /** Counts work whose size was only known afterwards, such as the bytes of a response. */
  record(kind: Kind, amount: number): void {
    this.#left[kind] -= amount;
  }

  has(kind: Kind): boolean {
    return this.#left[kind] > 0;
  }

  /** Lets the event loop run if this thread has been busy for long. */
  async pause(): Promise<void> {
    if (this.#pacer.isDue()) await this.#pacer.giveWay();
  }

  take(kind: string, amount: number): boolean {
    const isAllowed = this.#takeOwn(kind, amount) && (this.#outer?.take(kind, amount) ?? true);
    this.#isExhausted ||= !isAllowed;
    return isAllowed;
  }

  #takeOwn(kind: string, amount: number): boolean {
    if (!this.#limits(kind)) return true;
    this.#left[kind] -= amount;
    return this.#left[kind] >= 0 && amount <= (this.#atOnce?.[kind] ?? Infinity);
  }

  #limits(kind: string): kind is Kind {
    return kind in this.#left;
  }
}

/** How long to work before others get their turn (ms): a process polls many clients. */
const maxBlockingMs = 20;

function createPacer() {
  let startedAt = performance.now();
  return {
    isDue: () => performance.now() - startedAt >= maxBlockingMs,
    async giveWay() {
      await nextTurn();
      startedAt = performance.now();
    },
  };
}

/** Maps a list that may be long, and lets the event loop run now and then. Throws `Unavailable` when it is aborted. */
export async function mapYielding<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
  signal: AbortSignal,
): Promise<Result[]> {
  const pacer = createPacer();
  const mapped: Result[] = [];
  for (const item of items) {
    mapped.push(map(item));
    if (!pacer.isDue()) continue;
    await pacer.giveWay();
    if (signal.aborted)
      throw new Unavailable('There are too many devices to read them in time.', {
        cause: 'poll_timeout',
      });
  }
  return mapped;
}

/** Returns how long to rest (ms) after a thread was busy, so that it is busy for at most a share of the time. */
export const restMs = (busyMs: number, maxShare: number): number => busyMs * (1 / maxShare - 1);

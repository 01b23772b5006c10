import { Unavailable } from '@trellis/connector-sdk';

/** Keeps slow remote technologies from holding up the quick ones within one process. */
export interface LaneOptions {
  /** Places in the quick lane. */
  quick: number;
  /** Places in the slow lane. */
  slow: number;
  /** Places in the slow lane that one group may hold, so that it never fills it alone. */
  slowOfGroup: number;
  /** How long work may hold a place in the quick lane (ms). */
  patience: number;
}

export interface LaneWork {
  /** What shares its places in the slow lane: the clients of an instance. */
  group: string;
  /**
   * What is known of the remote technology: that it answered in time, that it failed the last time, or
   * nothing yet.
   */
  standing: 'good' | 'bad' | 'unknown';
}

/** There is no place in the slow lane: nothing has been asked of the remote technology. */
export class Crowded extends Error {}

export interface Lanes {
  /**
   * Runs work that asks a remote technology. It begins in the quick lane, where it waits its turn,
   * and moves to the slow lane when it takes longer than `patience`; when it finds no place there, it
   * is aborted as `Unavailable`. What failed the last time begins in the slow lane, or not at all
   * (`Crowded`); of what nothing is known, as much as the slow lane has room for.
   */
  run<T>(of: LaneWork, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

export function createLanes({ quick, slow, slowOfGroup, patience }: LaneOptions): Lanes {
  const waiting: (() => void)[] = [];
  const ofGroup = new Map<string, number>();
  let quickInUse = 0;
  let slowInUse = 0;

  async function enterQuick(): Promise<void> {
    if (quickInUse < quick) quickInUse += 1;
    // Whoever leaves hands the place on, so it stays in use.
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }
  function leaveQuick(): void {
    const next = waiting.shift();
    if (next) next();
    else quickInUse -= 1;
  }
  function enterSlow(group: string): boolean {
    const held = ofGroup.get(group) ?? 0;
    if (slowInUse >= slow || held >= slowOfGroup) return false;
    slowInUse += 1;
    ofGroup.set(group, held + 1);
    return true;
  }
  function leaveSlow(group: string): void {
    slowInUse -= 1;
    const held = ofGroup.get(group)! - 1;
    if (held === 0) ofGroup.delete(group);
    else ofGroup.set(group, held);
  }

  async function runSlow<T>(group: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      leaveSlow(group);
    }
  }

  async function runQuick<T>(group: string, work: () => Promise<T>, end: (why: Error) => void) {
    await enterQuick();
    let leave = leaveQuick;
    const timer = setTimeout(() => {
      if (!enterSlow(group)) return end(tooSlow());
      leaveQuick();
      leave = () => leaveSlow(group);
    }, patience);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      leave();
    }
  }

  return {
    async run({ group, standing }, work) {
      const controller = new AbortController();
      const begin = () => work(controller.signal);
      if (standing !== 'good' && enterSlow(group)) return runSlow(group, begin);
      if (standing === 'bad') throw new Crowded('Too many remote technologies are slow.');
      return runQuick(group, begin, (why) => controller.abort(why));
    },
  };
}

const tooSlow = () =>
  new Unavailable('The remote technology did not answer in time, and too many others are slow.');

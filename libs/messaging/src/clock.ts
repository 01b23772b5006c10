/**
 * The clock that all processes share: that of the server with the queues. Deadlines that cross processes are instants of
 * this clock, because the clocks of two machines may differ by seconds.
 */
export interface SharedClock {
  /** Returns the time (milliseconds since the epoch). */
  now(): number;
  /** Converts an instant to the clock of this machine (`Date.now()`). */
  toLocal(instant: number): number;
  /** Returns how far the clock of this machine is ahead (ms); negative when it is behind. */
  skewMs(): number;
  /** Returns whether the clock of this machine is right enough to tell when jobs are due. */
  isRight(): boolean;
  /** Calls a function whenever the answer of `isRight` changes. */
  watch(onChange: () => void): void;
}

export interface ClockOptions {
  /** Reads the time of the server (milliseconds since the epoch). */
  readServerTime(): Promise<number>;
  /** Called when the clock of this machine starts to be off by more than a second, and when that ends. */
  onSkew: (skewMs: number) => void;
}

/** How often the time of the server is read (ms). Until then, calls fail after that clock has been set. */
const intervalMs = 5_000;

/** Longest round trip whose answer is accurate enough (ms). */
const maxRoundTripMs = 1_000;

/** Largest difference that is not reported (ms). */
const maxSkewMs = 1_000;

/** Largest difference with which jobs are run (ms): a clock that is ahead would end all delays at once. */
const maxJobSkewMs = 60_000;

/** How often the clock of this machine is compared with the monotonic one (ms). */
const checkMs = 1_000;

/**
 * Follows the clock of a server. Between two readings it uses the monotonic clock, so that setting the time of this
 * machine changes no deadline.
 */
export async function followClock({ readServerTime, onSkew }: ClockOptions) {
  let epoch = performance.timeOrigin;
  let isOff = false;
  const now = () => Math.round(epoch + performance.now());
  const skewMs = () => Date.now() - now();

  async function measure(): Promise<void> {
    const sentAt = performance.now();
    const time = await readServerTime();
    const answeredAt = performance.now();
    if (answeredAt - sentAt > maxRoundTripMs) return;
    epoch = time - (sentAt + answeredAt) / 2;
    if (isOff === Math.abs(skewMs()) > maxSkewMs) return;
    isOff = !isOff;
    onSkew(Math.round(skewMs()));
  }

  // While the server does not answer, the last reading applies.
  const measureIfPossible = () => measure().catch(() => undefined);
  await measureIfPossible();

  const listeners: (() => void)[] = [];
  const mayRunJobs = () => Math.abs(skewMs()) <= maxJobSkewMs;
  let isRight = mayRunJobs();
  async function check(): Promise<void> {
    if (isRight === mayRunJobs()) return;
    // The monotonic clock stops while a machine is suspended, so the last reading may be wrong.
    await measureIfPossible();
    if (isRight === mayRunJobs()) return;
    isRight = !isRight;
    for (const onChange of listeners) onChange();
  }
  const timers = [setInterval(measureIfPossible, intervalMs), setInterval(check, checkMs)];
  for (const timer of timers) timer.unref();
  const clock: SharedClock = {
    now,
    skewMs,
    toLocal: (instant) => instant + skewMs(),
    isRight: () => isRight,
    watch: (onChange) => void listeners.push(onChange),
  };
  return { clock, stop: () => timers.forEach(clearInterval) };
}

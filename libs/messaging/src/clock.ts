/**
 * The clock that all processes share, which is the one of the server with the queues. Deadlines that
 * cross processes are instants of this clock: those of two machines may differ by seconds.
 */
export interface SharedClock {
  /** The time (milliseconds since the epoch). */
  now(): number;
  /** What the clock of this machine (`Date.now()`) shows at an instant of this one. */
  toLocal(instant: number): number;
  /** How far the clock of this machine is ahead (ms); negative when it is behind. */
  skewMs(): number;
}

export interface ClockOptions {
  /** Asks the server for its time (milliseconds since the epoch). */
  readServerTime(): Promise<number>;
  /** Called when the clock of this machine begins to be off by more than a second, and when that ends. */
  onSkew: (skewMs: number) => void;
}

/** How often the server is asked. Quartz drifts by a few milliseconds in that time. */
const intervalMs = 60_000;

/** An answer that took longer says too little about the time (ms). */
const maxRoundTripMs = 1_000;

/** Clocks that differ by more are reported (ms). */
const maxSkewMs = 1_000;

/**
 * Follows the clock of a server. In between it counts on by the monotonic clock, so that a change of this
 * machine's time of day changes no deadline.
 */
export async function followClock({ readServerTime, onSkew }: ClockOptions) {
  let epoch = performance.timeOrigin;
  let isOff = false;
  const now = () => Math.round(epoch + performance.now());
  const skewMs = () => Date.now() - now();

  async function measure(): Promise<void> {
    const askedAt = performance.now();
    const time = await readServerTime();
    const answeredAt = performance.now();
    if (answeredAt - askedAt > maxRoundTripMs) return;
    epoch = time - (askedAt + answeredAt) / 2;
    if (isOff === Math.abs(skewMs()) > maxSkewMs) return;
    isOff = !isOff;
    onSkew(Math.round(skewMs()));
  }

  // While the server does not answer, the last measurement holds.
  const measureIfPossible = () => measure().catch(() => undefined);
  await measureIfPossible();
  const timer = setInterval(measureIfPossible, intervalMs).unref();
  const clock: SharedClock = { now, skewMs, toLocal: (instant) => instant + skewMs() };
  return { clock, stop: () => clearInterval(timer) };
}

/**
 * Makes the clock of a service adjustable, by `CLOCK_OFFSET_MS` at its start and by messages afterwards. The
 * monotonic clock is not affected.
 */
let offsetMs = Number(process.env.CLOCK_OFFSET_MS ?? 0);

process.on('message', ({ clockOffsetMs }) => {
  if (clockOffsetMs !== undefined) offsetMs = clockOffsetMs;
});
// The listener must not keep the process alive.
process.channel?.unref();

const { now } = Date;
Date.now = () => now() + offsetMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [target.now()] : args, newTarget),
});

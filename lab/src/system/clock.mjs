/**
 * Imported into a service before anything else: its clock can be set, by `CLOCK_OFFSET_MS` at its start
 * and by a message while it runs. The monotonic clock stays as it is.
 */
let offsetMs = Number(process.env.CLOCK_OFFSET_MS ?? 0);

process.on('message', ({ clockOffsetMs }) => {
  if (clockOffsetMs !== undefined) offsetMs = clockOffsetMs;
});
// Listening for messages must not keep a process alive that would otherwise end.
process.channel?.unref();

const { now } = Date;
Date.now = () => now() + offsetMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [target.now()] : args, newTarget),
});

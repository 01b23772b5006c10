/** A log that nobody reads. */
export const silentLog = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

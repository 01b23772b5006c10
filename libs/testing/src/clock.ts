const allButDate = [
  'cancelAnimationFrame',
  'cancelIdleCallback',
  'clearImmediate',
  'clearInterval',
  'clearTimeout',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'requestAnimationFrame',
  'requestIdleCallback',
  'setImmediate',
  'setInterval',
  'setTimeout',
] as const;

/**
 * Options of `jest.useFakeTimers` that set the clock and nothing else: timers go on, and so do the servers
 * of a test.
 */
export const onlyDate = { doNotFake: [...allButDate] };

import { existsSync, readdirSync, writeFileSync } from 'node:fs';

/** The clock of a program, as libfaketime (https://github.com/wolfcw/libfaketime) shows it. */
export interface MovableClock {
  /** Variables with which the program is to be started. */
  environment: Record<string, string>;
  /** Sets the error of the clock (ms); the program notices within a second. */
  set(offsetMs: number): void;
}

/**
 * Creates a clock whose error is stored in a file; `undefined` where libfaketime is not installed. The monotonic clock
 * is not affected.
 */
export function movableClock(file: string): MovableClock | undefined {
  const library = readdirSync('/usr/lib')
    .map((folder) => `/usr/lib/${folder}/faketime/libfaketimeMT.so.1`)
    .find((path) => existsSync(path));
  if (library === undefined) {
    if (process.env.CI) throw new Error('faketime is not installed.');
    return undefined;
  }
  const set = (offsetMs: number) =>
    writeFileSync(file, `${offsetMs < 0 ? '-' : '+'}${Math.abs(offsetMs) / 1_000}\n`);
  set(0);
  return {
    environment: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    set,
  };
}

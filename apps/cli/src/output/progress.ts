import * as clack from '@clack/prompts';
import type { Printer } from './printer.js';

/** A progress display. Shows nothing without a terminal. */
export interface Progress {
  to(done: number, message: string): void;
  end(message: string): void;
  fail(message: string): void;
}

const silent: Progress = { to: () => undefined, end: () => undefined, fail: () => undefined };

/** Minimum time between two redraws (ms). */
const redrawMs = 100;

/** Starts a progress bar, or a spinner if the total is unknown. */
export function startProgress(
  { printer, isBusy }: { printer: Printer; isBusy: boolean },
  message: string,
  total: number | undefined,
): Progress {
  if (!process.stderr.isTTY || printer.json || isBusy) return silent;
  const common = { output: process.stderr };
  let drawnAt = 0;
  const isDue = () => {
    const isLate = Date.now() - drawnAt >= redrawMs;
    if (isLate) drawnAt = Date.now();
    return isLate;
  };
  if (total === undefined) {
    const spinner = clack.spinner(common);
    spinner.start(message);
    return {
      to: (_done, text) => void (isDue() && spinner.message(text)),
      end: (text) => spinner.stop(text),
      fail: (text) => spinner.error(text),
    };
  }
  const bar = clack.progress({ ...common, max: Math.max(total, 1), size: 30, style: 'heavy' });
  let shown = 0;
  bar.start(message);
  return {
    to: (done, text) => {
      if (!isDue()) return;
      bar.advance(done - shown, text);
      shown = done;
    },
    end: (text) => bar.stop(text),
    fail: (text) => bar.error(text),
  };
}

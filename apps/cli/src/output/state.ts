import type { Printer } from './printer.js';

const good = ['STARTED', 'available', 'delivered', 'connected', 'completed', 'ok'];
const bad = ['ERROR', 'unavailable', 'failed', 'stopped', 'disconnected'];

/** Returns the color of a state. The color only repeats what the word says. */
export function stateColor({ colors }: Printer, state: string | undefined) {
  if (state !== undefined && good.includes(state)) return colors.green;
  if (state !== undefined && bad.includes(state)) return colors.red;
  return colors.yellow;
}

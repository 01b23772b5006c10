import { kindOf } from './devices.js';
import type { State } from './kind.js';

/**
 * Formats the states that were written as a text: `2:1,,2700,,;4:0`. Each device has its number and its values in the
 * order of `initial`, empty where they do not differ from it. So even 1000 devices, all of them changed, stay below
 * the 16 KiB of a connector's memory.
 */
export function formatStates(states: Map<number, State>): string {
  return [...states]
    .map(([device, state]) => {
      const values = Object.entries(kindOf(device).initial).map(([name, initial]) =>
        state[name] === undefined || state[name] === initial ? '' : String(round(state[name])),
      );
      return values.some((value) => value !== '') ? `${device}:${values.join(',')}` : '';
    })
    .filter((text) => text !== '')
    .join(';');
}

export function parseStates(text: string | undefined): Map<number, State> {
  const states = new Map<number, State>();
  for (const entry of text?.split(';') ?? []) {
    const [device, values = ''] = entry.split(':');
    if (!device) continue;
    const written = values.split(',');
    const names = Object.keys(kindOf(Number(device)).initial);
    const known = names.flatMap((name, index) =>
      written[index] ? [[name, Number(written[index])] as const] : [],
    );
    states.set(Number(device), Object.fromEntries(known));
  }
  return states;
}

/** Rounds to three decimal places, those of an energy meter. */
const round = (value: number) => Math.round(value * 1000) / 1000;

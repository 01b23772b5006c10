import { Unavailable, type Memory } from '@trellis/connector-sdk';
import type { State } from './kinds.js';
import { kindOf } from './devices.js';

export const readStates = async (memory: Memory): Promise<Map<number, State>> =>
  parseStates(await memory.get('states'));

interface Change {
  device: number;
  changes: State;
}

interface Bounds {
  clientId: string;
  memory: Memory;
  signal: AbortSignal;
}

/** The latest change of each client in this process. The next one follows it, since they would fail each other. */
const latest = new Map<string, Promise<void>>();

export async function changeState(context: Bounds, command: Change): Promise<void> {
  if (Object.keys(command.changes).length === 0) return;
  const { clientId } = context;
  const change = () => storeChange(context, command);
  const changing = (latest.get(clientId) ?? Promise.resolve()).then(change, change);
  latest.set(clientId, changing);
  try {
    await changing;
  } finally {
    if (latest.get(clientId) === changing) latest.delete(clientId);
  }
}

/** Stores a change. All states are one text, so it is repeated if a change of another process came first. */
async function storeChange({ memory, signal }: Bounds, { device, changes }: Change): Promise<void> {
  for (;;) {
    if (signal.aborted) throw new Unavailable('Other writes take too long.', { sent: false });
    const current = await memory.get('states');
    const states = parseStates(current);
    states.set(device, { ...states.get(device), ...changes });
    if (await memory.replace('states', formatStates(states), current)) return;
  }
}

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

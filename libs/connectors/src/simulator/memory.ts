import { Unavailable, type Memory } from '@trellis/connector-sdk';
import type { State } from './kinds.js';
import { kindOf } from './devices.js';
import { hasEnded, stateOnTheWay, type Move } from './moves.js';

/** A state that was written, or that a device moves to. */
export interface Written {
  state: State;
  move?: Move | undefined;
}

/** Reads the states that devices have at an instant (ms since 1970), as far as they were written. */
export async function readStates(memory: Memory, now: number): Promise<Map<number, State>> {
  const all = parseStates(await memory.get('states'));
  return new Map([...all].map(([device, written]) => [device, stateAt(device, written, now)]));
}

const stateAt = (device: number, { state, move }: Written, now: number): State =>
  move ? stateOnTheWay(wholeState(device, state), move, now) : state;

const wholeState = (device: number, state: State | undefined): State =>
  Object.assign({}, kindOf(device).initial, state);

interface Change {
  device: number;
  changes: State;
  transitionMs?: number | undefined;
}

/** How many devices change gradually at once; others change at once, so that the states fit into the memory. */
const maxMoves = 50;

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
async function storeChange({ memory, signal }: Bounds, change: Change): Promise<void> {
  for (;;) {
    if (signal.aborted)
      throw new Unavailable('Other writes take too long.', {
        sent: false,
        cause: 'answer_timeout',
      });
    const current = await memory.get('states');
    const states = parseStates(current);
    applyChange(states, change, Date.now());
    if (await memory.replace('states', formatStates(states), current)) return;
  }
}

/** Changes the state of a device, at once or gradually; members that do not change continue on their way. */
function applyChange(
  states: Map<number, Written>,
  { device, changes, transitionMs = 0 }: Change,
  now: number,
): void {
  for (const written of states.values()) {
    if (written.move && hasEnded(written.move, now)) delete written.move;
  }
  const before = states.get(device) ?? { state: {} };
  const state = Object.assign({}, before.state, changes);
  const moves = [...states.values()].filter(({ move }) => move).length;
  const isGradual = transitionMs > 0 && (before.move !== undefined || moves < maxMoves);
  const from = wholeState(device, stateAt(device, before, now));
  const started = { from, startMs: now, durationMs: transitionMs };
  const rest = before.move && {
    ...before.move,
    from: Object.assign({}, before.move.from, changes),
  };
  states.set(device, { state, move: isGradual ? started : rest });
}

/**
 * Formats the states that were written as a text: `2:1,,2700,,;4:0`. Each device has its number and its values in the
 * order of `initial`, empty where they do not differ from it. So even 1000 devices, all of them changed, stay below
 * the 16 KiB of a connector's memory. A device that moves has when it began, for how long, and from which values.
 */
export function formatStates(states: Map<number, Written>): string {
  return [...states]
    .map(([device, { state, move }]) => {
      const values = formatState(device, state);
      if (move) {
        const { startMs, durationMs, from } = move;
        return [device, values, startMs, durationMs, formatState(device, from)].join(':');
      }
      return /[^,]/.test(values) ? `${device}:${values}` : '';
    })
    .filter((text) => text !== '')
    .join(';');
}

const formatState = (device: number, state: State): string =>
  Object.entries(kindOf(device).initial)
    .map(([name, initial]) =>
      state[name] === undefined || state[name] === initial ? '' : String(round(state[name])),
    )
    .join(',');

export function parseStates(text: string | undefined): Map<number, Written> {
  const states = new Map<number, Written>();
  for (const entry of text?.split(';') ?? []) {
    const [number, values = '', startMs, durationMs, from = ''] = entry.split(':');
    if (!number) continue;
    const device = Number(number);
    const move = startMs !== undefined && {
      from: wholeState(device, parseState(device, from)),
      startMs: Number(startMs),
      durationMs: Number(durationMs),
    };
    states.set(device, { state: parseState(device, values), ...(move && { move }) });
  }
  return states;
}

function parseState(device: number, values: string): State {
  const written = values.split(',');
  const names = Object.keys(kindOf(device).initial);
  const known = names.flatMap((name, index) =>
    written[index] ? [[name, Number(written[index])] as const] : [],
  );
  return Object.fromEntries(known);
}

/** Rounds to three decimal places, those of an energy meter. */
const round = (value: number) => Math.round(value * 1000) / 1000;

import { lock as capability } from '@trellis/connector-sdk';
import { actionOf } from '../command.js';
import { present, type ComponentKind, type Source } from '../component-kind.js';
import { readProperty } from '../property.js';
import { codeOf, type Coded } from './code.js';

const states = ['locked', 'unlocked', 'locking', 'unlocking', 'open', 'opening', 'jammed'];

/** A door lock. Source: Home Assistant, page "MQTT Lock". */
export const lock: ComponentKind = (source) => {
  const state = readState(source);
  const lock = operation(source, 'lock', 'LOCK');
  const unlock = operation(source, 'unlock', 'UNLOCK');
  const unlatch = operation(source, 'open');
  const { value, description } = state ?? {};
  return present([
    state &&
      capability.locked({
        description,
        value: isLocked(value),
      }),
    state && capability.lock_state({ ...state, enum: states }),
    lock && capability.lock(lock),
    unlock && capability.unlock(unlock),
    unlatch && capability.unlatch(unlatch),
  ]);
};

function isLocked(state: string | null | undefined): boolean | null | undefined {
  // The bolt of a jammed lock may be anywhere.
  if (state === 'jammed' || state === null) return null;
  return state === undefined ? undefined : state === 'locked';
}

/** Reads the state; an option for each state has its text. */
function readState(source: Source) {
  const { settings } = source;
  const byText = new Map(
    states.map((name) => [settings.text(`state_${name}`) ?? name.toUpperCase(), name]),
  );
  return readProperty(source, {
    state: { topic: 'state_topic', templates: ['value_template'] },
    decode: (text) => byText.get(text),
    reset: 'payload_reset',
  });
}

function operation({ settings }: Source, name: string, byDefault?: string) {
  const options = { topic: 'command_topic', template: 'command_template' };
  const send = actionOf(settings, {
    ...options,
    payload: `payload_${name}`,
    byDefault,
  });
  if (!send) return undefined;
  const { input } = codeOf(settings.text('code_format') !== undefined);
  return {
    input,
    invoke: (given: Coded) => send({ code: given?.code ?? null }),
  };
}

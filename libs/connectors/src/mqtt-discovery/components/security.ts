import { action, choice, lock as capability, Rejected } from '@trellis/connector-sdk';
import { actionOf, commandOf, type ComponentKind, type Source } from '../component-kind.js';
import { decodeChoice, ownProperty, plainCommand, plainState, readProperty } from '../property.js';
import type { Settings } from '../settings.js';

const code = { type: 'string', title: 'Code', minLength: 1, maxLength: 64 } as const;

type Coded = { code?: string } | null | undefined;

/** Returns the input for a code, where one may be needed. */
const codeOf = (isNeeded: boolean) =>
  isNeeded ? { input: { type: 'object' as const, properties: { code } } } : { input: undefined };

/** `AlarmControlPanelState`. */
const alarmStates = [
  'disarmed',
  'armed_home',
  'armed_away',
  'armed_night',
  'armed_vacation',
  'armed_custom_bypass',
  'pending',
  'arming',
  'disarming',
  'triggered',
];

/** The ways to operate an alarm system, by the names of the option `supported_features`. */
const alarmOperations = [
  { name: 'arm_home', title: 'Arm (home)' },
  { name: 'arm_away', title: 'Arm (away)' },
  { name: 'arm_night', title: 'Arm (night)' },
  { name: 'arm_vacation', title: 'Arm (vacation)' },
  { name: 'arm_custom_bypass', title: 'Arm (custom bypass)' },
  { name: 'trigger', title: 'Trigger the alarm' },
  { name: 'disarm', title: 'Disarm' },
];

/** An alarm system. Source: Home Assistant, page "MQTT Alarm control panel". */
export const alarm: ComponentKind = (source) => {
  const { settings } = source;
  const features = settings.has('supported_features')
    ? [...settings.choices('supported_features'), 'disarm']
    : alarmOperations.map(({ name }) => name);
  const state = readProperty(source, {
    state: plainState,
    decode: decodeChoice(alarmStates),
  });
  return [
    ownProperty('state', choice('State', alarmStates), state),
    ...alarmOperations
      .filter(({ name }) => features.includes(name))
      .map(({ name, title }) => alarmOperation(settings, name, title)),
  ];
};

/** Creates an operation. The message is the payload by default; a template reads it as `action`. */
function alarmOperation(settings: Settings, name: string, title: string) {
  const send = commandOf(settings, plainCommand);
  if (!send) return undefined;
  const payload = settings.text(`payload_${name}`) ?? name.toUpperCase();
  const check = codeCheck(settings, name);
  const { input } = codeOf(settings.text('code') !== undefined);
  return action(name, { title, input }, (given: Coded) => {
    check(given?.code);
    return [send(payload, { action: payload, code: given?.code ?? null })];
  });
}

/** Returns a function that checks the code of the component itself; the device checks others. */
function codeCheck(settings: Settings, name: string): (code: string | undefined) => void {
  const expected = settings.text('code');
  const kind = name.startsWith('arm_') ? 'arm' : name;
  const isRequired = settings.raw(`code_${kind}_required`) !== false;
  const isRemote = expected === 'REMOTE_CODE' || expected === 'REMOTE_CODE_TEXT';
  if (expected === undefined || isRemote || !isRequired) return () => {};
  return (code) => {
    if (code !== expected) throw new Rejected('The code is wrong.');
  };
}

const lockStates = ['locked', 'unlocked', 'locking', 'unlocking', 'open', 'opening', 'jammed'];

/** A door lock. Source: Home Assistant, page "MQTT Lock". */
export const lock: ComponentKind = (source) => {
  const state = readLockState(source);
  const lock = lockOperation(source, 'lock', 'LOCK');
  const unlock = lockOperation(source, 'unlock', 'UNLOCK');
  const unlatch = lockOperation(source, 'open');
  const { value, description } = state ?? {};
  return [
    state &&
      capability.locked({
        description,
        value: isLocked(value),
      }),
    state && capability.lock_state({ ...state, enum: lockStates }),
    lock && capability.lock(lock),
    unlock && capability.unlock(unlock),
    unlatch && capability.unlatch(unlatch),
  ];
};

function isLocked(state: string | null | undefined): boolean | null | undefined {
  // The bolt of a jammed lock may be anywhere.
  if (state === 'jammed' || state === null) return null;
  return state === undefined ? undefined : state === 'locked';
}

function readLockState(source: Source) {
  const { settings } = source;
  const byText = new Map(
    lockStates.map((name) => [settings.text(`state_${name}`) ?? name.toUpperCase(), name]),
  );
  return readProperty(source, {
    state: plainState,
    decode: (text) => byText.get(text),
    reset: 'payload_reset',
  });
}

function lockOperation({ settings }: Source, name: string, byDefault?: string) {
  const send = actionOf(settings, {
    ...plainCommand,
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

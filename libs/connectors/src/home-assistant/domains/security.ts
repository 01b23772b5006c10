import { callService, type Domain, when } from './domain.js';
import { type State, stateText, supports } from './state.js';
import { action, lock as capability, textProperty } from '@trellis/connector-sdk';
import { selected } from './values.js';

const code = { type: 'string', title: 'Code', minLength: 1, maxLength: 64 };

/**
 * Returns the input and the call of an action that may need a code. Only Home Assistant knows whether it does: it may
 * have a default code for callers that send none.
 */
const coded = (state: State, service: string) => ({
  input:
    typeof state.attributes.code_format === 'string'
      ? { type: 'object' as const, properties: { code } }
      : undefined,
  invoke: (input: { code?: string } | null | undefined) =>
    callService(state, service, input?.code === undefined ? undefined : { code: input.code }),
});

/** The ways to arm an alarm system, with their bits of `AlarmControlPanelEntityFeature`. */
const modes = [
  { name: 'arm_home', title: 'Arm (home)', feature: 1 },
  { name: 'arm_away', title: 'Arm (away)', feature: 2 },
  { name: 'arm_night', title: 'Arm (night)', feature: 4 },
  { name: 'arm_vacation', title: 'Arm (vacation)', feature: 32 },
];

/** An alarm system (developers.home-assistant.io, "Alarm control panel entity"). */
export const alarm: Domain = (state) => [
  textProperty('state', 'State', stateText(state)),
  ...modes
    .filter(({ feature }) => supports(state, feature))
    .map(({ name, title }) => alarmAction(state, name, title)),
  alarmAction(state, 'disarm', 'Disarm'),
];

function alarmAction(state: State, name: string, title: string) {
  const { invoke, ...input } = coded(state, `alarm_${name}`);
  return action(name, { title, ...input }, invoke);
}

/** `LockEntityFeature.OPEN`: the latch can be opened, too. */
const openFeature = 1;

const lockStates = ['locked', 'unlocked', 'locking', 'unlocking', 'open', 'opening', 'jammed'];

/** developers.home-assistant.io, "Lock entity". */
export const lock: Domain = (state) => {
  const { value, enum: known } = selected(lockStates, state.state);
  return [
    capability.locked({
      // The bolt of a jammed lock may be anywhere.
      value: value === undefined || value === 'jammed' ? undefined : value === 'locked',
    }),
    capability.lock_state({ value, enum: known }),
    capability.lock(coded(state, 'lock')),
    capability.unlock(coded(state, 'unlock')),
    ...when(supports(state, openFeature), capability.unlatch(coded(state, 'open'))),
  ];
};

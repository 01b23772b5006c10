import { action, lock as capability, lockStates, textProperty } from '@trellis/connector-sdk';
import type { Domain, EntityState } from './domain.js';

const code = { type: 'string', title: 'Code', minLength: 1, maxLength: 64 };

/** Returns the input and the call of an action that may need a code; Home Assistant may have a default one. */
const coded = (entity: EntityState, service: string) => ({
  input:
    typeof entity.attributes.code_format === 'string'
      ? { type: 'object' as const, properties: { code } }
      : undefined,
  invoke: (input: { code?: string } | null | undefined) =>
    entity.call(service, input?.code === undefined ? undefined : { code: input.code }),
});

/** The ways to arm an alarm system, with their bits of `AlarmControlPanelEntityFeature`. */
const modes = [
  { name: 'arm_home', title: 'Arm (home)', feature: 1 },
  { name: 'arm_away', title: 'Arm (away)', feature: 2 },
  { name: 'arm_night', title: 'Arm (night)', feature: 4 },
  { name: 'arm_vacation', title: 'Arm (vacation)', feature: 32 },
];

/** An alarm system (developers.home-assistant.io, "Alarm control panel entity"). */
export const alarm: Domain = (entity) => [
  textProperty('state', 'State', entity.stateText),
  ...modes
    .filter(({ feature }) => entity.supports(feature))
    .map(({ name, title }) => alarmAction(entity, name, title)),
  alarmAction(entity, 'disarm', 'Disarm'),
];

function alarmAction(entity: EntityState, name: string, title: string) {
  const { invoke, ...input } = coded(entity, `alarm_${name}`);
  return action(name, { title, ...input }, invoke);
}

/** `LockEntityFeature.OPEN`: the latch can be opened, too. */
const openFeature = 1;

/** developers.home-assistant.io, "Lock entity". */
export const lock: Domain = (entity) => {
  const value = lockStates.find((one) => one === entity.state);
  return [
    capability.locked({
      // The bolt of a jammed lock may be anywhere.
      value: value === undefined || value === 'jammed' ? undefined : value === 'locked',
    }),
    capability.lock_state({ value }),
    capability.lock(coded(entity, 'lock')),
    capability.unlock(coded(entity, 'unlock')),
    entity.supports(openFeature) && capability.unlatch(coded(entity, 'open')),
  ];
};

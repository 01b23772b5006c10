import { action, property } from '@trellis/connector-sdk';
import { coded } from './code.js';
import type { Domain } from './domain.js';
import { stateText, supports, type State } from './state.js';

/** The ways to arm an alarm system, with their bits of `AlarmControlPanelEntityFeature`. */
const modes = [
  { name: 'arm_home', title: 'Arm (home)', feature: 1 },
  { name: 'arm_away', title: 'Arm (away)', feature: 2 },
  { name: 'arm_night', title: 'Arm (night)', feature: 4 },
  { name: 'arm_vacation', title: 'Arm (vacation)', feature: 32 },
];

/** An alarm system (developers.home-assistant.io, "Alarm control panel entity"). */
export const alarm: Domain = (state) => [
  property('state', { type: 'string', title: 'State' }, { value: stateText(state) }),
  ...modes
    .filter(({ feature }) => supports(state, feature))
    .map(({ name, title }) => alarmAction(state, name, title)),
  alarmAction(state, 'disarm', 'Disarm'),
];

function alarmAction(state: State, name: string, title: string) {
  const { invoke, ...input } = coded(state, `alarm_${name}`);
  return action(name, { title, ...input }, invoke);
}

import { action, choice, Rejected } from '@trellis/connector-sdk';
import { commandOf } from '../command.js';
import { present, type ComponentKind } from '../component-kind.js';
import { decodeChoice, readProperty, ownProperty } from '../property.js';
import type { Settings } from '../settings.js';
import { codeOf, type Coded } from './code.js';

/** `AlarmControlPanelState`. */
const states = [
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
const operations = [
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
    : operations.map(({ name }) => name);
  const state = readProperty(source, {
    state: { topic: 'state_topic', templates: ['value_template'] },
    decode: decodeChoice(states),
  });
  return present([
    state && ownProperty('state', choice('State', states), state),
    ...operations
      .filter(({ name }) => features.includes(name))
      .map(({ name, title }) => operation(settings, name, title)),
  ]);
};

/** Creates an operation. The message is the payload by default; a template reads it as `action`. */
function operation(settings: Settings, name: string, title: string) {
  const send = commandOf(settings, { topic: 'command_topic', template: 'command_template' });
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

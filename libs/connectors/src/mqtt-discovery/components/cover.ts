import {
  present,
  type ActionAbility,
  type ComponentKind,
  type PropertyAbility,
} from '../ability.js';
import { commandOf } from '../command.js';
import { parseJson } from '../payload.js';
import { property } from '../property.js';
import type { Settings } from '../settings.js';
import { isObject, toNumber } from '../template/values.js';

/** A blind, curtain or door. Source: Home Assistant, page "MQTT Cover". */
export const cover: ComponentKind = (settings) => ({
  properties: present([state(settings), position(settings), tilt(settings)]),
  actions: present([
    action(settings, 'open', 'OPEN'),
    action(settings, 'close', 'CLOSE'),
    action(settings, 'stop', 'STOP'),
  ]),
});

const states = ['open', 'opening', 'closed', 'closing', 'stopped'];

/** Each state has an option with the text that stands for it. */
function state(settings: Settings): PropertyAbility | undefined {
  const byText = new Map(states.map((name) => [settings.text(`state_${name}`) ?? name, name]));
  return property(settings, {
    affordance: { type: 'string', enum: states },
    state: { topic: 'state_topic', templates: ['value_template'] },
    decode: (text) => byText.get(text),
  });
}

const percent = { type: 'number', unit: '%', minimum: 0, maximum: 100 } as const;

/** The position of the cover: 0 % is closed, 100 % is open, whatever the device calls them. */
function position(settings: Settings): PropertyAbility | undefined {
  const range = {
    closed: settings.number('position_closed') ?? 0,
    open: settings.number('position_open') ?? 100,
  };
  return property(settings, {
    suffix: 'position',
    affordance: { title: 'position', ...percent },
    state: { topic: 'position_topic', templates: ['position_template'] },
    decode: (text) => toPercent(positionIn(text), range),
    command: { topic: 'set_position_topic', template: 'set_position_template' },
    encode: (value) => fromPercent(Number(value), range),
    variables: (value) => ({
      position: value,
      position_open: range.open,
      position_closed: range.closed,
    }),
  });
}

/** The tilt of the slats: 0 % is closed, 100 % is open. */
function tilt(settings: Settings): PropertyAbility | undefined {
  const range = {
    closed: settings.number('tilt_min') ?? 0,
    open: settings.number('tilt_max') ?? 100,
  };
  return property(settings, {
    suffix: 'tilt',
    affordance: { title: 'tilt', ...percent },
    state: { topic: 'tilt_status_topic', templates: ['tilt_status_template'] },
    decode: (text) => toPercent(toNumber(text), range),
    command: { topic: 'tilt_command_topic', template: 'tilt_command_template' },
    encode: (value) => fromPercent(Number(value), range),
    variables: (value) => ({ tilt_position: value, tilt_min: range.closed, tilt_max: range.open }),
  });
}

interface Range {
  closed: number;
  open: number;
}

/** A position is a number, or an object with the member `position`. */
function positionIn(text: string): number | undefined {
  const json = parseJson(text);
  return toNumber(isObject(json) ? json.position : text);
}

function toPercent(value: number | undefined, { closed, open }: Range): number | undefined {
  if (value === undefined || open === closed) return undefined;
  const share = ((value - closed) / (open - closed)) * 100;
  return Math.min(100, Math.max(0, Math.round(share)));
}

function fromPercent(value: number, { closed, open }: Range): number {
  return Math.round(closed + (value / 100) * (open - closed));
}

/** `"payload_stop": null` says that the cover cannot be stopped. */
function action(settings: Settings, name: string, otherwise: string): ActionAbility | undefined {
  const send = commandOf(settings, { topic: 'command_topic' });
  const payload = settings.isNull(`payload_${name}`)
    ? undefined
    : (settings.text(`payload_${name}`) ?? otherwise);
  if (!send || payload === undefined) return undefined;
  return { suffix: name, affordance: { title: name }, invoke: () => [send(payload)] };
}

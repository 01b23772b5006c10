import {
  action,
  choice,
  cover as capability,
  isObject,
  parseJson,
  percentage,
} from '@trellis/connector-sdk';
import { toNumber } from '@trellis/jinja';
import { actionOf, type ComponentKind, type Publication, type Source } from '../component-kind.js';
import {
  made,
  ownProperty,
  plainCommand,
  plainState,
  readProperty,
  type PropertySource,
} from '../property.js';

/** The values of a device for 0 % and 100 %. */
interface Range {
  closed: number;
  open: number;
}

function toPercent(value: number | undefined, { closed, open }: Range): number | undefined {
  if (value === undefined || open === closed) return undefined;
  const share = ((value - closed) / (open - closed)) * 100;
  return Math.min(100, Math.max(0, Math.round(share)));
}

const fromPercent = (percent: number, { closed, open }: Range): number =>
  Math.round(closed + (percent / 100) * (open - closed));

/** Reads a position: a number, or an object with the member `position`. */
function positionIn(text: string): number | undefined {
  const json = parseJson(text);
  return toNumber(isObject(json) ? json.position : text);
}

const rangeOf = ({ settings }: Source, closed: string, open: string): Range => ({
  closed: settings.number(closed) ?? 0,
  open: settings.number(open) ?? 100,
});

type Halves = Pick<PropertySource<unknown>, 'state' | 'command'>;

const readPosition = (source: Source, range: Range, halves: Halves) =>
  readProperty<number>(source, {
    ...halves,
    decode: (text) => toPercent(positionIn(text), range),
    encode: (percent) => fromPercent(percent, range),
    variables: (percent) => ({
      position: percent,
      position_open: range.open,
      position_closed: range.closed,
    }),
  });

const coverStates = ['open', 'opening', 'closed', 'closing', 'stopped'];

/** Returns the states by their texts in the messages of a component. */
const byText = ({ settings }: Source, states: string[]) =>
  new Map(states.map((name) => [settings.text(`state_${name}`) ?? name, name]));

/** A blind, curtain or door. Source: Home Assistant, page "MQTT Cover". */
export const cover: ComponentKind = (source) => {
  const states = byText(source, coverStates);
  const state = readProperty(source, { state: plainState, decode: (text) => states.get(text) });
  const position = readPosition(source, rangeOf(source, 'position_closed', 'position_open'), {
    state: { topic: 'position_topic', templates: ['position_template'] },
    command: { topic: 'set_position_topic', template: 'set_position_template' },
  });
  // `"payload_stop": null` means that the cover cannot be stopped.
  const movement = (name: string, byDefault: string) => {
    const options = { topic: 'command_topic', payload: `payload_${name}`, byDefault };
    const send = actionOf(source.settings, options);
    return send && { invoke: () => send() };
  };
  const open = movement('open', 'OPEN');
  const close = movement('close', 'CLOSE');
  const stop = movement('stop', 'STOP');
  return [
    made(capability.position, position),
    made(capability.tilt, readTilt(source)),
    made(capability.cover_state, state),
    open && capability.open(open),
    close && capability.close(close),
    stop && capability.stop(stop),
  ];
};

function readTilt(source: Source) {
  const range = rangeOf(source, 'tilt_min', 'tilt_max');
  const { state, decode } = tiltState(source);
  return readProperty<number>(source, {
    state,
    decode: (text) => toPercent(decode(text), range),
    command: { topic: 'tilt_command_topic', template: 'tilt_command_template' },
    encode: (percent) => fromPercent(percent, range),
    variables: (percent) => ({
      tilt_position: percent,
      tilt_min: range.closed,
      tilt_max: range.open,
    }),
  });
}

/** Returns how to read the tilt, which has its own topic or is a member of the position's template result. */
function tiltState({ settings }: Source) {
  const hasTopic = settings.topic('tilt_status_topic') !== undefined;
  if (!hasTopic && settings.text('position_template')?.includes('tilt_position')) {
    return {
      state: { topic: 'position_topic', templates: ['position_template'] },
      decode(text: string) {
        const json = parseJson(text);
        return isObject(json) ? toNumber(json.tilt_position) : undefined;
      },
    };
  }
  const state = { topic: 'tilt_status_topic', templates: ['tilt_status_template'] };
  return { state, decode: toNumber };
}

const valveStates = ['open', 'opening', 'closed', 'closing'];

/** A valve of water or gas. Source: Home Assistant, page "MQTT Valve". */
export const valve: ComponentKind = (source) => {
  const range = rangeOf(source, 'position_closed', 'position_open');
  const hasPosition = source.settings.flag('reports_position');
  const halves = { state: plainState, command: plainCommand };
  const position = hasPosition ? readPosition(source, range, halves) : undefined;
  const state = readValveState(source, hasPosition ? range : undefined);
  const moveTo = (percent: number) => position?.write && (() => position.write!(percent));
  const fixed = (payload: string, byDefault?: string) =>
    actionOf(source.settings, { ...plainCommand, payload, byDefault });
  const act = (name: string, title: string, send: (() => Publication[]) | undefined) =>
    send && action(name, { title, idempotent: true }, () => send());
  return [
    ownProperty('state', choice('State', valveStates), state),
    ownProperty('valve_position', percentage('Position'), position),
    act('open', 'Open', hasPosition ? moveTo(100) : fixed('payload_open', 'OPEN')),
    act('close', 'Close', hasPosition ? moveTo(0) : fixed('payload_close', 'CLOSE')),
    act('stop', 'Stop', fixed('payload_stop')),
  ];
};

/** Reads the state: the text, or the member `state` of an object, or derived from the position. */
function readValveState(source: Source, range: Range | undefined) {
  const states = byText(source, valveStates);
  return readProperty(source, {
    state: plainState,
    decode(text) {
      const json = parseJson(text);
      const known = states.get(String(isObject(json) ? json.state : text));
      if (known !== undefined) return known;
      const percent = range && toPercent(positionIn(text), range);
      if (percent !== undefined) return percent === 0 ? 'closed' : 'open';
      return isObject(json) && json.state === null ? null : undefined;
    },
  });
}

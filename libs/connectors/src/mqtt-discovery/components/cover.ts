import { cover as capability, isObject, parseJson } from '@trellis/connector-sdk';
import { toNumber } from '@trellis/jinja';
import { actionOf } from '../command.js';
import { present, type ComponentKind, type Source } from '../component-kind.js';
import { readProperty } from '../property.js';
import { fromPercent, positionIn, toPercent } from './percent.js';

/** A blind, curtain or door. Source: Home Assistant, page "MQTT Cover". */
export const cover: ComponentKind = (source) => {
  const position = readPosition(source);
  const tilt = readTilt(source);
  const state = readCoverState(source);
  const open = movement(source, 'open', 'OPEN');
  const close = movement(source, 'close', 'CLOSE');
  const stop = movement(source, 'stop', 'STOP');
  return present([
    position && capability.position(position),
    tilt && capability.tilt(tilt),
    state && capability.cover_state(state),
    open && capability.open({ invoke: () => open() }),
    close && capability.close({ invoke: () => close() }),
    stop && capability.stop({ invoke: () => stop() }),
  ]);
};

const states = ['open', 'opening', 'closed', 'closing', 'stopped'];

function readCoverState(source: Source) {
  const byText = new Map(
    states.map((name) => [source.settings.text(`state_${name}`) ?? name, name]),
  );
  return readProperty(source, {
    state: { topic: 'state_topic', templates: ['value_template'] },
    decode: (text) => byText.get(text),
  });
}

function readPosition(source: Source) {
  const range = {
    closed: source.settings.number('position_closed') ?? 0,
    open: source.settings.number('position_open') ?? 100,
  };
  return readProperty<number>(source, {
    state: { topic: 'position_topic', templates: ['position_template'] },
    decode: (text) => toPercent(positionIn(text), range),
    command: { topic: 'set_position_topic', template: 'set_position_template' },
    encode: (percent) => fromPercent(percent, range),
    variables: (percent) => ({
      position: percent,
      position_open: range.open,
      position_closed: range.closed,
    }),
  });
}

function readTilt(source: Source) {
  const range = {
    closed: source.settings.number('tilt_min') ?? 0,
    open: source.settings.number('tilt_max') ?? 100,
  };
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

/** Creates a movement; `"payload_stop": null` means that the cover cannot be stopped. */
const movement = ({ settings }: Source, name: string, byDefault: string) =>
  actionOf(settings, { topic: 'command_topic', payload: `payload_${name}`, byDefault });

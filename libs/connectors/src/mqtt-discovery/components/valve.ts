import { action, choice, isObject, parseJson, percentage } from '@trellis/connector-sdk';
import { actionOf, type Publication } from '../command.js';
import { present, type ComponentKind, type Source } from '../component-kind.js';
import { readProperty, ownProperty } from '../property.js';
import { fromPercent, positionIn, toPercent, type Range } from './percent.js';

const states = ['open', 'opening', 'closed', 'closing'];
const command = { topic: 'command_topic', template: 'command_template' };

/** A valve of water or gas. Source: Home Assistant, page "MQTT Valve". */
export const valve: ComponentKind = (source) => {
  const { settings } = source;
  const range = {
    closed: settings.number('position_closed') ?? 0,
    open: settings.number('position_open') ?? 100,
  };
  const hasPosition = settings.flag('reports_position');
  const position = hasPosition ? readPosition(source, range) : undefined;
  const state = readState(source, hasPosition ? range : undefined);
  const moveTo = (percent: number) => position?.write && (() => position.write!(percent));
  const fixed = (payload: string, byDefault?: string) =>
    actionOf(settings, { ...command, payload, byDefault });
  const open = hasPosition ? moveTo(100) : fixed('payload_open', 'OPEN');
  const close = hasPosition ? moveTo(0) : fixed('payload_close', 'CLOSE');
  const stop = fixed('payload_stop');
  const act = (name: string, title: string, send: (() => Publication[]) | undefined) =>
    send && action(name, { title, idempotent: true }, () => send());
  return present([
    state && ownProperty('state', choice('State', states), state),
    position && ownProperty('valve_position', percentage('Position'), position),
    act('open', 'Open', open),
    act('close', 'Close', close),
    act('stop', 'Stop', stop),
  ]);
};

/** Reads the state: the text, or the member `state` of an object, or derived from the position. */
function readState(source: Source, range: Range | undefined) {
  const byText = new Map(
    states.map((name) => [source.settings.text(`state_${name}`) ?? name, name]),
  );
  return readProperty(source, {
    state: { topic: 'state_topic', templates: ['value_template'] },
    decode(text) {
      const json = parseJson(text);
      const known = byText.get(String(isObject(json) ? json.state : text));
      if (known !== undefined) return known;
      const percent = range && toPercent(positionIn(text), range);
      if (percent !== undefined) return percent === 0 ? 'closed' : 'open';
      return isObject(json) && json.state === null ? null : undefined;
    },
  });
}

const readPosition = (source: Source, range: Range) =>
  readProperty<number>(source, {
    state: { topic: 'state_topic', templates: ['value_template'] },
    decode: (text) => toPercent(positionIn(text), range),
    command,
    encode: (percent) => fromPercent(percent, range),
    variables: (percent) => ({
      position: percent,
      position_open: range.open,
      position_closed: range.closed,
    }),
  });

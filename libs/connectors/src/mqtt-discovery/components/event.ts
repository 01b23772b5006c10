import {
  button,
  event as eventAbility,
  type EventAffordance,
  isObject,
  parseJson,
  typedData,
} from '@trellis/connector-sdk';
import {
  afterComponent,
  type ComponentAbility,
  type ComponentKind,
  type Source,
  type EventTopic,
} from '../component-kind.js';
import { plainState, readProperty, render } from '../property.js';

/** A source of events, and the last one as a property; the whole message is the data. Source: page "MQTT Event". */
export const event: ComponentKind = (source) => {
  const types = source.settings.choices('event_types');
  const read = (text: string) => {
    const json = parseJson(text);
    const type = isObject(json) ? json.event_type : undefined;
    return isObject(json) && typeof type === 'string' && types.includes(type)
      ? { type, json }
      : undefined;
  };
  const last = readProperty(source, {
    state: plainState,
    decode: (text) => read(text)?.type,
  });
  return [
    last && button.event({ ...last, enum: types.length > 0 ? types : undefined }),
    fromMessages(
      eventAbility(afterComponent, { data: typedData(types) }),
      source,
      'state_topic',
      (text) => {
        const found = read(text);
        return found && { data: found.json };
      },
    ),
  ];
};

/** An event without data, such as a double press. Source: Home Assistant, page "MQTT Device trigger". */
export const deviceTrigger: ComponentKind = (source) => {
  const { settings } = source;
  if (settings.text('automation_type') !== 'trigger') return [];
  const payload = settings.text('payload');
  const ability = { ...eventAbility(afterComponent, {}), capability: 'button' as const };
  return [
    fromMessages(ability, source, 'topic', (text) =>
      payload === undefined || text === payload ? {} : undefined,
    ),
  ];
};

const maxTagLength = 255;

/** A scanner of tags: each scan is an event with the id of the tag. Source: Home Assistant, page "MQTT tag scanner". */
export const tagScanner: ComponentKind = (source) => {
  const data: NonNullable<EventAffordance['data']> = {
    type: 'object',
    properties: { tag_id: { type: 'string', minLength: 1, maxLength: maxTagLength } },
    required: ['tag_id'],
  };
  return [
    fromMessages(
      eventAbility('tag_scanned', { title: 'Tag scanned', data }),
      source,
      'topic',
      (text) => {
        const id = text.trim();
        return id === '' || id.length > maxTagLength ? undefined : { data: { tag_id: id } };
      },
    ),
  ];
};

/** Creates an event from the messages of a topic; undefined where the component names none. */
function fromMessages(
  ability: ComponentAbility,
  { settings }: Source,
  option: string,
  read: (text: string) => ReturnType<EventTopic['read']>,
): ComponentAbility | undefined {
  const topic = settings.topic(option);
  if (topic === undefined) return undefined;
  const template = settings.template('value_template');
  return {
    ...ability,
    eventTopic: {
      topic,
      read(payload) {
        const text = render(template, payload);
        return text === undefined ? undefined : read(text);
      },
    },
  };
}

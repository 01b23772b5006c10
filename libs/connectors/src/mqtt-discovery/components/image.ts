import { override, timeProperty } from '@trellis/connector-sdk';
import type { ComponentAbility, ComponentKind, Source } from '../component-kind.js';
import { ownProperty, readProperty } from '../property.js';

const affordance = { type: 'string', format: 'uri', title: 'Address of the picture' } as const;

/**
 * The address of a picture, or when the last one was received: a picture itself is no value, because of its size.
 * Source: Home Assistant, page "MQTT Image".
 */
export const image: ComponentKind = (source) => {
  const address = readProperty(source, {
    state: { topic: 'url_topic', templates: ['url_template'] },
    decode: (text) => (isWebAddress(text) ? text : undefined),
  });
  return [ownProperty('picture', affordance, address), pictureTime(source, 'image_topic', 1)];
};

/** The precision of the times of pictures that may come every second (ms). */
const cameraPrecisionMs = 60_000;

/** When a camera sent its last picture. Source: Home Assistant, page "MQTT Camera". */
export const camera: ComponentKind = (source) => {
  const time = pictureTime(source, 'topic', cameraPrecisionMs);
  return [
    time && override(time, { property: { ...time.property, description: 'To the minute.' } }),
  ];
};

function pictureTime({ settings, state }: Source, option: string, precisionMs: number) {
  const topic = settings.topic(option);
  if (topic === undefined) return undefined;
  const receivedAt = state.get(topic)?.receivedAt;
  const time =
    receivedAt === undefined
      ? undefined
      : new Date(receivedAt - (receivedAt % precisionMs)).toISOString();
  return {
    ...timeProperty('updated', 'Time of the picture', time),
    pictureTopic: topic,
  } satisfies ComponentAbility;
}

/** Returns whether an app can load an address; one with another scheme might make it do something else. */
const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

import type { ComponentKind } from '../component-kind.js';
import { ownProperty, readProperty } from '../property.js';

const affordance = { type: 'string', format: 'uri', title: 'Address of the picture' } as const;

/** The address of a picture; a picture itself is no value, because of its size. Source: Home Assistant, page "MQTT Image". */
export const image: ComponentKind = (source) => {
  const address = readProperty(source, {
    state: { topic: 'url_topic', templates: ['url_template'] },
    decode: (text) => (isWebAddress(text) ? text : undefined),
  });
  return [ownProperty('picture', affordance, address)];
};

/** Returns whether an app can load an address; one with another scheme might make it do something else. */
const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

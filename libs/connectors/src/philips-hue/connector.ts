import { defineConnector, leftOut } from '@trellis/connector-sdk';
import { accountOf } from './account.js';
import { readContents, readResources, readResourcesOf, update } from './bridge.js';
import { client, instance } from './configuration.js';
import { devicesOf, roomsOf } from './devices.js';
import { listenToBridge } from './listening/listen.js';
import type { Update } from './resource.js';
import { leftOutServices } from './services.js';

export const philipsHue = defineConnector({
  id: 4,
  typeId: 'philips-hue',
  name: 'Philips Hue',
  description: 'Lamps, rooms, sensors and switches behind a Philips Hue bridge.',
  logo: 'bulb',
  category: 'Lighting',
  instance: { schema: instance, sample: { application_name: 'trellis' } },
  client: {
    schema: client,
    sample: { host: 'hue-bridge.local', application_key: 'a-key', interval_ms: 5000 },
  },
  announced: [{ type: '_hue._tcp', configuration: { host: '{address}' } }],
  connectSteps: [
    {
      title: 'Press the link button',
      description:
        'Press the round button on top of the Hue bridge. For half a minute after that, the bridge gives Trellis a key.',
      when: 'after',
      unless: 'application_key',
    },
  ],
  // Roughly the rate that a bridge allows for its lamps (API guide, "Limitations").
  limits: { client: { requests: 10, perMs: 1_000 } },

  async poll(context) {
    const { resources, malformed } = await readContents(context);
    const devices = devicesOf(resources);
    const ignored = [
      ...leftOutServices(resources),
      ...Array.from({ length: malformed }, () => 'malformed'),
    ];
    return {
      devices,
      rooms: roomsOf(resources, devices),
      complete: true,
      problems: devices.length > 0 ? leftOut('Services that are not read', ignored) : [],
      account: accountOf(resources),
    };
  },

  listen: (context, emit, offer) => listenToBridge(context, { emit, offer }),

  async find(context, { id, handle: type }) {
    const resources =
      type === undefined
        ? await readResources(context)
        : await readResourcesOf(context, { type, id });
    return devicesOf(resources).find((device) => device.id === id);
  },

  send: (context, command: Update) => update(context, command),
  merge: (first, second) =>
    first.id === second.id && first.type === second.type
      ? { ...first, body: { ...first.body, ...second.body } }
      : undefined,
});

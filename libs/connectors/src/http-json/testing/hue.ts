import type { z } from 'zod';
import type { instance } from '../configuration.js';

const owner = { id: '$.owner.rid', adds_only: true, request: 'resources' };
const switching = (member: object) => ({
  method: 'PUT' as const,
  path: '/clip/v2/resource/light/{light}',
  body: member as never,
  error: '$.errors[0]',
});

/** What the lamps, sensors and buttons of a Philips Hue bridge report, as data (CLIP API v2). */
export const hue: z.input<typeof instance> = {
  base_url: 'https://{host}',
  parameters: { host: { type: 'host' }, application_key: { secret: true } },
  authentication: { scheme: 'api_key', name: 'hue-application-key', key: '{application_key}' },
  certificate: 'first_use',
  requests: { resources: { path: '/clip/v2/resource', error: '$.errors[0]' } },
  devices: [
    {
      request: 'resources',
      entities: "$.data[?@.type == 'device' && @.services[0].rid]",
      id: '$.id',
      title: '$.metadata.name',
      variables: { device: '$.id' },
      actions: [
        {
          name: 'identify',
          title: 'Identify',
          description: 'Blinks, so that a person can find the device.',
          request: {
            path: '/clip/v2/resource/device/{device}',
            body: { identify: { action: 'identify' } },
          },
        },
      ],
    },
    {
      ...owner,
      entities: "$.data[?@.type == 'zigbee_connectivity']",
      available: {
        value: '$.status',
        map: [{ from: 'connected', to: true }],
        otherwise: false,
      },
    },
    {
      ...owner,
      entities: "$.data[?@.type == 'light']",
      variables: { light: '$.id' },
      properties: [
        { capability: 'light.on', value: '$.on.on', write: switching({ on: { on: '{value}' } }) },
        {
          capability: 'light.brightness',
          value: '$.dimming.brightness',
          optional: true,
          write: switching({ dimming: { brightness: '{value}' } }),
        },
        {
          capability: 'light.color',
          value: '$.color.xy',
          optional: true,
          encoding: 'xy',
          write: switching({ color: { xy: '{value}' } }),
        },
      ],
    },
    {
      ...owner,
      entities: "$.data[?@.type == 'light' && @.color_temperature]",
      variables: { light: '$.id' },
      properties: [
        {
          capability: 'light.color_temperature',
          value: '$.color_temperature.mirek',
          remote_unit: 'mired',
          minimum: 2000,
          maximum: 6536,
          write: switching({ color_temperature: { mirek: '{value}' } }),
        },
      ],
    },
    {
      ...owner,
      entities: "$.data[?@.type == 'motion']",
      properties: [{ capability: 'motion', value: '$.motion.motion' }],
    },
    {
      ...owner,
      entities: "$.data[?@.type == 'temperature']",
      properties: [{ capability: 'temperature', value: '$.temperature.temperature' }],
    },
    {
      ...owner,
      entities: "$.data[?@.type == 'device_power']",
      properties: [{ capability: 'battery', value: '$.power_state.battery_level' }],
    },
    {
      ...owner,
      entities: "$.data[?@.type == 'button']",
      properties: [
        { capability: 'button.event', value: '$.button.last_event' },
        { capability: 'button.event_time', value: '$.button.button_report.updated' },
      ],
    },
  ],
};

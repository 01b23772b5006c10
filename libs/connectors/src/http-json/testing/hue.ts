import type { z } from 'zod';
import type { instance } from '../configuration.js';

const owner = { id: '$.owner.rid', adds_only: true, request: 'resources' };
const switching = (member: object) => ({
  method: 'PUT' as const,
  path: '/clip/v2/resource/light/{light}',
  body: member as never,
  error: '$.errors[0]',
});

/** A description of the lamps, sensors and buttons of a Philips Hue bridge. */
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
          role: 'configuration',
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
          write: switching({ on: { on: true }, dimming: { brightness: '{value}' } }),
        },
        {
          capability: 'light.color',
          value: '$.color.xy',
          optional: true,
          encoding: 'xy',
          write: switching({ on: { on: true }, color: { xy: '{value}' } }),
        },
        {
          capability: 'light.effect',
          value: '$.effects.status',
          enum: '$.effects.effect_values[*]',
          write: switching({ on: { on: true }, effects: { effect: '{value}' } }),
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
          write: switching({ on: { on: true }, color_temperature: { mirek: '{value}' } }),
        },
      ],
    },
    {
      ...owner,
      entities: "$.data[?@.type == 'light' && @.color_temperature && @.color]",
      properties: [
        {
          capability: 'light.color_mode',
          value: '$.color_temperature.mirek_valid',
          map: [
            { from: true, to: 'color_temperature' },
            { from: false, to: 'color' },
          ],
        },
      ],
    },
    {
      ...owner,
      entities: "$.data[?@.type == 'motion' || @.type == 'camera_motion']",
      variables: { sensor: '$.id', type: '$.type' },
      properties: [
        { capability: 'motion', value: '$.motion.motion' },
        {
          name: 'enabled',
          type: 'boolean',
          role: 'configuration',
          title: 'Motion detection enabled',
          value: '$.enabled',
          write: {
            method: 'PUT',
            path: '/clip/v2/resource/{type}/{sensor}',
            body: { enabled: '{value}' },
            error: '$.errors[0]',
          },
        },
      ],
    },
    {
      ...owner,
      entities: "$.data[?@.type == 'light_level']",
      properties: [
        // The level is 10,000 log10(lux) + 1.
        {
          capability: 'illuminance',
          value: '$.light.light_level',
          factor: 1e-4,
          offset: -1e-4,
          base: 10,
          decimals: 1,
        },
      ],
    },
    {
      ...owner,
      entities: "$.data[?@.type == 'contact']",
      properties: [
        {
          capability: 'open',
          value: '$.contact_report.state',
          map: [
            { from: 'no_contact', to: true },
            { from: 'contact', to: false },
          ],
        },
      ],
    },
    {
      ...owner,
      entities: "$.data[?@.type == 'tamper']",
      properties: [
        {
          capability: 'tamper',
          value: "$.tamper_reports[?@.state == 'tampered'].state",
          map: [{ from: 'tampered', to: true }],
          otherwise: false,
        },
      ],
    },
    ...[
      { clockwise: true, factor: 1 },
      { clockwise: false, factor: -1 },
    ].map(({ clockwise, factor }) => ({
      ...owner,
      entities:
        "$.data[?@.type == 'relative_rotary' && @.relative_rotary.last_event.rotation.direction " +
        `${clockwise ? '==' : '!='} 'clock_wise']`,
      properties: [
        {
          name: 'rotation',
          type: 'integer' as const,
          title: 'Steps of the last turn, negative when counterclockwise',
          value: '$.relative_rotary.last_event.rotation.steps',
          factor,
        },
      ],
    })),
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
      entities: "$.data[?@.type == 'button' || @.type == 'bell_button']",
      properties: [
        { capability: 'button.event', value: '$.button.last_event' },
        { capability: 'button.event_time', value: '$.button.button_report.updated' },
      ],
    },
  ],
};

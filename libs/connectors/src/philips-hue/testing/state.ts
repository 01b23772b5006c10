import { hash } from 'node:crypto';

type Body = Record<string, Record<string, unknown>>;

export interface BridgeState {
  /** The resources of the bridge; tests may change them. */
  resources: Set<Record<string, unknown>>;
  /** The response to every request, if it is set. */
  answer?: unknown;
  find(id: string): Record<string, unknown>;
  /** All resources, those of a type, or the one with an id. */
  list(type?: string, id?: string): Record<string, unknown>[];
  /** Changes a resource; returns the members that have changed, or why it cannot. */
  put(type: string, id: string, body: Body): { changed: Body } | { status: number; why: string };
}

const owner = (rid: string) => ({ owner: { rid, rtype: 'device' } });
const connectivity = (device: string, status = 'connected') => ({
  id: `${device}-zigbee`,
  type: 'zigbee_connectivity',
  ...owner(device),
  status,
  mac_address: `00:17:88:01:00:${hash('md5', device).slice(0, 6).match(/../g)!.join(':')}`,
});

const device = (id: string, name: string, product: string, services: [string, string][]) => ({
  id,
  type: 'device',
  product_data: {
    model_id: 'LCT015',
    manufacturer_name: 'Signify Netherlands B.V.',
    product_name: product,
    certified: true,
    software_version: '1.104.2',
  },
  metadata: { name, archetype: 'sultan_bulb' },
  identify: {},
  services: services.map(([rid, rtype]) => ({ rid, rtype })),
});

const button = (number: number, event?: string) => ({
  id: `dimmer-button-${number}`,
  type: 'button',
  ...owner('dimmer'),
  metadata: { control_id: number },
  // A button that was never pressed has none.
  ...(event && {
    button: {
      last_event: event,
      button_report: { updated: '2026-11-20T18:00:00.000Z', event },
      repeat_interval: 800,
      event_values: ['initial_press', 'repeat', 'short_release', 'long_release', 'long_press'],
    },
  }),
});

/** A bridge with lamps, a motion sensor, a dimmer switch, what is newer than those, a room and a zone. */
function resourcesOfBridge(): Record<string, unknown>[] {
  const buttons = [1, 2, 3, 4].map((number) => button(number, number === 1 ? 'short_release' : ''));
  return [
    device('bridge', 'Hue Bridge', 'Hue Bridge', [['bridge-service', 'bridge']]),
    { id: 'bridge-service', type: 'bridge', ...owner('bridge'), bridge_id: 'ecb5fafffe000001' },

    device('color', 'Desk lamp', 'Hue color lamp', [
      ['color-light', 'light'],
      ['color-zigbee', 'zigbee_connectivity'],
    ]),
    {
      id: 'color-light',
      type: 'light',
      ...owner('color'),
      metadata: { name: 'Desk lamp', archetype: 'sultan_bulb' },
      on: { on: true },
      dimming: { brightness: 60.5, min_dim_level: 0.2 },
      color_temperature: {
        mirek: 366,
        mirek_valid: true,
        mirek_schema: { mirek_minimum: 153, mirek_maximum: 500 },
      },
      color: { xy: { x: 0.4573, y: 0.41 }, gamut_type: 'C' },
      effects: { effect_values: ['no_effect', 'candle', 'fire'], status: 'no_effect' },
    },
    connectivity('color'),

    device('white', 'Hall lamp', 'Hue white lamp', [
      ['white-light', 'light'],
      ['white-zigbee', 'zigbee_connectivity'],
    ]),
    {
      id: 'white-light',
      type: 'light',
      ...owner('white'),
      on: { on: false },
      dimming: { brightness: 100 },
    },
    connectivity('white', 'connectivity_issue'),

    device('sensor', 'Hall sensor', 'Hue motion sensor', [
      ['sensor-motion', 'motion'],
      ['sensor-temperature', 'temperature'],
      ['sensor-light', 'light_level'],
      ['sensor-power', 'device_power'],
      ['sensor-zigbee', 'zigbee_connectivity'],
    ]),
    {
      id: 'sensor-motion',
      type: 'motion',
      ...owner('sensor'),
      enabled: true,
      motion: {
        motion: true,
        motion_valid: true,
        motion_report: { changed: '2026-11-20T18:00:00.000Z', motion: true },
      },
    },
    {
      id: 'sensor-temperature',
      type: 'temperature',
      ...owner('sensor'),
      temperature: { temperature: 20.83, temperature_valid: true },
    },
    {
      id: 'sensor-light',
      type: 'light_level',
      ...owner('sensor'),
      light: { light_level: 20001, light_level_valid: true },
    },
    {
      id: 'sensor-power',
      type: 'device_power',
      ...owner('sensor'),
      power_state: { battery_state: 'normal', battery_level: 87 },
    },
    connectivity('sensor'),

    device('dimmer', 'Switch', 'Hue dimmer switch', [
      ...buttons.map(({ id }) => [id, 'button'] as [string, string]),
      ['dimmer-zigbee', 'zigbee_connectivity'],
    ]),
    ...buttons,
    connectivity('dimmer'),

    ...newerDevices(),

    {
      id: 'room',
      type: 'room',
      metadata: { name: 'Study', archetype: 'office' },
      children: ['color', 'dimmer'].map((rid) => ({ rid, rtype: 'device' })),
      services: [
        { rid: 'room-lights', rtype: 'grouped_light' },
        { rid: 'room-motion', rtype: 'grouped_motion' },
        { rid: 'room-level', rtype: 'grouped_light_level' },
      ],
    },
    {
      id: 'room-motion',
      type: 'grouped_motion',
      owner: { rid: 'room', rtype: 'room' },
      enabled: true,
      motion: { motion_report: { changed: '2026-11-20T18:00:00.000Z', motion: false } },
    },
    {
      id: 'room-level',
      type: 'grouped_light_level',
      owner: { rid: 'room', rtype: 'room' },
      enabled: true,
      light: { light_level_report: { changed: '2026-11-20T18:00:00.000Z', light_level: 20001 } },
    },
    {
      id: 'scene-day',
      type: 'smart_scene',
      metadata: { name: 'Natural light' },
      group: { rid: 'room', rtype: 'room' },
      week_timeslots: [],
      state: 'active',
    },
    {
      id: 'room-lights',
      type: 'grouped_light',
      owner: { rid: 'room', rtype: 'room' },
      on: { on: true },
      dimming: { brightness: 60.5 },
    },
    {
      id: 'zone',
      type: 'zone',
      metadata: { name: 'Downstairs', archetype: 'downstairs' },
      children: ['color-light', 'white-light'].map((rid) => ({ rid, rtype: 'light' })),
      services: [],
    },
    {
      id: 'scene-relax',
      type: 'scene',
      metadata: { name: 'Relax' },
      group: { rid: 'room', rtype: 'room' },
      status: { active: 'inactive' },
    },
    // What a future bridge may have.
    { id: 'odd', type: 'device', services: 'none', metadata: 17 },
    { id: 'future', type: 'teleporter', ...owner('color'), target: { x: 1 } },
    { type: 'nameless' },
  ];
}

/** Devices besides the lamps: a light strip of many colors, a contact sensor and others. */
function newerDevices(): Record<string, unknown>[] {
  const enabled = { enabled: true };
  const effectValues = { effect_values: ['no_effect', 'candle', 'cosmos'] };
  return [
    device('strip', 'Shelf', 'Hue gradient lightstrip', [['strip-light', 'light']]),
    {
      id: 'strip-light',
      type: 'light',
      ...owner('strip'),
      on: { on: true },
      gradient: {
        points: [0.6, 0.2].map((x) => ({ color: { xy: { x, y: 0.3 } } })),
        points_capable: 5,
        mode: 'interpolated_palette',
        mode_values: ['interpolated_palette', 'segmented_palette'],
        pixel_count: 20,
      },
      effects_v2: { action: effectValues, status: { effect: 'cosmos', ...effectValues } },
      timed_effects: {
        effect_values: ['no_effect', 'sunrise', 'sunset'],
        status: 'no_effect',
        status_values: ['no_effect', 'sunrise', 'sunset'],
      },
    },

    device('contact', 'Front door', 'Hue contact sensor', [
      ['contact-contact', 'contact'],
      ['contact-tamper', 'tamper'],
    ]),
    {
      id: 'contact-contact',
      type: 'contact',
      ...owner('contact'),
      ...enabled,
      contact_report: { changed: '2026-11-20T18:00:00.000Z', state: 'contact' },
    },
    {
      id: 'contact-tamper',
      type: 'tamper',
      ...owner('contact'),
      tamper_reports: [
        { changed: '2026-11-20T18:00:00.000Z', source: 'battery_door', state: 'tampered' },
      ],
    },

    device('camera', 'Doorbell', 'Hue Secure video doorbell', [
      ['camera-motion', 'camera_motion'],
      ['camera-bell', 'bell_button'],
      ['camera-speaker', 'speaker'],
    ]),
    {
      id: 'camera-motion',
      type: 'camera_motion',
      ...owner('camera'),
      ...enabled,
      motion: {
        motion: true,
        motion_report: { changed: '2026-11-20T18:00:00.000Z', motion: true },
      },
    },
    {
      id: 'camera-bell',
      type: 'bell_button',
      ...owner('camera'),
      metadata: { control_id: 1 },
      button: { last_event: 'initial_press' },
    },
    { id: 'camera-speaker', type: 'speaker', ...owner('camera'), mute: { mute: 'unmute' } },

    device('dial', 'Dial', 'Hue tap dial switch', [['dial-rotary', 'relative_rotary']]),
    {
      id: 'dial-rotary',
      type: 'relative_rotary',
      ...owner('dial'),
      relative_rotary: {
        last_event: {
          action: 'start',
          rotation: { direction: 'counter_clock_wise', steps: 15, duration: 400 },
        },
      },
    },
  ];
}

/** Returns the color temperature of a lamp after a change of its color, in which it has none. */
function whiteAfter(resource: Record<string, unknown>, { color, color_temperature }: Body): Body {
  if (!('color_temperature' in resource)) return {};
  if (color_temperature) {
    return { color_temperature: { ...color_temperature, mirek_valid: true } };
  }
  return color ? { color_temperature: { mirek: null, mirek_valid: false } } : {};
}

export function newBridge(): BridgeState {
  const resources = new Set(resourcesOfBridge());
  const state: BridgeState = {
    resources,
    find: (id) => [...resources].find((resource) => resource.id === id)!,
    list: (type, id) =>
      [...resources].filter(
        (resource) =>
          (type === undefined || resource.type === type) &&
          (id === undefined || resource.id === id),
      ),
    put(type, id, body) {
      const resource = [...resources].find((one) => one.id === id && one.type === type);
      if (!resource) return { status: 404, why: 'Not Found' };
      const brightness = body.dimming?.brightness;
      if (brightness !== undefined && !(Number(brightness) >= 0 && Number(brightness) <= 100)) {
        return { status: 400, why: 'invalid value for brightness' };
      }
      const changed = { ...body, ...whiteAfter(resource, body) };
      for (const [member, value] of Object.entries(changed)) {
        const before = resource[member];
        const merges = typeof before === 'object' && typeof value === 'object';
        resource[member] = merges ? { ...before, ...value } : value;
      }
      return { changed };
    },
  };
  return state;
}

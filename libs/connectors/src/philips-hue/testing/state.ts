type Body = Record<string, Record<string, unknown>>;

export interface BridgeState {
  /** What the bridge knows; tests may change it. */
  resources: Set<Record<string, unknown>>;
  /** The response to every request, if it is set. */
  answer?: unknown;
  find(id: string): Record<string, unknown>;
  /** All resources, those of a type, or the one with an id. */
  list(type?: string, id?: string): Record<string, unknown>[];
  /** Changes a resource; returns why it cannot, if so. */
  put(type: string, id: string, body: Body): { status: number; why: string } | undefined;
}

const owner = (rid: string) => ({ owner: { rid, rtype: 'device' } });
const connectivity = (device: string, status = 'connected') => ({
  id: `${device}-zigbee`,
  type: 'zigbee_connectivity',
  ...owner(device),
  status,
  mac_address: '00:17:88:01:00:00:00:01',
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
  button: {
    ...(event && {
      last_event: event,
      button_report: { updated: '2026-11-20T18:00:00.000Z', event },
    }),
    repeat_interval: 800,
    event_values: ['initial_press', 'repeat', 'short_release', 'long_release', 'long_press'],
  },
});

/** A bridge with a color lamp, a white lamp, a motion sensor, a dimmer switch, a room and a zone. */
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

    {
      id: 'room',
      type: 'room',
      metadata: { name: 'Study', archetype: 'office' },
      children: ['color', 'dimmer'].map((rid) => ({ rid, rtype: 'device' })),
      services: [{ rid: 'room-lights', rtype: 'grouped_light' }],
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
    { id: 'future', type: 'teleporter', target: { x: 1 } },
  ];
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
      for (const [member, value] of Object.entries(body)) {
        const before = resource[member];
        const merges = typeof before === 'object' && typeof value === 'object';
        resource[member] = merges ? { ...before, ...value } : value;
      }
      return undefined;
    },
  };
  return state;
}

import type { Settings } from './settings.js';

export const identifiersOf = (settings: Settings): string[] =>
  settings.object('device')?.texts('identifiers', 1) ?? [];

/** The member of a message that a template reads. */
const memberPattern = /value_json(?:\.(\w+)|\[["'](\w+)["']\])/;

/** Returns the name of the member of Zigbee2MQTT's messages that a component shows; undefined if there is no such one. */
export function memberOf(settings: Settings): string | undefined {
  if (!isOfZigbee2mqtt(settings)) return undefined;
  const [, member, quoted] = memberPattern.exec(settings.text('value_template') ?? '') ?? [];
  return member ?? quoted;
}

function isOfZigbee2mqtt(settings: Settings): boolean {
  if (settings.object('origin')?.text('name') === 'Zigbee2MQTT') return true;
  return identifiersOf(settings).some((identifier) => identifier.startsWith('zigbee2mqtt_'));
}

/**
 * The members with what a device switches: `state`, one for each endpoint such as `state_left`, and the names of
 * single devices (zigbee-herdsman-converters). All others are settings and functions.
 */
const switchedMember = /^(?:state(?:_\w+)?|(?:relay_)?switch_?\d*|pump_\w+)$/;

/** Returns whether a switch is what the device is for. Zigbee2MQTT announces settings and functions as switches, too. */
export function isWhatDeviceSwitches(settings: Settings): boolean {
  const member = memberOf(settings);
  return member === undefined || switchedMember.test(member);
}

const periods = String.raw`\w+day|work_?days?|week(?:ly)?|weekend|holidays?|slot|text`;

/**
 * The meaning of sensors and texts by their members, which have the same names with all devices
 * (zigbee-herdsman-converters, `lib/exposes`, `lib/tuya` and `devices/`). Zigbee2MQTT announces them without a device
 * class. A number that is announced as a text is left out, since apps expect numbers of a quantity.
 */
const meanings: [RegExp, string][] = [
  [/^action_\w+$|^last_(?:un)?lock_(?:source|user)$/, 'trellis:EventDetail'],
  [new RegExp(`^(?:(?:${periods})_)?schedule(?:_(?:${periods}))?(?:_\\d+)?$`), 'trellis:Schedule'],
  [
    /^(?:cycle_timer|normal_schedule_timer|custom_week_prog)(?:_\d+)?$|^irrigation_plan_settings/,
    'trellis:Schedule',
  ],
  [/^(?:\w+_)?(?:fault|error)s?(?:_(?:state|status|code|alarm|text))?$/, 'trellis:Fault'],
  [/^(?!model_)(?:\w+_)?name(?:_\w\d)?$/, 'trellis:Label'],
  [/^(?:\w+_)?pin_code$/, 'trellis:PinCode'],
  [/^gradient$/, 'trellis:Gradient'],
  [
    /^(?:learned_ir_code|ir_code_to_send|send_command|last_received_command)$/,
    'trellis:InfraredCode',
  ],
  [/^led_indicator_color_(?:on|off)$/, 'ColorProperty'],
  [/^(?:\w+_)?(?:(?:start|end|local)_time|datetime|timestamp)(?:_\w)?$/, 'saref:Time'],
  [/^[xyz]_axis$/, 'quantitykind:Acceleration'],
  [/^dew_point$/, 'quantitykind:DewPointTemperature'],
  [/^aqi$/, 'brick:Air_Quality'],
];

/** Returns the `@type` of a sensor or a text of Zigbee2MQTT by its member; undefined for an unknown one. */
export function meaningOfMember(settings: Settings): string | undefined {
  const member = memberOf(settings);
  return member === undefined ? undefined : meanings.find(([pattern]) => pattern.test(member))?.[1];
}

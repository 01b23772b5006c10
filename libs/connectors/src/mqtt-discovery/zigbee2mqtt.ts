import type { Settings } from './settings.js';

/** The member of a message that a template reads. */
const memberPattern = /value_json(?:\.(\w+)|\[["'](\w+)["']\])/;

/**
 * The members with what a device switches: `state`, one for each endpoint such as `state_left`, and the names of
 * single devices (zigbee-herdsman-converters). All others are settings and functions.
 */
const switchedMember = /^(?:state(?:_\w+)?|(?:relay_)?switch_?\d*|pump_\w+)$/;

function isOfZigbee2mqtt(settings: Settings): boolean {
  if (settings.object('origin')?.text('name') === 'Zigbee2MQTT') return true;
  const identifiers = settings.object('device')?.texts('identifiers', 1) ?? [];
  return identifiers.some((identifier) => identifier.startsWith('zigbee2mqtt_'));
}

/** Returns whether a switch is what the device is for. Zigbee2MQTT announces settings and functions as switches, too. */
export function isWhatDeviceSwitches(settings: Settings): boolean {
  if (!isOfZigbee2mqtt(settings)) return true;
  const [, member, quoted] = memberPattern.exec(settings.text('value_template') ?? '') ?? [];
  const name = member ?? quoted;
  return name === undefined || switchedMember.test(name);
}

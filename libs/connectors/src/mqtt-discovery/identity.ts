import { macIdentifier, type Device, type Identifier } from '@trellis/connector-sdk';
import type { ComponentGroup } from './grouping.js';

/** Returns by what a device is recognized when its id changes: its identifiers, connections and unique ids. */
export function identityOf({
  identifiers,
  connections,
  components,
}: ComponentGroup): Pick<Device, 'identifiers' | 'parts'> {
  const serials = components.flatMap(
    ({ settings }) => settings.object('device')?.text('serial_number') ?? [],
  );
  const all = [
    ...identifiers.flatMap((value) => [{ type: 'id', value }, addressOf(value)]),
    ...connections.map(ofConnection),
    ...[...new Set(serials)].map((value) => ({ type: 'serial', value })),
  ].filter((one) => one !== undefined);
  return {
    identifiers: all,
    parts: components.flatMap(({ settings }) => settings.text('unique_id') ?? []),
  };
}

/** Returns the address that an identifier of Zigbee2MQTT or Tasmota is or ends with. */
const addressOf = (identifier: string): Identifier | undefined =>
  macIdentifier(identifier.replace(/^zigbee2mqtt_/, ''));

function ofConnection(connection: string): Identifier {
  const separator = connection.indexOf(':');
  const [type, value] = [connection.slice(0, separator), connection.slice(separator + 1)];
  return (
    (type === 'mac' || type === 'zigbee' ? macIdentifier(value) : undefined) ?? { type, value }
  );
}

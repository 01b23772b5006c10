import type { z } from 'zod';
import type { ClientSchema, Connector } from '../connector.js';
import type { Device } from '../device.js';
import type { Discovery } from '../dispatch.js';
import type { Entity } from '../entity.js';

/** Returns a connector that records the devices that it finds. */
export function record<Instance extends z.ZodObject, Client extends ClientSchema, Command, Remote>(
  connector: Connector<Instance, Client, Command, Remote>,
) {
  const devices: Device<Command>[] = [];
  const recording: typeof connector = {
    ...connector,
    async poll(remote) {
      const found = await connector.poll(remote);
      devices.push(...found.devices);
      return found;
    },
  };
  return { connector: recording, devices };
}

/** Returns a connector whose poll uses `find` for one device. */
export function finding<Instance extends z.ZodObject, Client extends ClientSchema, Command, Remote>(
  connector: Connector<Instance, Client, Command, Remote>,
  { id, handle }: Entity,
): Connector<Instance, Client, Command, Remote> {
  return {
    ...connector,
    async poll(remote) {
      const device = await connector.find?.(remote, { id, handle });
      return { devices: device ? [device] : [] };
    },
  };
}

/** Returns the names of the properties, actions and events of a device, and which are writable. */
export function interactions({ id, properties, actions, events }: Entity) {
  const writable = Object.entries(properties).filter(([, { readOnly }]) => !readOnly);
  return {
    id,
    properties: Object.keys(properties).sort(),
    writable: writable.map(([name]) => name).sort(),
    actions: Object.keys(actions).sort(),
    events: Object.keys(events).sort(),
  };
}

/** Returns everything of a discovery that does not depend on values. */
export function shape({ entities }: Discovery) {
  return entities
    .map(({ values, ...entity }) => ({ ...entity, known: Object.keys(values).sort() }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Returns a write of the value that a property has. */
export function writeOf({ entities }: Discovery) {
  for (const { id: device, handle, properties, values } of entities) {
    const written = Object.entries(values).find(([name]) => !properties[name]?.readOnly);
    if (written) return { device, handle, property: written[0], value: written[1] };
  }
  throw new Error('No device has a property that can be written.');
}

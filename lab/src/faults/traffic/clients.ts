import { simulatorClient } from '@trellis/testing';
import type { Fact } from './model.js';
import { change, creating, operation, removing, type Operation } from './operation.js';
import type { Entity, World } from './world.js';

/** Returns the subject of a client: `client 7` belongs to `client-7`. */
export const subjectOf = (label: string): string => label.replace(' ', '-');

/** Number of devices: a weather station, a lamp and a plug. */
export const devices = 3;

/** The device whose brightness is written. */
export const lamp = 'lamp-1';

/** The initial brightness. */
export const unwrittenBrightness = 100;

const pollIntervalMs = 1_000;
const maxClients = 10;

const write = operation(3, ['client'], async (context, client) => {
  const { world, random } = context;
  const thing = client.things?.get(lamp) ?? (await findThings(world, client))?.get(lamp);
  if (!thing) return [];
  const brightness = random.integer(1, unwrittenBrightness - 1);
  const fact: Fact = { kind: 'value', of: [client.label], name: 'brightness' };
  const reply = await change(context, {
    method: 'PUT',
    path: `/things/${thing}/properties/brightness`,
    subject: subjectOf(client.label),
    body: brightness,
    fact,
    value: String(brightness),
    accepted: 204,
  });
  // The write continues after the answer.
  if (reply.status !== 202) return [reply];
  world.model.doubt(fact, String(brightness));
  return [{ ...reply, mayLinger: true }];
});

async function findThings({ sender, entities }: World, client: Entity) {
  const { status, body } = await sender.send({
    method: 'GET',
    path: `/connectors/clients/${client.id}`,
    subject: subjectOf(client.label),
  });
  if (status !== 200) return undefined;
  const mappings = body.mappings as { connector_thing_id: string; thing_id: string }[];
  const things = new Map(mappings.map((one) => [one.connector_thing_id, one.thing_id]));
  entities.set(client.label, { ...client, things });
  return things;
}

export const clientOperations: Operation[] = [
  creating('client', { weight: 1.5, max: maxClients }, (label) => {
    const { connector_type_id, configuration } = simulatorClient(devices, pollIntervalMs);
    return {
      path: '/connectors/clients',
      subject: subjectOf(label),
      // Values change only when they are written.
      body: { connector_type_id, configuration: { ...configuration, change_rate: 0 } },
    };
  }),
  removing('client', { weight: 0.8, isSureToEnd: true }, ({ id, label }) => ({
    path: `/connectors/clients/${id}`,
    subject: subjectOf(label),
  })),
  write,
];

import { simulatorClient } from '@trellis/testing';
import { absent, present, type Fact } from './model.js';
import { change, type Operation } from './operation.js';
import type { Entity, World } from './world.js';

/** Returns the subject of a client: `client 7` belongs to `client-7`. */
export const subjectOf = ({ label }: Pick<Entity, 'label'>): string => label.replace(' ', '-');

/** Number of devices: a weather station, a lamp and a plug. */
export const devices = 3;

/** The device whose brightness is written. */
export const lamp = 'lamp-1';

/** The initial brightness. */
export const unwrittenBrightness = 100;

const pollIntervalMs = 1_000;
const maxClients = 10;

const clientFact = ({ label }: Pick<Entity, 'label'>): Fact => ({ kind: 'client', of: [label] });

const create: Operation = {
  weight: 1.5,
  kinds: [],
  async run(context) {
    const { world } = context;
    if (world.count('client') >= maxClients) return [];
    const label = world.newLabel('client');
    const { connector_type_id, configuration } = simulatorClient(devices, pollIntervalMs);
    const reply = await change(
      context,
      {
        method: 'POST',
        path: '/connectors/clients',
        subject: subjectOf({ label }),
        // Values change only when they are written.
        body: { connector_type_id, configuration: { ...configuration, change_rate: 0 } },
      },
      { fact: clientFact({ label }), value: present, accepted: 201 },
    );
    if (reply.status === 201) world.entities.set(label, { label, id: reply.body.client_id });
    return [reply];
  },
};

const remove: Operation = {
  weight: 0.8,
  kinds: ['client'],
  async run(context, client) {
    const { world } = context;
    const reply = await change(
      context,
      { method: 'DELETE', path: `/connectors/clients/${client!.id}`, subject: subjectOf(client!) },
      { fact: clientFact(client!), value: absent, accepted: 204, alreadySo: 404 },
    );
    // A requested removal continues after any answer.
    world.entities.delete(client!.label);
    return [reply];
  },
};

const write: Operation = {
  weight: 3,
  kinds: ['client'],
  async run(context, client) {
    const { world, random } = context;
    const thing = client!.things?.get(lamp) ?? (await findThings(world, client!))?.get(lamp);
    if (!thing) return [];
    const brightness = random.integer(0, unwrittenBrightness - 1);
    const fact: Fact = { kind: 'value', of: [client!.label], name: 'brightness' };
    const reply = await change(
      context,
      {
        method: 'PUT',
        path: `/things/${thing}/properties/brightness`,
        subject: subjectOf(client!),
        body: brightness,
      },
      { fact, value: String(brightness), accepted: 204 },
    );
    // The write continues after the answer.
    if (reply.status !== 202) return [reply];
    world.model.doubt(fact, String(brightness));
    return [{ ...reply, mayLinger: true }];
  },
};

async function findThings({ sender, entities }: World, client: Entity) {
  const { status, body } = await sender.send({
    method: 'GET',
    path: `/connectors/clients/${client.id}`,
    subject: subjectOf(client),
  });
  if (status !== 200) return undefined;
  const mappings = body.mappings as { connector_thing_id: string; thing_id: string }[];
  const things = new Map(mappings.map((one) => [one.connector_thing_id, one.thing_id]));
  entities.set(client.label, { ...client, things });
  return things;
}

export const clientOperations: Operation[] = [create, remove, write];

import type { Account } from '@trellis/testing';
import { simulate, simulatorInstance } from '../simulation.js';

export const newUnit = {
  name: 'Kitchen',
  type: 'room',
  properties: [{ name: 'area', value: 12 }],
};

/** Ids of what an account has, by what they are called in the paths and bodies below. */
export type Existing = Record<
  'unit' | 'other' | 'thing' | 'client' | 'instance' | 'delivery' | 'interaction' | 'subscription',
  string
>;

const unknown = '01a1fb49-0d50-7523-8e7b-c9657c118513';

/** Nothing of this exists. */
export const nothing: Existing = {
  ...{ unit: unknown, other: unknown, thing: unknown },
  ...{
    client: unknown,
    instance: unknown,
    delivery: unknown,
    interaction: unknown,
    subscription: unknown,
  },
};

export async function prepare(account: Account): Promise<Existing> {
  const create = async (path: string, body: object) => {
    const created = await account.request('POST', path, { body });
    return String(created.body.id).replace('urn:uuid:', '');
  };
  const client = await simulate(account);
  const lamp = { title: 'Lamp', properties: { on: { type: 'boolean', value: false } } };
  return {
    unit: await create('/units', newUnit),
    other: await create('/units', newUnit),
    thing: await create('/things', lamp),
    client: client.path.split('/').at(-1)!,
    instance: (await client.read()).body.instance.href.split('/').at(-1)!,
    delivery: unknown,
    interaction: unknown,
    subscription: unknown,
  };
}

interface Change {
  operation: string;
  /** Status of its answer. */
  status: number;
  /** Type of what it changes. */
  type: string;
  /** Method, path and body, with the ids of what exists. */
  request(existing: Existing): [method: string, path: string, body: unknown];
}

/** Every operation that changes something, in an order in which most succeed. */
const table: [operation: string, status: number, type: string, request: string, body?: unknown][] =
  [
    [
      'post_api_v1_connectors_instances',
      409,
      'connector_instance',
      'POST /connectors/instances',
      simulatorInstance,
    ],
    ['post_api_v1_connectors_clients', 400, 'connector_client', 'POST /connectors/clients', {}],
    ['post_api_v1_units_batch', 200, 'unit', 'POST /units/batch', { items: [newUnit] }],
    [
      'post_api_v1_units_links_batch',
      200,
      'unit',
      'POST /units/links/batch',
      { items: [{ unit: ':unit', parent: ':unit' }] },
    ],
    [
      'post_api_v1_units_properties_batch',
      200,
      'unit',
      'POST /units/properties/batch',
      { items: [{ unit: ':unit', name: 'batch', value: 1 }] },
    ],
    ['post_api_v1_units_import', 415, 'unit', 'POST /units/import', {}],
    ['post_api_v1_units_models', 415, 'unit', 'POST /units/models', {}],
    ['post_api_v1_units', 201, 'unit', 'POST /units', newUnit],
    ['post_api_v1_units_id_parents', 201, 'unit', 'POST /units/:unit/parents', { id: ':other' }],
    [
      'delete_api_v1_units_id_parents',
      204,
      'unit',
      'DELETE /units/:unit/parents',
      { id: ':other' },
    ],
    ['delete_api_v1_units_id_parents_other', 404, 'unit', 'DELETE /units/:unit/parents/:other'],
    ['post_api_v1_units_id_children', 201, 'unit', 'POST /units/:unit/children', { id: ':other' }],
    ['delete_api_v1_units_id_children_other', 204, 'unit', 'DELETE /units/:unit/children/:other'],
    [
      'delete_api_v1_units_id_children',
      404,
      'unit',
      'DELETE /units/:unit/children',
      { id: ':other' },
    ],
    ['post_api_v1_units_id_subjects', 201, 'unit', 'POST /units/:unit/subjects', { id: 'bob' }],
    ['delete_api_v1_units_id_subjects', 204, 'unit', 'DELETE /units/:unit/subjects', { id: 'bob' }],
    ['delete_api_v1_units_id_subjects_other', 404, 'unit', 'DELETE /units/:unit/subjects/bob'],
    ['post_api_v1_units_id_things', 201, 'unit', 'POST /units/:unit/things', { id: ':thing' }],
    ['delete_api_v1_units_id_things', 204, 'unit', 'DELETE /units/:unit/things', { id: ':thing' }],
    ['delete_api_v1_units_id_things_other', 404, 'unit', 'DELETE /units/:unit/things/:thing'],
    [
      'post_api_v1_units_id_properties',
      201,
      'unit',
      'POST /units/:unit/properties',
      { name: 'floor', value: 1 },
    ],
    [
      'put_api_v1_units_id_properties',
      204,
      'unit',
      'PUT /units/:unit/properties',
      { name: 'floor', value: 2 },
    ],
    [
      'put_api_v1_units_id_properties_name',
      204,
      'unit',
      'PUT /units/:unit/properties/floor',
      { value: 3 },
    ],
    ['delete_api_v1_units_id_properties_name', 200, 'unit', 'DELETE /units/:unit/properties/floor'],
    ['patch_api_v1_units_id', 204, 'unit', 'PATCH /units/:unit', { name: 'Larder' }],
    ['delete_api_v1_units_id', 204, 'unit', 'DELETE /units/:other'],
    ['post_api_v1_things', 201, 'thing', 'POST /things', { title: 'Plug' }],
    [
      'put_api_v1_things_id_properties_name',
      204,
      'thing',
      'PUT /things/:thing/properties/on',
      true,
    ],
    ['post_api_v1_things_id_actions_name', 404, 'thing', 'POST /things/:thing/actions/fly', {}],
    [
      'post_api_v1_connectors_callback',
      404,
      'thing',
      'POST /connectors/callback',
      { thing_id: ':thing', action: 'fly' },
    ],
    [
      'post_api_v1_interactions_batch',
      202,
      'interaction',
      'POST /interactions/batch',
      { select: { things: [':thing'] }, property: 'on', value: true },
    ],
    [
      'post_api_v1_interactions_id_cancel',
      404,
      'interaction',
      'POST /interactions/:interaction/cancel',
    ],
    ['patch_api_v1_things_id', 204, 'thing', 'PATCH /things/:thing', { title: 'Reading lamp' }],
    ['delete_api_v1_things_id', 204, 'thing', 'DELETE /things/:thing'],
    ['put_api_v1_callback', 201, 'callback', 'PUT /callback', { url: 'http://127.0.0.1:9/' }],
    ['post_api_v1_callback_replay', 400, 'callback', 'POST /callback/replay', { from: '1-0-1' }],
    [
      'post_api_v1_callback_deliveries_id_redeliveries',
      404,
      'callback',
      'POST /callback/deliveries/:delivery/redeliveries',
    ],
    ['delete_api_v1_callback', 204, 'callback', 'DELETE /callback'],
    ['post_api_v1_subscriptions', 201, 'subscription', 'POST /subscriptions', { match: {} }],
    ['delete_api_v1_subscriptions_id', 404, 'subscription', 'DELETE /subscriptions/:subscription'],
    [
      'patch_api_v1_connectors_instances_id',
      204,
      'connector_instance',
      'PATCH /connectors/instances/:instance',
      { configuration: { application_key: 'another' } },
    ],
    [
      'patch_api_v1_connectors_clients_id',
      204,
      'connector_client',
      'PATCH /connectors/clients/:client',
      { configuration: { devices: 3 } },
    ],
    [
      'post_api_v1_connectors_clients_id_poll',
      429,
      'connector_client',
      'POST /connectors/clients/:client/poll',
    ],
    [
      'post_api_v1_connectors_clients_id_sweep',
      200,
      'connector_client',
      'POST /connectors/clients/:client/sweep',
      { action: 'accept' },
    ],
    [
      'delete_api_v1_connectors_instances_id',
      409,
      'connector_instance',
      'DELETE /connectors/instances/:instance',
    ],
    [
      'delete_api_v1_connectors_clients_id',
      204,
      'connector_client',
      'DELETE /connectors/clients/:client',
    ],
  ];

export const changes = table.map(([operation, status, type, request, body]): Change => ({
  ...{ operation, status, type },
  request(existing) {
    const text = JSON.stringify([...request.split(' '), body]);
    const named = text.replaceAll(/:(\w+)/g, (name, key: string) =>
      key in existing ? existing[key as keyof Existing] : name,
    );
    return JSON.parse(named) as [string, string, unknown];
  },
}));

import { simulatorInstance, type Account } from '@trellis/testing';
import { simulate } from '../simulation.js';

export const newUnit = {
  name: 'Kitchen',
  type: 'room',
  properties: [{ name: 'area', value: 12 }],
};

/** Ids of existing resources, by their names in the paths and bodies below. */
export type Existing = Record<
  | 'unit'
  | 'other'
  | 'thing'
  | 'client'
  | 'instance'
  | 'delivery'
  | 'interaction'
  | 'subscription'
  | 'app',
  string
>;

const unknown = '01a1fb49-0d50-7523-8e7b-c9657c118513';

/** Ids of resources that do not exist. */
export const nothing: Existing = {
  unit: unknown,
  other: unknown,
  thing: unknown,
  client: unknown,
  instance: unknown,
  delivery: unknown,
  interaction: unknown,
  subscription: unknown,
  app: unknown,
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
    app: unknown,
  };
}

interface Change {
  operation: string;
  /** Status of its answer. */
  status: number;
  /** Type of what it changes. */
  type: string;
  /** Returns method, path and body with the ids of existing resources. */
  request(existing: Existing): [method: string, path: string, body: unknown];
}

/** All operations that change something, in an order in which most succeed. */
const table: [operation: string, status: number, type: string, request: string, body?: unknown][] =
  [
    [
      'createConnectorInstance',
      409,
      'connector_instance',
      'POST /connectors/instances',
      simulatorInstance,
    ],
    ['createConnectorClient', 400, 'connector_client', 'POST /connectors/clients', {}],
    ['createConnectSession', 400, 'connect_session', 'POST /connect/sessions', {}],
    ['setConnectBranding', 204, 'connect_branding', 'PUT /connect/branding', { name: 'Acme' }],
    ['createUnits', 200, 'unit', 'POST /units/batch', { items: [newUnit] }],
    [
      'linkUnits',
      200,
      'unit',
      'POST /units/links/batch',
      { items: [{ unit: ':unit', parent: ':unit' }] },
    ],
    [
      'writeUnitProperties',
      200,
      'unit',
      'POST /units/properties/batch',
      { items: [{ unit: ':unit', name: 'batch', value: 1 }] },
    ],
    ['importUnits', 415, 'unit', 'POST /units/import', {}],
    ['importModel', 415, 'unit', 'POST /units/models', {}],
    ['createUnit', 201, 'unit', 'POST /units', newUnit],
    ['linkParent', 201, 'unit', 'POST /units/:unit/parents', { id: ':other' }],
    ['unlinkParentInBody', 204, 'unit', 'DELETE /units/:unit/parents', { id: ':other' }],
    ['unlinkParent', 404, 'unit', 'DELETE /units/:unit/parents/:other'],
    ['linkChild', 201, 'unit', 'POST /units/:unit/children', { id: ':other' }],
    ['unlinkChild', 204, 'unit', 'DELETE /units/:unit/children/:other'],
    ['unlinkChildInBody', 404, 'unit', 'DELETE /units/:unit/children', { id: ':other' }],
    ['linkSubject', 201, 'unit', 'POST /units/:unit/subjects', { id: 'bob' }],
    ['unlinkSubjectInBody', 204, 'unit', 'DELETE /units/:unit/subjects', { id: 'bob' }],
    ['unlinkSubject', 404, 'unit', 'DELETE /units/:unit/subjects/bob'],
    ['linkThing', 201, 'unit', 'POST /units/:unit/things', { id: ':thing' }],
    ['unlinkThingInBody', 204, 'unit', 'DELETE /units/:unit/things', { id: ':thing' }],
    ['unlinkThing', 404, 'unit', 'DELETE /units/:unit/things/:thing'],
    ['addUnitProperty', 201, 'unit', 'POST /units/:unit/properties', { name: 'floor', value: 1 }],
    ['updateUnitProperty', 204, 'unit', 'PUT /units/:unit/properties', { name: 'floor', value: 2 }],
    ['setUnitProperty', 204, 'unit', 'PUT /units/:unit/properties/floor', { value: 3 }],
    ['deleteUnitProperty', 200, 'unit', 'DELETE /units/:unit/properties/floor'],
    ['updateUnit', 204, 'unit', 'PATCH /units/:unit', { name: 'Larder' }],
    ['deleteUnit', 204, 'unit', 'DELETE /units/:other'],
    ['createThing', 201, 'thing', 'POST /things', { title: 'Plug' }],
    ['writeThingProperty', 204, 'thing', 'PUT /things/:thing/properties/on', true],
    ['invokeAction', 404, 'thing', 'POST /things/:thing/actions/fly', {}],
    [
      'requestAction',
      404,
      'thing',
      'POST /connectors/callback',
      { thing_id: ':thing', action: 'fly' },
    ],
    [
      'startInteractionBatch',
      202,
      'interaction',
      'POST /interactions/batch',
      { select: { things: [':thing'] }, property: 'on', value: true },
    ],
    ['cancelInteractionBatch', 404, 'interaction', 'POST /interactions/:interaction/cancel'],
    ['updateThing', 204, 'thing', 'PATCH /things/:thing', { title: 'Reading lamp' }],
    ['deleteThing', 204, 'thing', 'DELETE /things/:thing'],
    ['registerCallback', 201, 'callback', 'PUT /callback', { url: 'http://127.0.0.1:9/' }],
    ['replayEvents', 400, 'callback', 'POST /callback/replay', { from: '1-0-1' }],
    ['redeliverMessage', 404, 'callback', 'POST /callback/deliveries/:delivery/redeliveries'],
    ['deleteCallback', 204, 'callback', 'DELETE /callback'],
    ['createSubscription', 201, 'subscription', 'POST /subscriptions', { match: {} }],
    ['updateSubscription', 404, 'subscription', 'PATCH /subscriptions/:subscription', {}],
    ['rotateSubscriptionSecret', 404, 'subscription', 'POST /subscriptions/:subscription/rotate'],
    ['deleteSubscription', 404, 'subscription', 'DELETE /subscriptions/:subscription'],
    ['createApp', 201, 'app', 'POST /apps', { name: 'Dashboard', scopes: ['svc.things.read'] }],
    ['updateApp', 404, 'app', 'PATCH /apps/:app', { name: 'Renamed' }],
    ['rotateAppSecret', 404, 'app', 'POST /apps/:app/rotate', {}],
    ['deleteApp', 404, 'app', 'DELETE /apps/:app'],
    [
      'updateConnectorInstance',
      204,
      'connector_instance',
      'PATCH /connectors/instances/:instance',
      { configuration: { application_key: 'another' } },
    ],
    [
      'updateConnectorClient',
      204,
      'connector_client',
      'PATCH /connectors/clients/:client',
      { configuration: { devices: 3 } },
    ],
    ['pollConnectorClient', 429, 'connector_client', 'POST /connectors/clients/:client/poll'],
    [
      'settleConnectorClientSweep',
      200,
      'connector_client',
      'POST /connectors/clients/:client/sweep',
      { action: 'accept' },
    ],
    [
      'pauseConnectorClient',
      200,
      'connector_client',
      'POST /connectors/clients/:client/pause',
      { reason: 'Away' },
    ],
    ['resumeConnectorClient', 200, 'connector_client', 'POST /connectors/clients/:client/resume'],
    [
      'deleteConnectorInstance',
      409,
      'connector_instance',
      'DELETE /connectors/instances/:instance',
    ],
    ['deleteConnectorClient', 204, 'connector_client', 'DELETE /connectors/clients/:client'],
  ];

export const changes = table.map(([operation, status, type, request, body]): Change => ({
  operation,
  status,
  type,
  request(existing) {
    const text = JSON.stringify([...request.split(' '), body]);
    const named = text.replaceAll(/:(\w+)/g, (name, key: string) =>
      key in existing ? existing[key as keyof Existing] : name,
    );
    return JSON.parse(named) as [string, string, unknown];
  },
}));

import { simulatorInstance, type Account } from '@trellis/testing';
import { shellyType } from '../connector-types/shelly.js';
import { simulate } from '../simulation.js';

export const newUnit = {
  name: 'Kitchen',
  type: 'room',
  properties: [{ name: 'area', value: 12 }],
};

const unknown = '01a1fb49-0d50-7523-8e7b-c9657c118513';

/** Ids of resources that do not exist, by their names in the paths and bodies below. */
export const nothing = {
  unit: unknown,
  other: unknown,
  thing: unknown,
  client: unknown,
  instance: unknown,
  delivery: unknown,
  interaction: unknown,
  session: unknown,
  subscription: unknown,
  alert: unknown,
  agent: unknown,
  scene: unknown,
  app: unknown,
};

/** Ids of resources, some of which exist. */
export type Existing = typeof nothing;

export async function prepare(account: Account): Promise<Existing> {
  const create = async (path: string, body: object) => {
    const created = await account.request('POST', path, { body });
    return String(created.body.id).replace('urn:uuid:', '');
  };
  const client = await simulate(account);
  const lamp = { title: 'Lamp', properties: { on: { type: 'boolean', value: false } } };
  return {
    ...nothing,
    unit: await create('/units', newUnit),
    other: await create('/units', newUnit),
    thing: await create('/things', lamp),
    client: client.path.split('/').at(-1)!,
    instance: (await client.read()).body.instance.href.split('/').at(-1)!,
  };
}

/** The types of what requests change, by the beginning of their paths. */
const types = {
  '/units/models': 'model',
  '/units': 'unit',
  '/scenes': 'scene',
  '/subjects': 'subject',
  '/things': 'thing',
  '/interactions': 'interaction',
  '/callback': 'callback',
  '/subscriptions': 'subscription',
  '/alerts': 'alert',
  '/agents': 'agent',
  '/apps': 'app',
  '/connect/sessions': 'connect_session',
  '/connect/branding': 'connect_branding',
  '/connectors/instances': 'connector_instance',
  '/connectors/types': 'connector_type',
  '/connectors/clients': 'connector_client',
  '/connectors/callback': 'thing',
};

type Row = [operation: string, status: number, request: string, body?: unknown];

const withoutId = ({ type_id: _id, ...version }: typeof shellyType) => version;

/** All operations that change something, in an order in which most succeed, with the statuses of their answers. */
const rows: Row[] = [
  ['createConnectorInstance', 409, 'POST /connectors/instances', simulatorInstance],
  ['createConnectorType', 201, 'POST /connectors/types', shellyType],
  ['replaceConnectorType', 200, 'PUT /connectors/types/x-shelly', withoutId(shellyType)],
  ['restoreConnectorType', 200, 'PATCH /connectors/types/x-shelly', { version: 1 }],
  ['setConnectorTypeLogo', 415, 'PUT /connectors/types/x-shelly/logo', {}],
  ['deleteConnectorType', 204, 'DELETE /connectors/types/x-shelly'],
  ['createConnectorClient', 400, 'POST /connectors/clients', {}],
  ['createAgent', 400, 'POST /agents', { name: 'Home' }],
  ['updateAgent', 404, 'PATCH /agents/:agent', { name: 'Home' }],
  ['createPairingCode', 404, 'POST /agents/:agent/pairing_code'],
  ['deleteAgent', 404, 'DELETE /agents/:agent'],
  ['createConnectSession', 400, 'POST /connect/sessions', {}],
  ['deleteConnectSession', 404, 'DELETE /connect/sessions/:session'],
  ['setConnectBranding', 204, 'PUT /connect/branding', { name: 'Acme' }],
  ['createUnits', 200, 'POST /units/batch', { items: [newUnit] }],
  ['linkUnits', 200, 'POST /units/links/batch', { items: [{ unit: ':unit', parent: ':unit' }] }],
  [
    'writeUnitProperties',
    200,
    'POST /units/properties/batch',
    { items: [{ unit: ':unit', name: 'batch', value: 1 }] },
  ],
  ['importUnits', 415, 'POST /units/import', {}],
  ['importModel', 415, 'POST /units/models', {}],
  ['cancelModelImport', 404, 'POST /units/models/imports/:unit/cancel'],
  ['createUnit', 201, 'POST /units', newUnit],
  ['linkParent', 201, 'POST /units/:unit/parents', { id: ':other' }],
  ['unlinkParentInBody', 204, 'DELETE /units/:unit/parents', { id: ':other' }],
  ['unlinkParent', 404, 'DELETE /units/:unit/parents/:other'],
  ['linkChild', 201, 'POST /units/:unit/children', { id: ':other' }],
  ['unlinkChild', 204, 'DELETE /units/:unit/children/:other'],
  ['unlinkChildInBody', 404, 'DELETE /units/:unit/children', { id: ':other' }],
  ['linkSubject', 201, 'POST /units/:unit/subjects', { id: 'bob' }],
  ['unlinkSubjectInBody', 204, 'DELETE /units/:unit/subjects', { id: 'bob' }],
  ['unlinkSubject', 404, 'DELETE /units/:unit/subjects/bob'],
  ['linkThing', 201, 'POST /units/:unit/things', { id: ':thing' }],
  ['unlinkThingInBody', 204, 'DELETE /units/:unit/things', { id: ':thing' }],
  ['unlinkThing', 404, 'DELETE /units/:unit/things/:thing'],
  ['addUnitProperty', 201, 'POST /units/:unit/properties', { name: 'floor', value: 1 }],
  ['updateUnitProperty', 204, 'PUT /units/:unit/properties', { name: 'floor', value: 2 }],
  ['setUnitProperty', 204, 'PUT /units/:unit/properties/floor', { value: 3 }],
  ['deleteUnitProperty', 200, 'DELETE /units/:unit/properties/floor'],
  ['updateUnit', 204, 'PATCH /units/:unit', { name: 'Larder' }],
  ['createScene', 201, 'POST /units/:unit/scenes', { name: 'Evening' }],
  ['updateScene', 404, 'PATCH /scenes/:scene', { name: 'Night' }],
  ['captureScene', 404, 'POST /scenes/:scene/capture'],
  ['activateScene', 404, 'POST /scenes/:scene/activate', {}],
  ['deleteScene', 404, 'DELETE /scenes/:scene'],
  ['deleteUnit', 204, 'DELETE /units/:other'],
  ['createThing', 201, 'POST /things', { title: 'Plug' }],
  ['writeThingProperties', 204, 'PUT /things/:thing/properties', { on: true }],
  ['writeThingProperty', 204, 'PUT /things/:thing/properties/on', true],
  ['invokeAction', 404, 'POST /things/:thing/actions/fly', {}],
  ['requestAction', 404, 'POST /connectors/callback', { thing_id: ':thing', action: 'fly' }],
  [
    'startInteractionBatch',
    202,
    'POST /interactions/batch',
    { select: { things: [':thing'] }, property: 'on', value: true },
  ],
  ['cancelInteractionBatch', 404, 'POST /interactions/:interaction/cancel'],
  ['replaceThing', 409, 'POST /things/:thing/replace', { with: ':thing' }],
  ['restoreThing', 404, 'DELETE /things/:thing/replace'],
  ['updateThing', 204, 'PATCH /things/:thing', { title: 'Reading lamp' }],
  ['deleteThing', 204, 'DELETE /things/:thing'],
  ['registerCallback', 201, 'PUT /callback', { url: 'http://127.0.0.1:9/' }],
  ['replayEvents', 400, 'POST /callback/replay', { from: '1-0-1' }],
  ['redeliverMessage', 404, 'POST /callback/deliveries/:delivery/redeliveries'],
  ['redeliverMessages', 202, 'POST /callback/redeliveries', {}],
  ['sendTestMessage', 200, 'POST /callback/test'],
  ['deleteCallback', 204, 'DELETE /callback'],
  ['createSubscription', 201, 'POST /subscriptions', { match: {} }],
  ['updateSubscription', 404, 'PATCH /subscriptions/:subscription', {}],
  ['rotateSubscriptionSecret', 404, 'POST /subscriptions/:subscription/rotate'],
  ['sendSubscriptionTestMessage', 404, 'POST /subscriptions/:subscription/test'],
  ['deleteSubscription', 404, 'DELETE /subscriptions/:subscription'],
  [
    'createAlert',
    201,
    'POST /alerts',
    { name: 'Offline', condition: { kind: 'client_error', minutes: 5 } },
  ],
  ['updateAlert', 404, 'PATCH /alerts/:alert', {}],
  ['testAlert', 404, 'POST /alerts/:alert/test'],
  ['deleteAlert', 404, 'DELETE /alerts/:alert'],
  ['createApp', 201, 'POST /apps', { name: 'Dashboard', scopes: ['svc.things.read'] }],
  ['updateApp', 404, 'PATCH /apps/:app', { name: 'Renamed' }],
  ['rotateAppSecret', 404, 'POST /apps/:app/rotate', {}],
  ['deleteApp', 404, 'DELETE /apps/:app'],
  [
    'updateConnectorInstance',
    204,
    'PATCH /connectors/instances/:instance',
    { configuration: { application_key: 'another' } },
  ],
  [
    'updateConnectorClient',
    204,
    'PATCH /connectors/clients/:client',
    { configuration: { devices: 3 } },
  ],
  ['pollConnectorClient', 429, 'POST /connectors/clients/:client/poll'],
  [
    'settleConnectorClientSweep',
    200,
    'POST /connectors/clients/:client/sweep',
    { action: 'accept' },
  ],
  ['pauseConnectorClient', 200, 'POST /connectors/clients/:client/pause', { reason: 'Away' }],
  ['debugConnectorClient', 200, 'POST /connectors/clients/:client/debug', { minutes: 1 }],
  ['resumeConnectorClient', 200, 'POST /connectors/clients/:client/resume'],
  ['replaceConnectorClient', 400, 'POST /connectors/clients/:client/replace', { with: ':client' }],
  ['updateSubject', 404, 'PATCH /subjects/nobody', { attributes: { no: '1' } }],
  ['deleteSubject', 404, 'DELETE /subjects/nobody'],
  ['deleteConnectorInstance', 409, 'DELETE /connectors/instances/:instance'],
  ['deleteConnectorClient', 204, 'DELETE /connectors/clients/:client'],
];

export const changes = rows.map(([operation, status, request, body]) => ({
  operation,
  status,
  /** The type of what it changes. */
  type: Object.entries(types).find(([path]) => request.includes(` ${path}`))![1],
  /** Returns method, path and body with the ids of existing resources. */
  request(existing: Existing) {
    const text = JSON.stringify([...request.split(' '), body]);
    const named = text.replaceAll(/:(\w+)/g, (name, key: string) =>
      key in existing ? existing[key as keyof Existing] : name,
    );
    return JSON.parse(named) as [method: string, path: string, body: unknown];
  },
}));

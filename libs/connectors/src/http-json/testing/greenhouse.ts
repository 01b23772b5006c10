import type { z } from 'zod';
import type { instance } from '../configuration.js';
import { startApi, type ApiServer, type Reply, type SeenRequest } from './server.js';

/** A device of the API of a greenhouse, which is invented. */
export interface Equipment {
  id: number;
  label: string;
  kind: 'sensor' | 'lamp' | 'vent';
  online: 'yes' | 'no';
}

export interface Greenhouse extends ApiServer {
  key: string;
  /** The id of its controller. */
  controller: { serial: string };
  equipment: Map<number, Equipment>;
  /** The state of each device. */
  states: Map<number, Record<string, unknown>>;
}

const pageSize = 2;

/** An API with pages, states that are requested one by one, commands, and a key. */
export async function startGreenhouse(): Promise<Greenhouse> {
  const key = 'greenhouse-key-17';
  const controller = { serial: 'G-17' };
  const equipment = new Map<number, Equipment>();
  const states = new Map<number, Record<string, unknown>>();
  const add = (one: Equipment, state: Record<string, unknown>) => {
    equipment.set(one.id, one);
    states.set(one.id, state);
  };
  add({ id: 1, label: 'Bench A', kind: 'sensor', online: 'yes' }, { temp_f: 68, rh: '41.5' });
  add({ id: 2, label: 'Grow light', kind: 'lamp', online: 'yes' }, { power: 'ON', level: 128 });
  add({ id: 3, label: 'Roof vent', kind: 'vent', online: 'no' }, { opening: 0.25 });

  const answer = ({ method, url, headers, body }: SeenRequest): Reply => {
    if (headers['x-api-key'] !== key) return { status: 401, json: { error: 'bad key' } };
    if (url.pathname === '/v1/equipment') return page(Number(url.searchParams.get('offset') ?? 0));
    const [, id, action] = /^\/v1\/equipment\/(\d+)\/(state|blink)$/.exec(url.pathname) ?? [];
    const state = states.get(Number(id));
    if (!state) return { status: 404, json: { error: 'no such equipment' } };
    if (action === 'blink') return { json: { ok: true, times: (body as { n: number }).n } };
    if (method === 'PATCH') {
      if ((body as { level?: number }).level === 255) return { json: { error: 'too bright' } };
      Object.assign(state, body);
      return { json: { ok: true } };
    }
    return { json: { equipment: Number(id), state } };
  };
  const page = (offset: number): Reply => {
    const items = [...equipment.values()];
    const next = offset + pageSize;
    return {
      json: {
        controller,
        items: items.slice(offset, next),
        next: next < items.length ? `/v1/equipment?offset=${next}` : null,
      },
    };
  };
  return Object.assign(await startApi(answer), { key, controller, equipment, states });
}

const setState = (body: Record<string, string>) => ({
  method: 'PATCH' as const,
  path: '/v1/equipment/{equipment}/state',
  body,
  error: '$.error',
});

/** The API of the greenhouse as data. */
export const greenhouse: z.input<typeof instance> = {
  base_url: 'http://{host}',
  parameters: {
    host: { type: 'host' },
    key: { secret: true },
  },
  authentication: { scheme: 'api_key', name: 'X-Api-Key', key: '{key}' },
  requests: {
    list: { path: '/v1/equipment', paging: { by: 'address', at: '$.next' } },
    state: {
      path: '/v1/equipment/{equipment}/state',
      error: '$.error',
      each: { request: 'list', items: '$.items[*]', variables: { equipment: '$.id' } },
    },
  },
  identity: { request: 'list', value: '$.controller.serial' },
  devices: [
    {
      request: 'list',
      entities: '$.items[*]',
      id: '$.id',
      title: '$.label',
      variables: { equipment: '$.id' },
      available: { value: '$.online', map: [{ from: 'yes', to: true }], otherwise: false },
      actions: [
        {
          name: 'blink',
          input: { type: 'integer', minimum: 1, maximum: 10 },
          request: {
            method: 'POST',
            path: '/v1/equipment/{equipment}/blink',
            body: { n: '{value}' },
            output: '$.times',
          },
        },
      ],
    },
    {
      request: 'state',
      entities: '$.state',
      id: '{equipment}',
      adds_only: true,
      properties: [
        { capability: 'temperature', value: '$.temp_f', optional: true, remote_unit: '°F' },
        { capability: 'humidity', value: '$.rh', optional: true },
        {
          capability: 'light.on',
          value: '$.power',
          optional: true,
          map: [
            { from: 'ON', to: true },
            { from: 'OFF', to: false },
          ],
          write: setState({ power: '{value}' }),
        },
        {
          capability: 'light.brightness',
          value: '$.level',
          optional: true,
          factor: 0.390625,
          write: setState({ level: '{value}', power: 'ON' }),
        },
        {
          capability: 'cover.position',
          value: '$.opening',
          optional: true,
          factor: 100,
          write: setState({ opening: '{value}' }),
        },
      ],
    },
  ],
};

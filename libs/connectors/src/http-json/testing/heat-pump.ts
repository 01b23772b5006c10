import type { z } from 'zod';
import type { instance } from '../configuration.js';
import { startApi, type ApiServer } from './server.js';

export interface HeatPump extends ApiServer {
  /** Tenths of degrees, by the place of their names. */
  values: number[];
  pumps: { id: string; running: 0 | 1; speed: number }[];
}

/** The API of a heat pump, which is invented: names and values in two lists, faults apart, and speeds to 255. */
export async function startHeatPump(): Promise<HeatPump> {
  const values = [412, -35];
  const pumps: HeatPump['pumps'] = [{ id: 'a', running: 1, speed: 102 }];
  const api = await startApi(({ method, url, body }) => {
    if (method === 'PUT') {
      const pump = pumps.find(({ id }) => url.pathname === `/pumps/${id}`);
      if (!pump) return { status: 404, json: {} };
      Object.assign(pump, body);
      return { json: {} };
    }
    return { json: { names: ['flow', 'outside'], values, pumps, faults: { a: ['E7', 'E9'] } } };
  });
  return Object.assign(api, { values, pumps });
}

/** The API of the heat pump as data, where paths are not enough. */
export const heatPump: z.input<typeof instance> = {
  base_url: 'http://{host}',
  parameters: { host: { type: 'host' } },
  requests: {
    status: {
      path: '/status',
      transform: `{
        "sensors": [$zip(names, values).{ "name": $[0], "tenths": $[1] }],
        "pumps": [pumps.{ "id": id, "speed": running * speed, "faults": $count($lookup($$.faults, id)) }]
      }`,
    },
  },
  devices: [
    {
      request: 'status',
      entities: '$.sensors[*]',
      id: '$.name',
      properties: [{ capability: 'temperature', value: '$.tenths', factor: 0.1 }],
    },
    {
      request: 'status',
      entities: '$.pumps[*]',
      id: '$.id',
      title: 'Pump',
      variables: { pump: '$.id' },
      properties: [
        {
          capability: 'fan.speed',
          expression: '$round(speed / 2.55)',
          write: {
            path: '/pumps/{pump}',
            expression: '{ "running": $ > 0 ? 1 : 0, "speed": $round($ * 2.55) }',
            body: '{value}',
          },
        },
        { name: 'faulty', type: 'boolean', expression: 'faults > 0' },
        { name: 'hint', type: 'string', expression: '$uppercase(hint)', optional: true },
      ],
    },
  ],
};

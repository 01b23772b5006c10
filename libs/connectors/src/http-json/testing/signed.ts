import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import type { instance } from '../configuration.js';
import { startApi, type ApiServer, type Reply, type SeenRequest } from './server.js';

const parameters = {
  host: { type: 'host' },
  access_key: { secret: true },
  secret_key: { secret: true },
} as const;

export const keys = { access_key: 'Fp4SvIprYSDPXtYJidEtUAd1o', secret_key: 'WIbFEKre0s6sLnh4ei7S' };

/** The batteries of EcoFlow as data (developer.ecoflow.com): what is signed has the sorted parameters. */
export const ecoFlow: z.input<typeof instance> = {
  base_url: 'http://{host}/iot-open/sign',
  parameters,
  authentication: {
    scheme: 'hmac',
    key: '{secret_key}',
    text: [
      '{sorted_query}',
      '{sorted_body}',
      'accessKey={access_key}',
      'nonce={nonce}',
      'timestamp={timestamp}',
    ],
    join: '&',
    omits_empty: true,
    nonce: 'digits',
    headers: {
      accessKey: '{access_key}',
      nonce: '{nonce}',
      timestamp: '{timestamp}',
      sign: '{signature}',
    },
  },
  requests: {
    list: { path: '/device/list', error: "$[?@ == '8521']" },
    quota: {
      path: '/device/quota/all{?sn}',
      error: "$[?@ == '8521']",
      each: { request: 'list', items: '$.data[*]', variables: { sn: '$.sn' } },
    },
  },
  devices: [
    { request: 'list', entities: '$.data[*]', id: '$.sn', title: '$.deviceName' },
    {
      request: 'quota',
      entities: '$.data',
      id: '{sn}',
      adds_only: true,
      properties: [
        { capability: 'battery', value: "$['pd.soc']" },
        {
          name: 'outlet',
          type: 'boolean',
          title: 'Outlet',
          value: "$['inv.cfgAcEnabled']",
          map: [
            { from: 1, to: true },
            { from: 0, to: false },
          ],
          write: {
            path: '/device/quota',
            body: { sn: '{sn}', params: { cmdSet: 32, list: [1, 2], enabled: '{value}' } },
          },
        },
      ],
    },
  ],
};

/** The meters of SwitchBot as data (its API 1.1): the text of the signature is token, time and nonce. */
export const switchBot: z.input<typeof instance> = {
  base_url: 'http://{host}/v1.1',
  parameters,
  authentication: {
    scheme: 'hmac',
    key: '{secret_key}',
    text: ['{access_key}', '{timestamp}', '{nonce}'],
    encoding: 'base64',
    headers: {
      Authorization: '{access_key}',
      sign: '{signature}',
      t: '{timestamp}',
      nonce: '{nonce}',
    },
  },
  requests: { devices: { path: '/devices' } },
  devices: [
    {
      request: 'devices',
      entities: '$.body.deviceList[*]',
      id: '$.deviceId',
      title: '$.deviceName',
    },
  ],
};

/** An API that verifies signatures, and refuses what was sent before. */
export interface SignedApi extends ApiServer {
  /** The values that were written. */
  written: unknown[];
}

type Verify = (request: SeenRequest) => boolean;

const isRecent = (timestamp: unknown): boolean =>
  Math.abs(Date.now() - Number(timestamp)) < 60_000 && /^\d{13}$/.test(String(timestamp));

/** Starts a server whose answers say, as EcoFlow's do, that a signature is wrong. */
export async function startEcoFlow(): Promise<SignedApi> {
  const written: unknown[] = [];
  const isFresh = freshness();
  const verify: Verify = ({ url, headers, body }) => {
    const { accesskey, nonce, timestamp, sign } = headers;
    const isKnown = accesskey === keys.access_key && /^\d{6}$/.test(String(nonce));
    if (!isKnown || !isRecent(timestamp) || !isFresh(`${String(nonce)}${url.href}`)) return false;
    const given = body as { sn: string; params: { enabled: number } } | undefined;
    const ofBody = given && [
      `params.cmdSet=32&params.enabled=${given.params.enabled}`,
      `&params.list[0]=1&params.list[1]=2&sn=${given.sn}`,
    ];
    const parts = [
      ...(ofBody ? [ofBody.join('')] : []),
      ...(url.search === '' ? [] : [url.search.slice(1)]),
      `accessKey=${accesskey}&nonce=${nonce}&timestamp=${timestamp}`,
    ];
    const expected = createHmac('sha256', keys.secret_key).update(parts.join('&')).digest('hex');
    return sign === expected;
  };
  const api = await startApi((request): Reply => {
    if (!verify(request)) return { json: { code: '8521', message: 'signature is wrong' } };
    const { pathname } = request.url;
    if (request.method === 'PUT') written.push(request.body);
    if (pathname.endsWith('/list')) {
      return { json: { code: '0', data: [{ sn: 'DELTA1', deviceName: 'Garage', online: 1 }] } };
    }
    return { json: { code: '0', data: { 'pd.soc': 83, 'inv.cfgAcEnabled': 1 } } };
  });
  return Object.assign(api, { written });
}

/** Starts a server that answers as SwitchBot does: with 401 to what is not signed. */
export async function startSwitchBot(): Promise<ApiServer> {
  const isFresh = freshness();
  return startApi(({ headers }): Reply => {
    const { authorization, sign, t, nonce } = headers;
    const text = `${authorization}${String(t)}${String(nonce)}`;
    const expected = createHmac('sha256', keys.secret_key).update(text).digest('base64');
    const isSigned = authorization === keys.access_key && isRecent(t) && sign === expected;
    if (!isSigned || !isFresh(String(nonce))) return { status: 401, json: {} };
    const deviceList = [{ deviceId: 'C271', deviceName: 'Meter of the attic' }];
    return { json: { statusCode: 100, body: { deviceList } } };
  });
}

function freshness(): (id: string) => boolean {
  const known = new Set<string>();
  return (id) => !known.has(id) && known.add(id).size > 0;
}

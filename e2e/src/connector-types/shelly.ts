import { deflateSync, crc32 } from 'node:zlib';
import { startHttpServer } from '@trellis/testing';

/** A device like a plug of Shelly (second generation): its status, and a switch, over HTTP without credentials. */
export async function startShelly() {
  const state = { output: false };
  const server = await startHttpServer(({ url, method, body }, response) => {
    response.setHeader('content-type', 'application/json');
    if (url === '/rpc/Switch.Set' && method === 'POST') {
      state.output = (JSON.parse(body) as { on: boolean }).on;
      return response.end('{"was_on":false}');
    }
    if (url !== '/rpc/Shelly.GetStatus') return response.writeHead(404).end('{}');
    const status = { id: 0, output: state.output, apower: state.output ? 61.5 : 0 };
    return response.end(JSON.stringify({ sys: { mac: 'A8032AB12345' }, 'switch:0': status }));
  });
  return { ...server, state, host: new URL(server.address).host.replace('127.0.0.1', 'localhost') };
}

export const shellyType = {
  type_id: 'x-shelly',
  name: 'Shelly',
  description: 'Plugs and relays in the home.',
  category: 'switches',
  translations: {
    de: {
      'Plugs and relays in the home.': 'Steckdosen und Relais zu Hause.',
      'Address of the plug': 'Adresse der Steckdose',
    },
  },
  configuration: {
    base_url: 'http://{host}',
    parameters: { host: { type: 'host', title: 'Address of the plug' } },
    requests: { status: { path: '/rpc/Shelly.GetStatus' } },
    devices: [
      {
        request: 'status',
        id: '$.sys.mac',
        title: 'Plug',
        properties: [
          {
            capability: 'switch.on',
            value: "$['switch:0'].output",
            write: {
              method: 'POST',
              path: '/rpc/Switch.Set',
              body: { id: 0, on: '{value}' },
            },
          },
          { capability: 'power', value: "$['switch:0'].apower" },
        ],
      },
    ],
  },
};

/** A blue square of 8 pixels. */
export function shellyLogo(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const header = Buffer.from([0, 0, 0, 8, 0, 0, 0, 8, 8, 2, 0, 0, 0]);
  const row = Buffer.from([0, ...Array.from({ length: 8 }, () => [0x1f, 0x6f, 0xeb]).flat()]);
  const rows = deflateSync(Buffer.concat(Array.from({ length: 8 }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

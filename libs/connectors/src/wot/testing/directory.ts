import { startDevice, type Device } from './device.js';

export interface DirectoryPeer extends Device {
  url: string;
}

/** Starts a directory of W3C WoT Discovery. */
export async function startDirectory(count: number, pageSize: number): Promise<DirectoryPeer> {
  const device = await startDevice({});
  const { origin } = device;
  const all = Array.from({ length: count }, (_, n) => numbered(n, origin));
  device.answers['/.well-known/wot'] = describeDirectory(origin);
  device.answers['/things'] = ({ path }, response) => {
    const { searchParams } = new URL(path, origin);
    const from = Number(searchParams.get('offset') ?? 0);
    const last = from + pageSize;
    response.setHeader('content-type', 'application/ld+json');
    const links = ['</things>; rel="canonical"; etag="a, b"'];
    if (last < count) links.push(`</things?offset=${last}>; title="More"; rel="next"`);
    response.setHeader('link', links.join(', '));
    return all.slice(from, last);
  };
  for (const [n, description] of all.entries()) {
    let value = n;
    device.answers[`/things/${encodeURIComponent(description.id)}`] = description;
    device.answers[`/values/${n}`] = ({ method, body }, response) => {
      if (method === 'GET') return value;
      value = Number(body);
      return void response.writeHead(204).end();
    };
  }
  return Object.assign(device, { url: `${origin}/.well-known/wot` });
}

/** The reading part of the description in the recommendation (section 7.3.2.1). */
const describeDirectory = (origin: string) => ({
  '@context': ['https://www.w3.org/2022/wot/td/v1.1', 'https://www.w3.org/2022/wot/discovery'],
  '@type': 'ThingDirectory',
  title: 'Thing Description Directory (TDD)',
  base: origin,
  securityDefinitions: { nosec_sc: { scheme: 'nosec' } },
  security: 'nosec_sc',
  properties: {
    things: {
      description: 'Retrieve all Thing Descriptions',
      uriVariables: {
        offset: { title: 'Number of TDs to skip before the page', type: 'number', default: 0 },
        limit: { title: 'Number of TDs in a page', type: 'number' },
        format: { type: 'string', enum: ['array', 'collection'], default: 'array' },
      },
      forms: [
        {
          href: '/things{?offset,limit,format}',
          'htv:methodName': 'GET',
          response: {
            'htv:statusCodeValue': 200,
            contentType: 'application/ld+json',
            'htv:headers': [{ 'htv:fieldName': 'Link' }],
          },
        },
      ],
    },
  },
  actions: {
    retrieveThing: {
      uriVariables: { id: { '@type': 'ThingID', type: 'string', format: 'iri-reference' } },
      safe: true,
      idempotent: true,
      forms: [{ href: '/things/{id}', 'htv:methodName': 'GET' }],
    },
  },
});

const numbered = (n: number, origin: string) => ({
  '@context': 'https://www.w3.org/2022/wot/td/v1.1',
  id: `urn:peer:${n}`,
  title: `Thing ${n}`,
  properties: { n: { type: 'integer', forms: [{ href: `${origin}/values/${n}` }] } },
});

import { startHttpServer } from '@trellis/testing';

export const apiKey = 'a key of the site';

/** An API like that of SolarEdge: a site, which is read with a key in the query. */
export async function startSolar() {
  const server = await startHttpServer(({ url }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://solar.test');
    response.setHeader('content-type', 'application/json');
    if (searchParams.get('api_key') !== apiKey) return response.writeHead(403).end('{}');
    if (pathname !== '/site/4711/overview') return response.writeHead(404).end('{}');
    const overview = { currentPower: { power: 4123.5 }, lifeTimeData: { energy: 1_234_000 } };
    return response.end(JSON.stringify({ overview }));
  });
  return server;
}

/** Only texts, with what end users of a type have to enter and to do. */
const texts = {
  name: 'Solar Edge',
  description: 'Inverters on the roof.',
  category: 'energy',
  steps: [
    {
      title: 'Find your API key',
      description: 'Open the portal, then Admin, Site access, Access control.',
      when: 'before',
    },
  ],
  translations: {
    de: {
      'Inverters on the roof.': 'Wechselrichter auf dem Dach.',
      'Find your API key': 'API-Schlüssel finden',
      'Open the portal, then Admin, Site access, Access control.':
        'Öffnen Sie das Portal, dann Admin, Anlagenzugang, Zugriffskontrolle.',
      Site: 'Anlage',
      'Number of the site, as the portal shows it.': 'Nummer der Anlage, wie das Portal sie zeigt.',
      'API key': 'API-Schlüssel',
    },
  },
};

export const solarType = (address: string) => ({
  type_id: 'x-solar',
  ...texts,
  configuration: {
    base_url: address,
    parameters: {
      site: { title: 'Site', description: 'Number of the site, as the portal shows it.' },
      api_key: { title: 'API key', secret: true },
    },
    authentication: { scheme: 'api_key', in: 'query', name: 'api_key', key: '{api_key}' },
    requests: {
      overview: { path: '/site/{site}/overview', headers: { 'X-App-Token': 'secret of the app' } },
    },
    devices: [
      {
        request: 'overview',
        entities: '$.overview',
        id: 'site',
        title: 'Inverter {site}',
        properties: [{ capability: 'power', value: '$.currentPower.power' }],
      },
    ],
  },
});

export const solarLogo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24">
  <style>.sun { fill: #f59e0b }</style>
  <circle class="sun" cx="12" cy="12" r="6"/><path stroke="#f59e0b" stroke-width="2" d="M12 1v3M12 20v3M1 12h3M20 12h3"/>
</svg>`;

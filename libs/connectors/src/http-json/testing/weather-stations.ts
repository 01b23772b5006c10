import type { z } from 'zod';
import type { instance } from '../configuration.js';

interface Server {
  api_url: string;
  client_id: string;
  client_secret: string;
  origin_callback_uri: string;
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  revocation_endpoint: string;
}

const measured = [
  { capability: 'temperature', value: '$.dashboard_data.Temperature', optional: true },
  { capability: 'humidity', value: '$.dashboard_data.Humidity', optional: true },
  { capability: 'carbon_dioxide', value: '$.dashboard_data.CO2', optional: true },
  { capability: 'pressure', value: '$.dashboard_data.Pressure', optional: true },
];

/** Weather stations of Netatmo as data (dev.netatmo.com, `getstationsdata`), authorized by their end users. */
export const weatherStations = ({ api_url, ...server }: Server): z.input<typeof instance> => ({
  base_url: api_url,
  authentication: {
    scheme: 'oauth2',
    token_endpoint_auth_method: 'client_secret_post',
    ...server,
    scopes: ['read_station'],
  },
  requests: { stations: { path: '/getstationsdata', error: '$.error' } },
  devices: ['$.body.devices[*]', '$.body.devices[*].modules[*]'].map((entities) => ({
    request: 'stations',
    entities,
    id: '$._id',
    title: '$.module_name',
    available: { value: '$.reachable' },
    properties: measured,
  })),
});

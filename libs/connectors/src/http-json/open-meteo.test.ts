import { expect, test } from '@jest/globals';
import { discover } from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { httpJson, clientSample, instanceSample } from './connector.js';
import { startOpenMeteo } from './testing/open-meteo.js';

test('the sample reads the current weather as Open-Meteo documents it', async () => {
  const api = await startOpenMeteo();
  try {
    const instance = { ...instanceSample, base_url: `http://${api.host}` };
    const context = contextFor(httpJson, { instance, client: clientSample });
    const { entities, problems } = await discover(httpJson, context);
    expect(problems).toEqual([]);
    expect(entities).toMatchObject([
      {
        id: 'current',
        title: 'Berlin',
        values: {
          temperature: 8.4,
          humidity: 81,
          pressure: 1009.6,
          rain: 0.2,
          wind_speed: 14.8,
          wind_direction: 243,
        },
        properties: { temperature: { unit: '°C', readOnly: true }, wind_direction: { unit: '°' } },
      },
    ]);
    expect(api.seen[0]!.url.searchParams.get('latitude')).toBe('52.52');
  } finally {
    await api.stop();
  }
});

import type { z } from 'zod';
import type { client, instance } from './configuration.js';

/** The current weather from the free API of Open-Meteo (open-meteo.com/en/docs). */
export const instanceSample: z.input<typeof instance> = {
  base_url: 'https://api.open-meteo.com',
  parameters: {
    latitude: { type: 'number', minimum: -90, maximum: 90 },
    longitude: { type: 'number', minimum: -180, maximum: 180 },
    city: { type: 'text', default: 'Weather' },
  },
  requests: {
    current: {
      path:
        '/v1/forecast{?latitude,longitude}' +
        '&current=temperature_2m,relative_humidity_2m,surface_pressure,precipitation,wind_speed_10m,wind_direction_10m',
    },
  },
  devices: [
    {
      request: 'current',
      entities: '$.current',
      id: 'current',
      title: '{city}',
      properties: [
        { capability: 'temperature', value: '$.temperature_2m' },
        { capability: 'humidity', value: '$.relative_humidity_2m' },
        { capability: 'pressure', value: '$.surface_pressure' },
        { capability: 'rain', value: '$.precipitation' },
        { capability: 'wind_speed', value: '$.wind_speed_10m' },
        {
          name: 'wind_direction',
          type: 'number',
          unit: '°',
          title: 'Wind direction',
          value: '$.wind_direction_10m',
          minimum: 0,
          maximum: 360,
        },
      ],
    },
  ],
  min_interval_ms: 60_000,
};

export const clientSample: z.input<typeof client> = {
  parameters: { latitude: 52.52, longitude: 13.41, city: 'Berlin' },
  interval_ms: 900_000,
};

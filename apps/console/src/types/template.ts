/** A type to begin with: an API with a key, one request and one device. */
const template = {
  type_id: 'x-acme',
  name: 'Acme',
  description: 'Sensors of Acme.',
  category: 'climate',
  steps: [
    {
      title: 'Find your API key',
      description: 'Open your account at Acme, then Integrations.',
      when: 'before',
    },
  ],
  translations: {
    de: {
      'Sensors of Acme.': 'Sensoren von Acme.',
      'API key': 'API-Schlüssel',
    },
  },
  configuration: {
    base_url: 'https://api.acme.example/v1',
    parameters: {
      api_key: { title: 'API key', secret: true },
    },
    authentication: { scheme: 'bearer', token: '{api_key}' },
    requests: { sensors: { path: '/sensors' } },
    devices: [
      {
        request: 'sensors',
        entities: '$[*]',
        id: '$.id',
        title: '$.name',
        properties: [{ capability: 'temperature', value: '$.celsius' }],
      },
    ],
  },
};

export const templateText = JSON.stringify(template, null, 2);

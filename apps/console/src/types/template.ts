/** A complete type to begin with: an API with a key and two requests, a sensor and a thermostat that can be set. */
export const template = {
  type_id: 'x-acme',
  name: 'Acme',
  description: 'Sensors and thermostats of Acme.',
  category: 'climate',
  steps: [
    {
      title: 'Find your API key',
      description: 'Open your account at Acme, then Integrations.',
      when: 'before' as const,
    },
  ],
  translations: {
    de: {
      'Sensors and thermostats of Acme.': 'Sensoren und Thermostate von Acme.',
      climate: 'Klima',
      'Find your API key': 'API-Schlüssel finden',
      'Open your account at Acme, then Integrations.':
        'Öffnen Sie Ihr Konto bei Acme, dann Integrationen.',
      'API key': 'API-Schlüssel',
      'Shown once when it is created.': 'Wird beim Anlegen einmal angezeigt.',
    },
  },
  configuration: {
    base_url: 'https://api.acme.example/v1',
    parameters: {
      api_key: { title: 'API key', description: 'Shown once when it is created.', secret: true },
    },
    authentication: { scheme: 'bearer', token: '{api_key}' },
    requests: {
      sensors: { path: '/sensors' },
      thermostats: { path: '/thermostats' },
    },
    devices: [
      {
        request: 'sensors',
        entities: '$.items[*]',
        id: '$.id',
        title: '$.name',
        properties: [
          { capability: 'temperature', value: '$.celsius' },
          { capability: 'humidity', value: '$.humidity', optional: true },
          { capability: 'battery', value: '$.battery', optional: true },
        ],
      },
      {
        request: 'thermostats',
        entities: '$.items[*]',
        id: '$.id',
        title: '$.name',
        variables: { thermostat: '$.id' },
        properties: [
          { capability: 'temperature', value: '$.measured' },
          {
            capability: 'thermostat.target_temperature',
            minimum: 5,
            maximum: 30,
            value: '$.target',
            write: {
              method: 'PUT',
              path: '/thermostats/{thermostat}',
              body: { target: '{value}' },
            },
          },
        ],
      },
    ],
    min_interval_ms: 30_000,
  },
};

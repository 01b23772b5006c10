import { expect, test } from '@jest/globals';
import { describeClient, instance } from './configuration.js';
import { instanceSample } from './connector.js';

const schemaOf = (given: object) => describeClient(instance.parse({ ...instanceSample, ...given }));

test('what an instance declares are members of the configuration of its clients', () => {
  const declared = {
    ...instanceSample.parameters,
    city: { title: 'City', description: 'Where it is.', enum: ['Rome', 'Oslo'] },
    level: { type: 'number', minimum: 1, maximum: 5, default: 2 },
    key: { secret: true, default: 'a secret' },
  };
  const { properties, required } = schemaOf({ parameters: declared }) as {
    properties: { parameters: { properties: Record<string, object>; required: string[] } };
    required: string[];
  };
  expect(required).toEqual(['parameters']);
  expect(properties.parameters.required).toContain('city');
  expect(properties.parameters.properties).toMatchObject({
    city: { type: 'string', title: 'City', description: 'Where it is.', enum: ['Rome', 'Oslo'] },
    level: { type: 'number', title: 'level', minimum: 1, maximum: 5, default: 2 },
    key: { type: 'string', writeOnly: true, format: 'password' },
  });
  expect(JSON.stringify(properties)).not.toContain('a secret');
});

test('the interval is at least that of the instance', () => {
  expect(schemaOf({ min_interval_ms: 90_000 })).toMatchObject({
    properties: { interval_ms: { minimum: 90_000, default: 90_000 } },
  });
});

import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { readConfiguration } from './configuration.js';
import { wholeNumber, wholeNumbers } from './whole-number.js';

const schema = z.object({
  SECRET: z.string().min(8, 'must have at least 8 characters'),
  COUNT: wholeNumber(1, 5).default(3),
});

describe('a configuration', () => {
  test('has the variables of its schema, with their defaults', () => {
    const environment = { SECRET: 'long enough', HOME: '/root' };
    expect(readConfiguration(schema, environment)).toEqual({ SECRET: 'long enough', COUNT: 3 });
  });

  test('takes an empty variable for one that is not set', () => {
    expect(readConfiguration(schema, { SECRET: 'long enough', COUNT: '' })).toMatchObject({
      COUNT: 3,
    });
    expect(() => readConfiguration(schema, { SECRET: '' })).toThrow('SECRET: must be set');
  });

  test('names the variable that is wrong, and why', () => {
    const read = (environment: Record<string, string>) => () =>
      readConfiguration(schema, { SECRET: 'long enough', ...environment });
    expect(read({ SECRET: 'short' })).toThrow('SECRET: must have at least 8 characters');
    expect(read({ COUNT: '1.5' })).toThrow('COUNT: must be a whole number');
    for (const COUNT of ['0', '6', '-1']) expect(read({ COUNT })).toThrow(/^COUNT: /);
    for (const COUNT of ['1', '5']) expect(read({ COUNT })).not.toThrow();
  });

  test('in production has no secret that the samples show', () => {
    const SECRET = 'development-only-development-only-development-only';
    expect(readConfiguration(schema, { SECRET })).toMatchObject({ SECRET });
    expect(() => readConfiguration(schema, { SECRET, NODE_ENV: 'production' })).toThrow(
      'SECRET: is a sample that everybody knows; generate another',
    );
    const own = { SECRET: 'long enough', NODE_ENV: 'production' };
    expect(readConfiguration(schema, own)).toMatchObject({ SECRET: 'long enough' });
  });

  test('may have limits that are whole numbers', () => {
    const limits = z.object(wholeNumbers({ DOORS: { default: 4, description: 'Doors.' } }));
    expect(readConfiguration(limits, {})).toEqual({ DOORS: 4 });
    expect(readConfiguration(limits, { DOORS: '0' })).toEqual({ DOORS: 0 });
  });
});

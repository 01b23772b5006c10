import { expect, test } from '@jest/globals';
import { createRedaction, type Explained } from '@trellis/connector-sdk';
import { shownExplanation } from './explanation.js';

const long = 'ä'.repeat(4_000);

const large: Explained = {
  answers: Array.from({ length: 20 }, (_, n) => ({
    request: `request-${n}`,
    address: `https://api.example/${'x'.repeat(300)}`,
    status: 200,
    received: { bytes: 100_000, body: long },
    transformed: { bytes: 100_000, body: long },
  })),
  paths: Array.from({ length: 1_000 }, (_, n) => ({
    at: `devices[${n}].properties[0].value`,
    path: `$.${long.slice(0, 500)}`,
    applied: 10,
    found: n % 20 === 0 ? 0 : 10,
    sample: [long.slice(0, 200)],
    existing: n % 20 === 0 ? { path: '$', members: [long.slice(0, 100)] } : undefined,
  })),
  stopped: { at: 'devices[0].id', why: long.slice(0, 512) },
  isCut: false,
  secrets: [],
};

test('an explanation that is too long keeps first the paths that found nothing', () => {
  const shown = shownExplanation(large, createRedaction([]))!;
  expect(Buffer.byteLength(JSON.stringify(shown))).toBeLessThanOrEqual(64 * 1024);
  expect(shown.is_cut).toBe(true);
  expect(shown.stopped).toMatchObject({ at: 'devices[0].id' });
  expect(shown.paths.slice(0, 50).every(({ found }) => found === 0)).toBe(true);
  expect(shown.paths).toHaveLength(100);
});

test('where the answers alone are too long, their bodies are shortened and every path stays', () => {
  const paths = large.paths.slice(0, 3);
  const shown = shownExplanation({ ...large, paths }, createRedaction([]))!;
  expect(Buffer.byteLength(JSON.stringify(shown))).toBeLessThanOrEqual(64 * 1024);
  expect(shown.paths).toHaveLength(3);
  expect(shown.answers[0]!.received!.body!.length).toBeGreaterThan(100);
});

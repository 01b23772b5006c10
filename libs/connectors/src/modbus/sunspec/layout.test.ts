import { expect, test } from '@jest/globals';
import { propertyOfCapability } from '../../described/capabilities.js';
import { canConvert } from '../../described/conversion.js';
import { definitions } from './definitions.js';
import { partsOf } from './layout.js';
import { meaningsOf } from './meanings.js';

const models = definitions.flatMap(({ ids }) => ids);

test.each(models)('the points of model %d have meanings', (id) => {
  const [part] = partsOf([{ id, at: 40_070, length: 200 }], true);
  const { points } = definitions.find(({ ids }) => ids.includes(id))!;
  expect(new Set(part!.laid.map(({ at }) => /\.(.*)@/.exec(at)![1]))).toEqual(
    new Set(points.split(';').map((row) => row.trim().split(/\s+/)[0])),
  );
  for (const { property } of part!.laid) {
    const { capability, name, unit, remote_unit } = property;
    expect((capability === undefined) !== (name === undefined)).toBe(true);
    const defined = capability === undefined ? undefined : propertyOfCapability(capability);
    expect(defined !== undefined || name !== undefined).toBe(true);
    if (remote_unit === undefined) continue;
    expect(canConvert(remote_unit, (defined?.affordance.unit as string) ?? unit)).toBe(true);
  }
});

test('what is written has bounds or options', () => {
  for (const id of models) {
    for (const { control, minimum, maximum, map } of Object.values(meaningsOf(id).meanings)) {
      if (!control) continue;
      expect(map !== undefined || (minimum !== undefined && maximum !== undefined)).toBe(true);
    }
  }
});

test('a point beyond the end of a shorter model is left out', () => {
  const [part] = partsOf([{ id: 103, at: 0, length: 20 }], false);
  expect(part!.laid.at(-1)!.at).toBe('103.VAr@20');
});

test('several meters are devices of their own', () => {
  const parts = partsOf(
    [203, 203].map((id, index) => ({ id, at: 200 * index, length: 105 })),
    false,
  );
  expect(parts.map(({ name, number }) => `${name} ${number}`)).toEqual(['meter 1', 'meter 2']);
});

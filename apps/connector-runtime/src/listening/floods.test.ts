import { describe, expect, test } from '@jest/globals';
import { Floods } from './floods.js';

const limits = { maxReports: 3, windowMs: 1_000, storeEveryMs: 5_000 };

describe('a device that speaks', () => {
  test('as often as it may is stored each time', () => {
    const floods = new Floods(limits);
    for (let now = 0; now < 10_000; now += 400) {
      floods.count('meter', now);
      expect(floods.mayStore('meter', now)).toBe(true);
    }
    expect(floods.flooding(10_000)).toEqual([]);
  });

  test('too often is stored now and then, while others are stored each time', () => {
    const floods = new Floods(limits);
    let stored = 0;
    for (let now = 0; now < 10_000; now += 10) {
      floods.count('meter', now);
      if (now > 100 && floods.mayStore('meter', now)) stored += 1;
    }
    floods.count('lamp', 9_999);
    expect(floods.flooding(9_999)).toEqual(['meter']);
    expect(['meter', 'lamp'].map((id) => floods.isFlooding(id))).toEqual([true, false]);
    expect(floods.mayStore('lamp', 9_999)).toBe(true);
    expect(stored).toBe(2);
  });

  test('too often is stored each time again once it has kept to the limit for a window', () => {
    const floods = new Floods(limits);
    for (let now = 0; now < 900; now += 100) floods.count('meter', now);
    expect(floods.flooding(950)).toEqual(['meter']);
    floods.count('meter', 1_100);
    floods.count('meter', 2_200);
    expect(floods.flooding(2_300)).toEqual([]);
    expect(floods.mayStore('meter', 2_300)).toBe(true);
  });

  test('too often, and then not at all, does not flood any more', () => {
    const floods = new Floods(limits);
    for (let now = 0; now < 900; now += 100) floods.count('meter', now);
    expect(floods.flooding(2_000)).toEqual([]);
  });
});

import { describe, expect, test } from '@jest/globals';
import {
  combineParts,
  event,
  light,
  property,
  switchable,
  withKeys,
  withTitle,
  type Ability,
} from '@trellis/connector-sdk';
import { toEntity } from '@trellis/connector-sdk/testing';
import fc from 'fast-check';
import { keysNamed, rememberedName, rememberNames, type Names } from './names.js';

const write = (value: unknown) => value;
type PartsById = Record<string, Ability[]>;

const found = (parts: PartsById) =>
  toEntity({
    id: 'device',
    title: 'Device',
    abilities: combineParts(
      Object.entries(parts).map(([id, abilities]) => ({ abilities: withKeys(id, abilities) })),
    ),
  });

/** Finds the same device with these parts, one after another; returns the names of the last. */
function namesAfter(...steps: PartsById[]) {
  let names: Names | null = null;
  let last: string[] = [];
  for (const parts of steps) {
    const named: ReturnType<typeof rememberNames> = rememberNames(found(parts), names);
    names = named.names;
    last = Object.keys(named.entity.properties);
  }
  return last;
}

const relay = (): Ability[] => [switchable.on({ write })];
const lamp = (): Ability[] => [light.on({ write }), light.brightness({ write })];

/** Parts of every kind: with the same names, with several names, and with names that look like numbered ones. */
const kindsOfParts: (() => Ability[])[] = [
  () => [switchable.on({ write })],
  () => [light.on({ write }), light.brightness({ write })],
  () => [property('on_2', { type: 'string' }, {}), event('on', {})],
  () => [property('mode', { type: 'string' }, {})],
];

test('names of any parts stay, whichever come and go in whatever order, with one number for a lamp', () => {
  const parts = fc.array(fc.nat(kindsOfParts.length - 1), { minLength: 7, maxLength: 7 });
  const steps = fc.array(fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6]), { maxLength: 12 });
  fc.assert(
    fc.property(parts, steps, (kinds, present) => {
      const first = new Map<string, string>();
      let names: Names | null = null;
      for (const ids of present) {
        const device = Object.fromEntries(
          ids.map((id) => [
            `part ${id}`,
            kindsOfParts[kinds[id]!]!().map((one) => withTitle(one, `${id} ${one.name}`)),
          ]),
        );
        const named: ReturnType<typeof rememberNames> = rememberNames(found(device), names);
        names = named.names;
        const { entity } = named;
        for (const { name, keys, kind } of entity.keys ?? []) {
          for (const key of keys) first.set(key, first.get(key) ?? name);
          expect(first.get(keys[0]!)).toBe(name);
          expect(rememberedName(names, { name: '', keys })).toBe(name);
          expect(keysNamed(names, kind, [name])).toEqual({ [name]: keys });
        }
        const abilities = Object.values(device).flat();
        const shown = Object.keys(entity.properties).length + Object.keys(entity.events).length;
        expect(shown).toBe(abilities.length);
        for (const id of ids.filter((one) => kinds[one] === 1)) {
          const own = Object.entries(entity.properties).filter(([, { title }]) =>
            title?.startsWith(`${id} `),
          );
          const numbers = own.map(([name]) => /_\d+$/.exec(name)?.[0]);
          expect(numbers).toHaveLength(2);
          expect(numbers[0]).toBe(numbers[1]);
        }
      }
    }),
    { numRuns: 500 },
  );
});

describe('the remembered names of a device', () => {
  test('are those of today when nothing is remembered', () => {
    expect(namesAfter({ b: relay(), a: relay() })).toEqual(['on_1', 'on_2']);
    expect(namesAfter({ a: lamp() })).toEqual(['on', 'brightness']);
  });

  test('stay when another part joins, in whatever order it comes', () => {
    expect(namesAfter({ a: relay() }, { a: relay(), b: relay() })).toEqual(['on', 'on_2']);
    expect(namesAfter({ a: relay() }, { b: relay(), a: relay() })).toEqual(['on_1', 'on']);
    const [one, two] = [
      { b: relay(), c: relay() },
      { a: relay(), b: relay(), c: relay() },
    ];
    expect(namesAfter(one, two)).toEqual(['on_3', 'on_1', 'on_2']);
  });

  test('stay when another part goes, whose name nothing else gets', () => {
    const both = { a: relay(), b: relay() };
    expect(namesAfter(both, { b: relay() })).toEqual(['on_2']);
    expect(namesAfter(both, { b: relay() }, { b: relay(), c: relay() })).toEqual(['on_2', 'on_3']);
    expect(namesAfter(both, { b: relay() }, both)).toEqual(['on_1', 'on_2']);
  });

  test('have one number for the abilities of a capability', () => {
    expect(namesAfter({ a: relay() }, { b: lamp() })).toEqual(['on_2', 'brightness_2']);
    const dimmed = { a: relay(), b: lamp(), c: lamp() };
    expect(namesAfter({ b: [light.on({ write })] }, dimmed)).toEqual([
      'on_1',
      'on',
      'brightness',
      'on_3',
      'brightness_3',
    ]);
  });

  test('are not those of abilities without keys', () => {
    const own = { abilities: [property('on', { type: 'string' }, {})] };
    const before = rememberNames(found({ a: relay() }), null);
    const device = {
      id: 'device',
      title: 'Device',
      abilities: [
        ...own.abilities,
        ...withKeys('a', relay()).map((one) => Object.assign(one, { name: 'on_1' })),
      ],
    };
    const { entity } = rememberNames(toEntity(device), before.names);
    expect(Object.keys(entity.properties)).toEqual(['on', 'on_1']);
  });

  test('move values and what is forgotten along', () => {
    const { names } = rememberNames(found({ b: [switchable.on({ write, value: true })] }), null);
    const now = found({
      a: [switchable.on({ write, value: false })],
      b: [switchable.on({ write, value: true })],
    });
    const { entity } = rememberNames({ ...now, forgotten: ['on_1', 'on', 'on_2'] }, names);
    expect(entity.values).toEqual({ on_1: false, on: true });
    expect(entity.forgotten).toEqual(['on_1', 'on']);
  });

  test('are the same object when nothing is new', () => {
    const device = found({ a: lamp(), b: lamp() });
    const { names } = rememberNames(device, null);
    const again = rememberNames(device, names);
    expect(again.names).toBe(names);
    expect(again.entity).toBe(device);
    expect(rememberNames(found({ b: lamp() }), names).names).toBe(names);
  });

  test('are bounded: the oldest of abilities that are gone are forgotten', () => {
    const labelled = (name: string): Ability[] => [property(name, { type: 'string' }, {})];
    let names: Names | null = null;
    for (let n = 0; n < 600; n += 1) {
      names = rememberNames(found({ [`part ${n}`]: labelled(`p${n}`) }), names).names;
    }
    expect(Object.values(names!)).toEqual(Array.from({ length: 251 }, (_, n) => `p${n + 349}`));
  });

  test('say which keys a name has', () => {
    const { names } = rememberNames(found({ a: relay(), b: relay() }), null);
    expect(keysNamed(names, 'property', ['on_2', 'on'])).toEqual({
      on_2: [expect.stringContaining('property on')],
      on: [],
    });
    expect(keysNamed(names, 'action', ['on_2'])).toEqual({ on_2: [] });
    expect(keysNamed(null, 'property', ['on_2'])).toBeUndefined();
  });
});

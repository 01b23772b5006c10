import { describe, expect, test } from '@jest/globals';
import { parseKey, type Entity } from '@trellis/connector-sdk';
import { toEntity } from '@trellis/connector-sdk/testing';
import fc from 'fast-check';
import {
  announcementsOf,
  announcingDevices,
  devicesOf,
  retained,
  type RetainedMessage,
} from '../testing/announcing-devices.js';
import { reconcile, type KnownEntity } from './reconcile.js';

const client = '01920000-0000-7000-8000-000000000001';
type Kind = 'properties' | 'actions' | 'events';
const membersOf = (kind: string) => (kind === 'property' ? 'properties' : `${kind}s`) as Kind;

type Shown = Pick<Entity, Kind | 'values' | 'title' | 'types'>;

/** The stored devices of a client, and everything that was ever published. */
class Store {
  known: KnownEntity[] = [];
  readonly shown = new Map<string, Shown>();
  /** The name that each key was given first, by entity. */
  readonly #first = new Map<string, string>();

  /** Publishes what a poll or a listener finds, and checks every name. */
  publish(entities: Entity[]): void {
    const found = { entities, complete: false, problems: [] };
    const { changed, rehandled, warnings } = reconcile(client, this.known, found);
    const now = [...changed.map(({ state: _state, ...mapping }) => mapping), ...rehandled];
    const ids = new Set(now.map(({ entity }) => entity));
    // A restart reads them from the database.
    const stored = [...this.known.filter(({ entity }) => !ids.has(entity)), ...now];
    this.known = JSON.parse(JSON.stringify(stored)) as KnownEntity[];
    for (const { entity, state } of changed) this.shown.set(entity, state);
    // One comparison for all, since an expectation of each member would take several times as long.
    const abilities = entities.map((entity) => this.#abilitiesOf(entity));
    expect({ warnings, abilities: abilities.map(({ shown }) => shown) }).toEqual({
      warnings: [],
      abilities: abilities.map(({ expected }) => expected),
    });
  }

  names(entity: string): Record<string, string> {
    return this.known.find((one) => one.entity === entity)!.names!;
  }

  /** Every ability is shown with its own description and value, under the name that it was given first. */
  #abilitiesOf({ id, keys = [], ...found }: Entity) {
    const names = this.names(id);
    const shown = this.shown.get(id)!;
    const abilities = keys.map(({ kind, name, keys: [key = ''] }) => {
      const first = `${id} ${key}`;
      const remembered = names[key]!;
      if (!this.#first.has(first)) this.#first.set(first, remembered);
      const of = (entity: Pick<Entity, Kind | 'values'>, member: string) => ({
        description: entity[membersOf(kind)][member],
        value: kind === 'property' ? entity.values[member] : undefined,
      });
      return {
        id: `${kind} ${remembered}`,
        shown: { name: remembered, ...of(shown, remembered) },
        expected: { name: this.#first.get(first), ...of(found, name) },
      };
    });
    const count = (['properties', 'actions', 'events'] as const).map(
      (members) => Object.keys(shown[members]).length,
    );
    const distinct = new Set(abilities.map(({ id }) => id)).size;
    return {
      shown: [
        ...abilities.map(({ shown }) => shown),
        distinct,
        count.reduce((sum, one) => sum + one),
      ],
      expected: [...abilities.map(({ expected }) => expected), keys.length, keys.length],
    };
  }
}

const entitiesOf = (messages: Iterable<RetainedMessage>) => devicesOf([...messages]).map(toEntity);

/** A step of devices, of what listens to them, or of a poll. */
type Step =
  | { kind: 'announce' | 'take back'; index: number }
  /** A poll, or the report of a listener: both publish what is known by then. */
  | { kind: 'publish' }
  /** A restart of a listener: what was not retained is announced again later. */
  | { kind: 'restart'; retains: boolean };

const index = fc.nat(30);
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('announce' as const), index }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('take back' as const), index }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('publish' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('restart' as const), retains: fc.boolean() }),
    },
  ),
  { maxLength: 40 },
);

function replay(store: Store, messages: RetainedMessage[], given: Step[]): void {
  const announcements = announcementsOf(messages);
  const states = messages.filter((message) => !announcements.includes(message));
  const announced = new Map<string, RetainedMessage>();
  for (const step of given) {
    if (step.kind === 'publish') store.publish(entitiesOf([...announced.values(), ...states]));
    else if (step.kind === 'restart') {
      if (!step.retains) announced.clear();
    } else {
      const message = announcements[step.index % announcements.length]!;
      announced.delete(message.topic);
      if (step.kind === 'announce') announced.set(message.topic, message);
    }
  }
}

const all = (messages: RetainedMessage[]): Step[] =>
  announcementsOf(messages).map((_message, index) => ({ kind: 'announce', index }));

/** Returns all announcements of a device in every order. */
const everyOrder = (messages: RetainedMessage[]) => {
  const given = all(messages);
  return fc.shuffledSubarray(given, { minLength: given.length });
};

const runs = { numRuns: 60 };

describe.each(Object.entries(announcingDevices))('%s', (_name, messages) => {
  const whole = entitiesOf(messages);
  const publish: Step = { kind: 'publish' };

  test('has the same things, names and ids, in whatever order it is announced', () => {
    const natural = new Store();
    natural.publish(whole);
    fc.assert(
      fc.property(everyOrder(messages), (order) => {
        const store = new Store();
        replay(store, messages, [...order, publish]);
        expect(store.known).toEqual(natural.known);
        expect(store.shown).toEqual(natural.shown);
      }),
      runs,
    );
  });

  test('keeps the names of its first complete announcement, whatever interrupts later ones', () => {
    const natural = new Store();
    natural.publish(whole);
    fc.assert(
      fc.property(everyOrder(messages), steps, everyOrder(messages), (first, between, last) => {
        const store = new Store();
        replay(store, messages, [...first, publish, ...between, ...last, publish]);
        expect(ofDevices(store, whole)).toEqual(ofDevices(natural, whole));
      }),
      runs,
    );
  });

  test('keeps every name that was ever published, and ends with the same things', () => {
    fc.assert(
      fc.property(steps, everyOrder(messages), (before, last) => {
        const store = new Store();
        replay(store, messages, [...before, ...last, publish]);
        for (const { id, title, types, keys = [] } of whole) {
          expect(store.shown.get(id)).toMatchObject({ title, types });
          const names = store.names(id);
          const plain = keys.map(({ keys: [key = ''] }) => [parseKey(key).kind, names[key]]);
          expect(plain.every(([, name]) => name !== undefined)).toBe(true);
        }
      }),
      runs,
    );
  });
});

/** Publishes a device in several states, one after the other; returns the names of its properties in the last. */
function namesAfter(...states: RetainedMessage[][]): string[] {
  const store = new Store();
  for (const messages of states) store.publish(entitiesOf(messages));
  return Object.keys([...store.shown.values()][0]!.properties);
}

test('a thermostat has the `temperature` of the sensor that it replaces, and the other way round', () => {
  const messages = announcingDevices['a thermostat whose sensor is announced as well']!;
  const [climate, sensor] = announcementsOf(messages);
  const both = ['mode', 'temperature', 'target_temperature'];
  for (const first of [[climate!], [sensor!], [climate!, sensor!]]) {
    expect(namesAfter(first, [climate!, sensor!]).toSorted()).toEqual(both.toSorted());
  }
});

test('components keep their names when one message for the device announces them all', () => {
  const components = {
    power: { name: 'Power', device_class: 'power', unit_of_measurement: 'W' },
    mode: { name: 'Mode' },
    left: { device_class: 'temperature', unit_of_measurement: '°C' },
  };
  const device = { identifiers: ['bike'], name: 'Bike' };
  const options = (key: string) => ({ unique_id: `bike_${key}`, state_topic: `bike/${key}` });
  const single = Object.entries(components).map(([key, own]) =>
    retained(`homeassistant/sensor/bike/${key}/config`, { device, ...options(key), ...own }),
  );
  const cmps = Object.entries(components).map(([key, own], n) => [
    `${n}_${key}`,
    { platform: 'sensor', ...options(key), ...own },
  ]);
  const right = { platform: 'sensor', ...options('right'), ...components.left };
  const whole = retained('homeassistant/device/bike/config', {
    device,
    origin: { name: 'bridge' },
    components: { '0': right, ...Object.fromEntries(cmps) },
  });
  expect(namesAfter(single, [...single, whole], [whole]).toSorted()).toEqual([
    'power',
    'sensor_mode',
    'temperature',
    'temperature_1',
  ]);
});

/** Returns the things of these devices. */
const ofDevices = ({ known, shown }: Store, devices: Entity[]) =>
  devices.map(({ id }) => [known.find(({ entity }) => entity === id)!.thing, shown.get(id)]);

import type { Account } from '@trellis/testing';
import pMap from 'p-map';
import { ask } from '../../ask.js';
import { range } from '../../numbers.js';

/** The data of an account before the measurement. */
export type Seed = Awaited<ReturnType<typeof seed>>;

/** The property that every unit has. */
export const property = { name: 'area', value: 17.5 };

const thing = {
  title: 'Lamp',
  '@type': 'Light',
  properties: {
    on: { type: 'boolean', readOnly: true, value: true },
    brightness: { type: 'integer', minimum: 0, maximum: 100, readOnly: true, value: 80 },
    temperature: { type: 'number', unit: 'degree celsius', readOnly: true, value: 21.5 },
  },
  actions: { toggle: {} },
};

export async function seed(account: Account) {
  const unitsNamed = (name: string, count: number) =>
    times(count, (n) => {
      const body = { name: `${name} ${n}`, type: 'room', properties: [property] };
      return create(account, '/units', body);
    });
  const link = (child: string, parent: string) =>
    create(account, `/units/${child}/parents`, { id: parent });
  const units = await unitsNamed('Room', 600);
  const floors = await unitsNamed('Floor', 10);
  const buildings = await unitsNamed('Building', 2);
  /** Units that will be parents, three levels deep; the others will get parents. */
  const parents = units.slice(200);
  await times(floors.length, (n) => link(floors[n]!, buildings[n % 2]!));
  await times(parents.length, (n) => link(parents[n]!, floors[n % floors.length]!));
  const things = await createThings(account, 100, thing);
  return { units, children: units.slice(0, 200), parents, things };
}

export const createThings = (
  account: Account,
  count: number,
  description: object,
): Promise<string[]> => times(count, () => create(account, '/things', description));

async function create(account: Account, path: string, body: object): Promise<string> {
  const created = await ask(account, 'POST', path, { body, expected: 201 });
  return String(created.body.id).replace('urn:uuid:', '');
}

const times = <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  pMap(range(count), work, { concurrency: 50 });

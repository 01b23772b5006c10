import type { Account } from '@trellis/testing';

/** The data of an account before the measurement. */
export interface Seed {
  units: string[];
  /** Units that will get parents, and units that will be parents, three levels deep. */
  children: string[];
  parents: string[];
  things: string[];
}

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

/** Creates units and things in an account. */
export async function seed(account: Account): Promise<Seed> {
  const unit = async (name: string) =>
    create(account, '/units', { name, type: 'room', properties: [property] });
  const units = await times(600, (n) => unit(`Room ${n}`));
  const floors = await times(10, (n) => unit(`Floor ${n}`));
  const buildings = await times(2, (n) => unit(`Building ${n}`));
  const parents = units.slice(200);
  await times(floors.length, (n) => link(account, floors[n]!, buildings[n % 2]!));
  await times(parents.length, (n) => link(account, parents[n]!, floors[n % floors.length]!));
  const things = await createThings(account, 100, thing);
  return { units, children: units.slice(0, 200), parents, things };
}

/** Creates equal things; returns their ids. */
export const createThings = (
  account: Account,
  count: number,
  description: object,
): Promise<string[]> => times(count, () => create(account, '/things', description));

async function create(account: Account, path: string, body: unknown): Promise<string> {
  const { status, body: created } = await account.request('POST', path, { body });
  if (status !== 201) throw new Error(`POST ${path} was answered with ${status}.`);
  return String(created.id).replace('urn:uuid:', '');
}

async function link(account: Account, child: string, parent: string): Promise<void> {
  const body = { id: parent };
  const { status } = await account.request('POST', `/units/${child}/parents`, { body });
  if (status !== 201) throw new Error(`A link was answered with ${status}.`);
}

async function times<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let start = 0; start < count; start += 50) {
    const numbers = Array.from({ length: Math.min(50, count - start) }, (_, n) => start + n);
    results.push(...(await Promise.all(numbers.map(work))));
  }
  return results;
}

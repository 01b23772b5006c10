import { expect, test } from '@jest/globals';
import { groupsOf, type Description } from './groups.js';

const connector = (id: number, name: string, category?: string): Description => ({
  id,
  type_id: name.toLowerCase(),
  name,
  description: '',
  logo: '',
  ...(category !== undefined && { category }),
  sample_instance_configuration: { connector_type_id: name, configuration: {} },
  sample_client_configuration: { connector_type_id: name },
  instance_configuration_schema: {},
  client_configuration_schema: {},
  connect: { method: 'form', steps: [] },
});
const list = [
  connector(1, 'Meter', 'Energy'),
  connector(2, 'Lamp', 'Lighting'),
  connector(3, 'Any'),
];
const instance = {
  id: '0b8f1f0e-0000-7000-8000-000000000000',
  connector: { href: 'http://trellis.test/api/v1/connectors/descriptions/2' },
  clients: [],
  clients_per_subject: 1,
};

const titles = (search?: string, instances = [instance]) =>
  groupsOf(list, { instances, search }).map(({ title, members }) => [
    title,
    ...members.map(({ name }) => name),
  ]);

test('connectors that are set up come first, the others by category', () => {
  expect(titles()).toEqual([
    ['Set up', 'Lamp'],
    ['Energy', 'Meter'],
    ['Other', 'Any'],
  ]);
});

test('a search finds names and categories', () => {
  expect(titles('ENER')).toEqual([['Energy', 'Meter']]);
  expect(titles('lam', [])).toEqual([['Lighting', 'Lamp']]);
  expect(titles('nothing')).toEqual([]);
});

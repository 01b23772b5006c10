import {
  instanceOf,
  type ConnectorDescription,
  type ConnectorInstance,
} from '../api/connectors.js';

export type Description = ConnectorDescription;
export type Instance = ConnectorInstance | undefined;

interface Shown {
  instances: ConnectorInstance[] | undefined;
  search: string | undefined;
}

/** Groups the connectors that match a search: those that are set up, then the others by category. */
export function groupsOf(list: readonly Description[], { instances, search = '' }: Shown) {
  const found = list.filter((one) => matches(one, search));
  const isSetUp = (one: Description) => instanceOf(instances, one) !== undefined;
  const others = found.filter((one) => !isSetUp(one));
  const categories = new Set(others.flatMap(({ category }) => category ?? []));
  const groups = [
    { title: 'Set up', members: found.filter(isSetUp) },
    ...[...categories].sort().map((category) => ({
      title: category,
      members: others.filter((one) => one.category === category),
    })),
    { title: 'Other', members: others.filter(({ category }) => category === undefined) },
  ];
  return groups.filter(({ members }) => members.length > 0);
}

/** Returns whether the texts of a connector contain each word of a search, ignoring case. */
function matches(one: Description, search: string): boolean {
  const { name, description, category = '', type_id } = one;
  const text = `${name} ${description} ${category} ${type_id}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

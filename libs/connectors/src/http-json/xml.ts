import { SaxesParser } from 'saxes';

/** The deepest nesting of elements, and the most of them with their attributes. */
const maxDepth = 64;
const maxNodes = 100_000;

interface Open {
  name: string;
  members: Map<string, unknown[]>;
  text: string;
}

/**
 * Reads XML as the value that paths are applied to: an element is an object of its children by their names without
 * prefixes, and of its attributes (`@name`); with neither, it is its text. Several of one name are a list. Text beside
 * others is `#text`. Throws an `Error` for what is not well-formed or too large; entities of a DTD are not expanded.
 */
export function parseXml(text: string): unknown {
  const open: Open[] = [];
  let root: Record<string, unknown> | undefined;
  let nodes = 0;
  const parser = new SaxesParser({ fragment: false, xmlns: false, position: false });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const given = Object.entries(attributes);
    nodes += 1 + given.length;
    if (nodes > maxNodes || open.length >= maxDepth) throw new Error('The XML is too large.');
    const members = new Map<string, unknown[]>(
      given.map(([one, value]) => [`@${localName(one)}`, [value]]),
    );
    open.push({ name: localName(name), members, text: '' });
  });
  const add = (given: string) => {
    const element = open.at(-1);
    if (element) element.text += given;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    const { name, ...content } = open.pop()!;
    const value = valueOf(content);
    const parent = open.at(-1);
    if (!parent) root = Object.fromEntries([[name, value]]);
    else if (parent.members.has(name)) parent.members.get(name)!.push(value);
    else parent.members.set(name, [value]);
  });
  parser.write(text.replace(/^\uFEFF/, '')).close();
  if (!root) throw new Error('The XML has no element.');
  return root;
}

function valueOf({ members, text }: Omit<Open, 'name'>): unknown {
  const trimmed = text.trim();
  if (members.size === 0) return trimmed;
  const entries = [...members].map(([name, all]): [string, unknown] => [
    name,
    all.length === 1 ? all[0] : all,
  ]);
  if (trimmed !== '') entries.push(['#text', trimmed]);
  // Own members, whatever their names are.
  return Object.fromEntries(entries);
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

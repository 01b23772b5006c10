import { jsonLanguage } from '@codemirror/lang-json';
import { pathOf } from '@trellis/schema-form';

interface Range {
  from: number;
  to: number;
}

type Node = ReturnType<typeof jsonLanguage.parser.parse>['topNode'];

interface Member {
  value: Node;
  /** Where the member is best pointed out: at its name. */
  mark: Range;
}

/** Returns where the member of a JSON Pointer is in a text, or else the nearest one above it. */
export function rangeOf(text: string, pointer: string): Range {
  const root = jsonLanguage.parser.parse(text).topNode.firstChild;
  if (!root) return { from: 0, to: 0 };
  let found: Member = { value: root, mark: beginOf(root) };
  for (const name of pathOf(pointer)) {
    const next = memberOf(found.value, name, text);
    if (!next) break;
    found = next;
  }
  // Nodes have them as getters.
  const { from, to } = found.mark;
  return { from, to };
}

/** Of a value with members, the bracket at its begin; of any other one all of it. */
const beginOf = ({ name, from, to }: Node): Range =>
  name === 'Object' || name === 'Array' ? { from, to: from + 1 } : { from, to };

function memberOf(parent: Node, name: string, text: string): Member | undefined {
  if (parent.name === 'Array') {
    const value = childrenOf(parent).filter(isValue)[Number(name)];
    return value && { value, mark: beginOf(value) };
  }
  for (const property of parent.getChildren('Property')) {
    const key = property.getChild('PropertyName');
    const value = property.lastChild;
    if (!key || !value || text.slice(key.from, key.to) !== JSON.stringify(name)) continue;
    const isSimple = value.name !== 'Object' && value.name !== 'Array';
    return { value, mark: isSimple ? value : key };
  }
  return undefined;
}

const isValue = ({ name }: Node): boolean => /^[A-Z]/.test(name);

function childrenOf(parent: Node): Node[] {
  const children: Node[] = [];
  for (let child = parent.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

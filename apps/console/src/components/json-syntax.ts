export interface SyntaxProblem {
  /** Position in the text, in UTF-16 code units. */
  offset: number;
  /** Both count from 1. */
  line: number;
  column: number;
  /** A sentence that says what is expected. */
  detail: string;
}

/** White space, then an optional punctuation mark, string or other value (RFC 8259). */
const token =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|true\b|false\b|null\b))?/y;

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or }' | ', or ]' | 'end';

const details: Record<Expected, string> = {
  value: 'A value is missing.',
  'value or ]': 'A value or ] is missing.',
  name: 'A name in double quotes is missing.',
  'name or }': 'A name in double quotes or } is missing.',
  ':': 'A colon is missing.',
  ', or }': 'A comma or } is missing.',
  ', or ]': 'A comma or ] is missing.',
  end: 'Nothing may follow the value.',
};

/** Finds the first syntax error in JSON. The messages of `JSON.parse` differ between browsers. */
export function findSyntaxProblem(text: string): SyntaxProblem | undefined {
  const open: ('}' | ']')[] = [];
  let expected: Expected = 'value';
  const afterValue = (): Expected => (open.length === 0 ? 'end' : `, or ${open.at(-1)!}`);
  for (token.lastIndex = 0; ;) {
    const [matched, mark, string, literal] = token.exec(text)!;
    const offset = token.lastIndex - (mark ?? string ?? literal ?? '').length;
    if (matched === '' || offset === token.lastIndex) {
      if (expected === 'end' && offset === text.length) return undefined;
      return problemAt(text, offset, expected);
    }
    const next = follow(expected, mark ?? (string === undefined ? 'literal' : 'string'), open);
    if (next === undefined) return problemAt(text, offset, expected);
    expected = next === 'after value' ? afterValue() : next;
  }
}

/** Returns what may follow a token; undefined if the token is not allowed. */
function follow(
  expected: Expected,
  found: string,
  open: ('}' | ']')[],
): Expected | 'after value' | undefined {
  if (expected.startsWith('value')) {
    if (found === '{') return (open.push('}'), 'name or }');
    if (found === '[') return (open.push(']'), 'value or ]');
    if (found === 'string' || found === 'literal') return 'after value';
  }
  if (expected.startsWith('name') && found === 'string') return ':';
  if (expected === ':' && found === ':') return 'value';
  if (expected.startsWith(', or') && found === ',') return open.at(-1) === '}' ? 'name' : 'value';
  if (expected.endsWith(`or ${found}`)) return (open.pop(), 'after value');
  return undefined;
}

function problemAt(text: string, offset: number, expected: Expected): SyntaxProblem {
  const before = text.slice(0, offset).split(/\r\n|[\n\r]/);
  const isBrokenString = text[offset] === '"' && /^(value|name)/.test(expected);
  return {
    offset,
    line: before.length,
    column: before.at(-1)!.length + 1,
    detail: isBrokenString
      ? 'The closing quote is missing, or a character needs a backslash.'
      : details[expected],
  };
}

/** A part of a JSON text, by its role. */
export interface JsonToken {
  text: string;
  role: 'name' | 'text' | 'number' | 'word' | 'other';
}

/** Formats a text if it is JSON; undefined for others, such as the beginning of a longer text. */
export function prettyJson(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  return indented(text);
}

const part = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Indents a JSON text, and leaves its values as they were written, such as numbers with many digits. */
function indented(json: string): string {
  const parts = Array.from(json.matchAll(part), ([text]) => text);
  let depth = 0;
  let lines = '';
  const breakLine = () => (lines += `\n${'  '.repeat(depth)}`);
  parts.forEach((text, index) => {
    const isEmpty = /^[{[]$/.test(parts[index - 1] ?? '');
    if (/^[}\]]$/.test(text)) {
      depth -= 1;
      if (!isEmpty) breakLine();
    } else if (isEmpty) breakLine();
    lines += text === ':' ? ': ' : text;
    if (/^[{[]$/.test(text)) depth += 1;
    if (text === ',') breakLine();
  });
  return lines;
}

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/g;

/** Splits a JSON text into parts that can be colored. */
export function jsonTokens(json: string): JsonToken[] {
  const tokens: JsonToken[] = [];
  let end = 0;
  for (const match of json.matchAll(token)) {
    if (match.index > end) tokens.push({ text: json.slice(end, match.index), role: 'other' });
    const [all, quoted, colon] = match;
    const role =
      quoted === undefined ? (/^[tfn]/.test(all) ? 'word' : 'number') : colon ? 'name' : 'text';
    tokens.push({ text: quoted ?? all, role });
    if (colon) tokens.push({ text: colon, role: 'other' });
    end = match.index + all.length;
  }
  if (end < json.length) tokens.push({ text: json.slice(end), role: 'other' });
  return tokens;
}

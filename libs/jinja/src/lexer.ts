import { TemplateFailure } from './values.js';

interface Token {
  type: 'text' | 'begin' | 'end' | 'name' | 'string' | 'integer' | 'float' | 'operator';
  /** Of `begin` and `end`, `{{` or `{%`. */
  text: string;
}

const syntaxError = () => new TemplateFailure('it has an error');

const opening = /\{\{[-+]?|\{%[-+]?|\{#-?/g;
const raw = /\{%[-+]?\s*raw\s*(-?)%\}/y;
const endOfRaw = /\{%([-+]?)\s*endraw\s*(-?)[-+]?%\}/g;

/** Tokenizes a template, with balanced braces as in Jinja (`{{ {"a": {}}}}`); no pattern can backtrack far. */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  let trimsNext = false;
  const addText = (given: string, trimsEnd: boolean) => {
    const start = trimsNext ? given.trimStart() : given;
    const text = trimsEnd ? start.trimEnd() : start;
    if (text !== '') tokens.push({ type: 'text', text });
  };
  for (;;) {
    opening.lastIndex = position;
    const found = opening.exec(source);
    addText(source.slice(position, found?.index), found?.[0].endsWith('-') === true);
    trimsNext = false;
    if (!found) return tokens;
    const start = found[0].slice(0, 2);
    if (start === '{#') {
      const end = source.indexOf('#}', found.index + 2);
      if (end < 0) throw syntaxError();
      trimsNext = source[end - 1] === '-';
      position = end + 2;
      continue;
    }
    raw.lastIndex = found.index;
    const beginning = raw.exec(source);
    if (beginning) {
      endOfRaw.lastIndex = raw.lastIndex;
      const end = endOfRaw.exec(source);
      if (!end) throw syntaxError();
      trimsNext = beginning[1] === '-';
      addText(source.slice(raw.lastIndex, end.index), end[1] === '-');
      trimsNext = end[2] === '-';
      position = endOfRaw.lastIndex;
      continue;
    }
    const code = tokenizeCode(source, found.index + found[0].length, start);
    tokens.push({ type: 'begin', text: start }, ...code.tokens, { type: 'end', text: start });
    position = code.end;
    trimsNext = code.trimsNext;
  }
}

const whitespace = /\s*/y;
const patterns: [Token['type'], RegExp][] = [
  ['name', /[\p{L}_][\p{L}\p{N}_]*/uy],
  ['float', /\d[\d_]*(?:\.\d[\d_]*(?:[eE][-+]?\d+)?|[eE][-+]?\d+)/y],
  ['integer', /0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|\d[\d_]*/y],
  ['string', /'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"/y],
  ['operator', /\*\*|\/\/|==|!=|<=|>=|[-+*/%~|=<>()[\]{},.:]/y],
];

const closing: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

/** Tokenizes what is between `{{` and `}}`, or `{%` and `%}`. */
function tokenizeCode(source: string, from: number, start: string) {
  const ending = start === '{{' ? /([-+]?)\}\}/y : /([-+]?)%\}/y;
  const tokens: Token[] = [];
  const open: string[] = [];
  let position = from;
  for (;;) {
    whitespace.lastIndex = position;
    whitespace.exec(source);
    position = whitespace.lastIndex;
    ending.lastIndex = position;
    const end = open.length === 0 ? ending.exec(source) : null;
    if (end) return { tokens, end: ending.lastIndex, trimsNext: end[1] === '-' };
    const token = nextToken(source, position);
    if (!token) throw syntaxError();
    position += token.text.length;
    if (token.type === 'operator') {
      const expected = closing[token.text];
      if (expected !== undefined) open.push(expected);
      else if (/[)\]}]/.test(token.text) && open.pop() !== token.text) throw syntaxError();
    }
    tokens.push(token.type === 'string' ? { ...token, text: unescape(token.text) } : token);
  }
}

function nextToken(source: string, position: number): Token | undefined {
  for (const [type, pattern] of patterns) {
    pattern.lastIndex = position;
    const text = pattern.exec(source)?.[0];
    if (text !== undefined) return { type, text };
  }
  return undefined;
}

const escapes: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\u0007',
  '0': '\0',
  '\n': '',
};

/** Resolves the escapes of a literal as Python does; an unknown one keeps its backslash. */
const unescape = (literal: string): string =>
  literal
    .slice(1, -1)
    .replace(/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([^]))/g, (...found) => {
      const [whole, two, four, eight, other] = found as string[];
      const code = two ?? four ?? eight;
      if (code !== undefined) {
        const point = Number.parseInt(code, 16);
        return point > 0x10ffff ? whole! : String.fromCodePoint(point);
      }
      if (other === '\\' || other === "'" || other === '"') return other;
      return Object.hasOwn(escapes, other!) ? escapes[other!]! : whole!;
    });

const end: Token = { type: 'end', text: '' };

/** A cursor over the tokens of a template. */
export class Tokens {
  readonly #tokens: Token[];
  #next = 0;

  constructor(tokens: Token[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#next >= this.#tokens.length;
  }

  peek(ahead = 0): Token {
    return this.#tokens[this.#next + ahead] ?? end;
  }

  take(): Token {
    const token = this.peek();
    this.#next += 1;
    return token;
  }

  isAt(...texts: string[]): boolean {
    const { type, text } = this.peek();
    return (type === 'name' || type === 'operator') && texts.includes(text);
  }

  /** Consumes the next token if it is one of these, and returns its text. */
  accept(...texts: string[]): string | undefined {
    return this.isAt(...texts) ? this.take().text : undefined;
  }

  expect(text: string): void {
    if (this.accept(text) === undefined) throw this.error();
  }

  expectName(): string {
    const { type, text } = this.take();
    if (type !== 'name') throw this.error();
    return text;
  }

  /** Consumes the end of an output or of a statement. */
  expectEnd(): void {
    if (this.take().type !== 'end') throw this.error();
  }

  error(): TemplateFailure {
    return new TemplateFailure('it has an error, or uses syntax that is not supported');
  }
}

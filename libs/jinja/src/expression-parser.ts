import type { Args, Expr } from './syntax.js';
import type { Tokens } from './lexer.js';

/** Parses an expression, with the precedence of operators that Jinja has. */
export function parseExpression(tokens: Tokens): Expr {
  let body = parseOr(tokens);
  while (tokens.accept('if')) {
    const condition = parseOr(tokens);
    const otherwise = tokens.accept('else') ? parseExpression(tokens) : undefined;
    body = { kind: 'if', condition, body, otherwise };
  }
  return body;
}

/** Parses an expression, or a tuple of several with commas between them. */
export function parseTuple(tokens: Tokens, parseItem = parseExpression): Expr {
  const first = parseItem(tokens);
  if (!tokens.isAt(',')) return first;
  const items = [first];
  while (tokens.accept(',') && !isAtEndOfList(tokens)) items.push(parseItem(tokens));
  return { kind: 'list', items };
}

const isAtEndOfList = (tokens: Tokens): boolean =>
  tokens.peek().type === 'end' || tokens.isAt(')', ']', '}', '=');

/** Parses an expression without a condition, as the items of a loop are. */
export function parseOr(tokens: Tokens): Expr {
  let left = parseAnd(tokens);
  while (tokens.accept('or')) left = { kind: 'or', left, right: parseAnd(tokens) };
  return left;
}

function parseAnd(tokens: Tokens): Expr {
  let left = parseNot(tokens);
  while (tokens.accept('and')) left = { kind: 'and', left, right: parseNot(tokens) };
  return left;
}

function parseNot(tokens: Tokens): Expr {
  if (tokens.accept('not')) return { kind: 'not', target: parseNot(tokens) };
  const first = parseSum(tokens);
  const rest: { operator: string; right: Expr }[] = [];
  for (;;) {
    let operator = tokens.accept('==', '!=', '<', '<=', '>', '>=', 'in');
    if (!operator && tokens.isAt('not') && tokens.peek(1).text === 'in') {
      tokens.take();
      tokens.take();
      operator = 'not in';
    }
    if (!operator) return rest.length === 0 ? first : { kind: 'compare', first, rest };
    rest.push({ operator, right: parseSum(tokens) });
  }
}

const leftAssociative =
  (operators: string[], operand: (tokens: Tokens) => Expr) =>
  (tokens: Tokens): Expr => {
    let left = operand(tokens);
    for (;;) {
      const operator = tokens.accept(...operators);
      if (!operator) return left;
      left = { kind: 'binary', operator, left, right: operand(tokens) };
    }
  };

const parsePower = leftAssociative(['**'], (tokens) => parseUnary(tokens));
const parseProduct = leftAssociative(['*', '/', '//', '%'], parsePower);
const parseConcatenation = leftAssociative(['~'], parseProduct);
const parseSum = leftAssociative(['+', '-'], parseConcatenation);

function parseUnary(tokens: Tokens, withFilters = true): Expr {
  const sign = tokens.accept('-', '+');
  const node: Expr = sign
    ? { kind: sign === '-' ? 'negative' : 'positive', target: parseUnary(tokens, false) }
    : parsePostfix(tokens, parsePrimary(tokens));
  return withFilters ? parseFilters(tokens, node) : node;
}

const constants = new Map<string, unknown>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
]);

function parsePrimary(tokens: Tokens): Expr {
  const { type, text } = tokens.take();
  if (type === 'string') {
    let value = text;
    while (tokens.peek().type === 'string') value += tokens.take().text;
    return { kind: 'literal', value };
  }
  if (type === 'integer' || type === 'float') {
    const value = Number(text.replaceAll('_', ''));
    return type === 'integer'
      ? { kind: 'literal', value }
      : { kind: 'filter', name: 'float', target: { kind: 'literal', value }, args: noArgs };
  }
  if (type === 'name') {
    if (constants.has(text)) return { kind: 'literal', value: constants.get(text) };
    return tokens.isAt('(')
      ? { kind: 'call', name: text, args: parseArgs(tokens) }
      : { kind: 'name', name: text };
  }
  if (type === 'operator' && text === '(') {
    const node: Expr = tokens.isAt(')') ? { kind: 'list', items: [] } : parseTuple(tokens);
    tokens.expect(')');
    return node;
  }
  if (type === 'operator' && text === '[') return { kind: 'list', items: parseItems(tokens) };
  if (type === 'operator' && text === '{') return { kind: 'dict', pairs: parsePairs(tokens) };
  throw tokens.error();
}

const noArgs: Args = { positional: [], named: [] };

function parseItems(tokens: Tokens): Expr[] {
  const items: Expr[] = [];
  while (!tokens.accept(']')) {
    items.push(parseExpression(tokens));
    if (!tokens.isAt(']')) tokens.expect(',');
  }
  return items;
}

function parsePairs(tokens: Tokens): [Expr, Expr][] {
  const pairs: [Expr, Expr][] = [];
  while (!tokens.accept('}')) {
    const key = parseExpression(tokens);
    tokens.expect(':');
    pairs.push([key, parseExpression(tokens)]);
    if (!tokens.isAt('}')) tokens.expect(',');
  }
  return pairs;
}

function parsePostfix(tokens: Tokens, given: Expr): Expr {
  let node = given;
  for (;;) {
    if (tokens.accept('.')) node = parseMember(tokens, node);
    else if (tokens.accept('[')) node = parseSubscript(tokens, node);
    else if (tokens.isAt('(')) throw tokens.error();
    else return node;
  }
}

function parseMember(tokens: Tokens, target: Expr): Expr {
  const { type, text } = tokens.take();
  if (type === 'integer') return { kind: 'member', target, key: { kind: 'literal', value: +text } };
  if (type !== 'name') throw tokens.error();
  return tokens.isAt('(')
    ? { kind: 'method', target, name: text, args: parseArgs(tokens) }
    : { kind: 'member', target, key: { kind: 'literal', value: text } };
}

/** Parses an index or a slice: `[1:]`, `[:-1]`, `[::2]`. */
function parseSubscript(tokens: Tokens, target: Expr): Expr {
  const bounds: (Expr | undefined)[] = [undefined];
  while (!tokens.accept(']')) {
    if (tokens.accept(':')) bounds.push(undefined);
    else if (bounds.at(-1) === undefined) bounds[bounds.length - 1] = parseExpression(tokens);
    else throw tokens.error();
  }
  if (bounds.length > 3) throw tokens.error();
  if (bounds.length > 1) return { kind: 'slice', target, bounds };
  if (!bounds[0]) throw tokens.error();
  return { kind: 'member', target, key: bounds[0] };
}

function parseArgs(tokens: Tokens): Args {
  const args: Args = { positional: [], named: [] };
  tokens.expect('(');
  while (!tokens.accept(')')) {
    if (tokens.peek().type === 'name' && tokens.peek(1).text === '=') {
      const name = tokens.expectName();
      tokens.expect('=');
      args.named.push([name, parseExpression(tokens)]);
    } else {
      args.positional.push(parseExpression(tokens));
    }
    if (!tokens.isAt(')')) tokens.expect(',');
  }
  return args;
}

/** Parses filters and tests: `| round(1)`, `is defined`, `is equalto 'x'`. */
export function parseFilters(tokens: Tokens, given: Expr): Expr {
  let target = given;
  for (;;) {
    if (tokens.accept('|')) {
      const name = tokens.expectName();
      const args = tokens.isAt('(') ? parseArgs(tokens) : noArgs;
      target = { kind: 'filter', target, name, args };
    } else if (tokens.accept('is')) {
      const isNegated = tokens.accept('not') !== undefined;
      const test: Expr = {
        kind: 'test',
        target,
        name: tokens.expectName(),
        args: testArgs(tokens),
      };
      target = isNegated ? { kind: 'not', target: test } : test;
    } else {
      return target;
    }
  }
}

/** A test may have one argument without parentheses. */
function testArgs(tokens: Tokens): Args {
  if (tokens.isAt('(')) return parseArgs(tokens);
  const { type } = tokens.peek();
  const isOperand = type === 'string' || type === 'integer' || type === 'float' || type === 'name';
  if (!isOperand && !tokens.isAt('[', '{')) return noArgs;
  if (tokens.isAt('else', 'or', 'and', 'if', 'in', 'not', 'is')) return noArgs;
  return { positional: [parsePostfix(tokens, parsePrimary(tokens))], named: [] };
}

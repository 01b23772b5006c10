import { tokenize, Tokens } from './lexer.js';
import { parseExpression, parseFilters, parseOr, parseTuple } from './expression-parser.js';
import type { Expr, Statement, Target } from './syntax.js';
import { TemplateFailure } from './values.js';
import type { Work } from './work.js';

/** The longest template that is parsed (characters); real ones have a few hundred. */
const maxLength = 4096;

/** Parses a template. Throws `TemplateFailure` for what is not supported. */
export function parse(source: string, work: Work): Statement[] {
  if (source.length > maxLength) throw new TemplateFailure('it is too long');
  work.spend('source', source.length);
  return parseBlock(new Tokens(tokenize(source)), []).body;
}

interface Block {
  body: Statement[];
  /** The statement that ended it. Only its name is consumed. */
  ending: string;
}

/** Parses statements up to one of these endings, or up to the end of the template. */
function parseBlock(tokens: Tokens, endings: string[]): Block {
  const body: Statement[] = [];
  while (!tokens.isAtEnd) {
    const { type, text } = tokens.take();
    if (type === 'text') {
      body.push({ kind: 'text', text });
    } else if (text === '{{') {
      body.push({ kind: 'output', value: parseTuple(tokens) });
      tokens.expectEnd();
    } else {
      const name = tokens.expectName();
      if (endings.includes(name)) return { body, ending: name };
      body.push(parseStatement(tokens, name));
    }
  }
  if (endings.length > 0) throw tokens.error();
  return { body, ending: '' };
}

function parseStatement(tokens: Tokens, name: string): Statement {
  if (name === 'if') return parseIf(tokens);
  if (name === 'for') return parseFor(tokens);
  if (name === 'set') return parseSet(tokens);
  throw new TemplateFailure(`it uses ${name.slice(0, 60)}, which is not supported`);
}

function parseIf(tokens: Tokens): Statement {
  const condition = parseTuple(tokens);
  tokens.expectEnd();
  const { body, ending } = parseBlock(tokens, ['elif', 'else', 'endif']);
  if (ending === 'elif') return { kind: 'if', condition, body, otherwise: [parseIf(tokens)] };
  tokens.expectEnd();
  if (ending === 'endif') return { kind: 'if', condition, body, otherwise: [] };
  const { body: otherwise } = parseBlock(tokens, ['endif']);
  tokens.expectEnd();
  return { kind: 'if', condition, body, otherwise };
}

function parseFor(tokens: Tokens): Statement {
  const isInParentheses = tokens.accept('(') !== undefined;
  const names = [tokens.expectName()];
  while (tokens.accept(',')) names.push(tokens.expectName());
  if (isInParentheses) tokens.expect(')');
  tokens.expect('in');
  const items = parseTuple(tokens, parseOr);
  const condition = tokens.accept('if') ? parseExpression(tokens) : undefined;
  tokens.expectEnd();
  const { body, ending } = parseBlock(tokens, ['else', 'endfor']);
  tokens.expectEnd();
  const otherwise = ending === 'else' ? parseBlock(tokens, ['endfor']).body : [];
  if (ending === 'else') tokens.expectEnd();
  return { kind: 'for', names, items, condition, body, otherwise };
}

/** Parses `{% set a, b = … %}`, or `{% set a %}` to `{% endset %}`. */
function parseSet(tokens: Tokens): Statement {
  const targets = [parseTarget(tokens)];
  while (tokens.accept(',')) targets.push(parseTarget(tokens));
  if (tokens.accept('=')) {
    const value = parseTuple(tokens);
    tokens.expectEnd();
    return { kind: 'set', targets, value };
  }
  const text: Expr = { kind: 'name', name: capturedName };
  const filtered = parseFilters(tokens, text);
  tokens.expectEnd();
  const { body } = parseBlock(tokens, ['endset']);
  tokens.expectEnd();
  return { kind: 'capture', target: targets[0]!, body, value: filtered };
}

/** The variable for the text between `{% set a %}` and `{% endset %}`; no template can name it. */
export const capturedName = ' captured';

function parseTarget(tokens: Tokens): Target {
  const name = tokens.expectName();
  return tokens.accept('.') ? { name, attribute: tokens.expectName() } : { name };
}

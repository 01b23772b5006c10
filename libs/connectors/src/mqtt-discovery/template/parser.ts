import type { Allowance } from './allowance.js';
import { parseBlock } from './statement-parser.js';
import { TemplateFailure } from './failure.js';
import { tokenize } from './lexer.js';
import type { Statement } from './syntax.js';
import { Tokens } from './tokens.js';

/** The longest template that is parsed (characters); real ones have a few hundred. */
const maxLength = 4096;

/** The syntax tree of a template of Jinja. */
export function parse(source: string, allowance: Allowance): Statement[] {
  if (source.length > maxLength) throw new TemplateFailure('it is too long');
  allowance.use('source', source.length);
  const tokens = new Tokens(tokenize(source));
  const statements = parseBlock(tokens, []);
  return statements.body;
}

import nunjucks from 'nunjucks';
import type { Allowance } from './allowance.js';
import { TemplateFailure } from './failure.js';

/**
 * A node of the syntax tree of a template, as nunjucks parses it. Its members depend on its type; see
 * `nunjucks/src/nodes.js`.
 */
export interface SyntaxNode {
  typename: string;
  [member: string]: unknown;
}

/** The longest template that is parsed (characters); real ones have a few hundred. */
const maxLength = 4096;

/** The parser is part of nunjucks, but not of its published types. */
const { parser } = nunjucks as unknown as { parser: { parse(source: string): SyntaxNode } };

/**
 * The syntax tree of a template. Nothing else of nunjucks is used: it would compile the tree to
 * JavaScript and run it, and a hostile template can break out of that.
 */
export function parse(source: string, allowance: Allowance): SyntaxNode {
  if (source.length > maxLength) throw new TemplateFailure('it is too long');
  allowance.use('source', source.length);
  try {
    return parser.parse(source);
  } catch {
    throw new TemplateFailure('it has an error, or uses syntax that is not supported');
  }
}

/** A member of a node that is a node. */
export function child(node: SyntaxNode, member: string): SyntaxNode {
  const found = node[member];
  if (!isNode(found)) throw new TemplateFailure('it has an error');
  return found;
}

/** The nodes in a list of a node. */
export function childrenOf(node: SyntaxNode, member = 'children'): SyntaxNode[] {
  const found = node[member];
  return Array.isArray(found) ? found.filter(isNode) : [];
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'typename' in value;
}

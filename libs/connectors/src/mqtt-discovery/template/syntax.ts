import nunjucks from 'nunjucks';
import { TemplateFailure } from './values.js';

/**
 * A node of the syntax tree that nunjucks makes of a template. Which members it has depends on its
 * type; they are those of `nunjucks/src/nodes.js`.
 */
export interface SyntaxNode {
  typename: string;
  [member: string]: unknown;
}

/** The longest template that is looked at (characters); real ones have some hundred. */
const longest = 4096;

/** The parser is part of nunjucks, but not of its published types. */
const { parser } = nunjucks as unknown as { parser: { parse(source: string): SyntaxNode } };

/**
 * The syntax tree of a template. Nunjucks is asked for nothing else: it would turn the tree into
 * JavaScript and run that, which a hostile template can break out of.
 */
export function parse(source: string): SyntaxNode {
  if (source.length > longest) throw new TemplateFailure('it is too long');
  try {
    return parser.parse(source);
  } catch {
    throw new TemplateFailure('it has an error, or uses syntax that is not known here');
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

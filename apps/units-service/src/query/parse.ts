import { Problem } from '@trellis/contracts';
import { parse } from '@rsql/parser';

/** The maximum number of comparisons in an expression. */
const maxComparisons = 50;

/** A comparison, with the position of its selector in the text, from 1. */
export interface Comparison {
  selector: string;
  operator: string;
  /** One value, or several for `=in=` and `=out=`. */
  values: string[];
  position: number;
}

export type Expression =
  { comparison: Comparison } | { isAnd: boolean; left: Expression; right: Expression };

type Node = ReturnType<typeof parse>;

/** Parses an RSQL expression; throws `invalid_request` if it is malformed. */
export function parseQuery(text: string): Expression {
  let position = 0;
  let count = 0;
  // The tree has no positions, but its comparisons are in the order of the text.
  function toExpression(node: Node): Expression {
    if (node.type === 'LOGIC') {
      const isAnd = node.operator === ';' || node.operator === 'and';
      const left = toExpression(node.left);
      return { isAnd, left, right: toExpression(node.right) };
    }
    const { selector } = node.left;
    const { operator } = node;
    const start = text.indexOf(selector, position);
    position = text.indexOf(operator, start) + operator.length;
    const values = [node.right.value].flat();
    for (const value of values) {
      const found = text.indexOf(value, position);
      // It is not found as it is where it has characters that are escaped.
      if (found >= 0) position = found + value.length;
    }
    count += 1;
    if (count > maxComparisons) {
      throw invalidQuery(`Has more than ${maxComparisons} comparisons.`, start + 1);
    }
    return { comparison: { selector, operator, values, position: start + 1 } };
  }
  return toExpression(read(text));
}

function read(text: string): Node {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // The message ends with the whole text.
    const [message] = error.message.split(` in "${text}"`);
    const position = message === 'Unexpected end' ? ` at position ${text.length + 1}` : '';
    throw invalidQuery(`${message!}${position}.`);
  }
}

/** Creates the problem of an expression, with a position in it, from 1. */
export function invalidQuery(detail: string, position?: number): Problem {
  const prefix = position === undefined ? '' : `At position ${position}: `;
  return new Problem('invalid_request', 'The expression is not valid.', {
    errors: [{ pointer: '/query/q', detail: `${prefix}${detail}` }],
  });
}

import type { IdForms } from '@trellis/operations';

const quoted = String.raw`"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'`;
const value = String.raw`(?:${quoted}|[^"'();,=!~<>\s]+)`;
const values = new RegExp(value, 'g');

/** A quoted text, or a comparison of what is an id: its selector and operator, and its value or list of values. */
const comparisons = new RegExp(
  String.raw`${quoted}|(?<![^;,(\s])(client|subject)(\s*(?:==|!=|=in=|=out=)\s*)(\(\s*${value}(?:\s*,\s*${value})*\s*\)|${value})`,
  'g',
);

/**
 * An expression in RSQL whose comparisons of `client` and `subject` have the ids that services know. It is as long as
 * before, so that positions in it stay what they are.
 */
export const withBareIds = (expression: string, forms: IdForms): string =>
  expression.replaceAll(
    comparisons,
    (all: string, selector?: string, operator?: string, compared?: string) => {
      if (selector === undefined) return all;
      const bare = selector === 'client' ? forms.resource : forms.subject;
      return selector + operator! + compared!.replaceAll(values, (one) => bareValue(one, bare));
    },
  );

function bareValue(given: string, bare: (id: string) => string): string {
  const isQuoted = given.startsWith('"') || given.startsWith("'");
  const text = isQuoted ? given.slice(1, -1).replaceAll(/\\(.)/g, '$1') : given;
  const id = bare(text);
  // Expressions that name an id already stay as they are, `*` included.
  if (id === text) return given;
  return `"${id.replaceAll(/["\\]/g, String.raw`\$&`)}"`.padEnd(given.length);
}

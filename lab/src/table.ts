type Cells = readonly (string | number)[];

/** Formats a row of a Markdown table. */
export const row = (cells: Cells): string => `| ${cells.join(' | ')} |`;

/** Formats the first two lines of a Markdown table. */
export const head = (names: readonly string[]): string =>
  `${row(names)}\n${row(names.map(() => '---'))}`;

/** Formats a Markdown table. */
export const table = (names: readonly string[], rows: readonly Cells[]): string =>
  [head(names), ...rows.map(row)].join('\n');

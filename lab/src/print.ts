type Cells = readonly (string | number)[];

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

export const row = (cells: Cells): string => `| ${cells.join(' | ')} |`;

/** Formats the first two lines of a Markdown table. */
export const head = (names: readonly string[]): string =>
  `${row(names)}\n${row(names.map(() => '---'))}`;

export const table = (names: readonly string[], rows: readonly Cells[]): string =>
  [head(names), ...rows.map(row)].join('\n');

/** Formats a Markdown table row by row: each column has a name and a function that returns its cell. */
export const columns = <Item>(cells: Record<string, (item: Item) => string | number>) => ({
  head: head(Object.keys(cells)),
  row: (item: Item) => row(Object.values(cells).map((cell) => cell(item))),
});

export const milliseconds = (ms: number, digits = 0): string => `${ms.toFixed(digits)} ms`;

/** Formats a time in milliseconds as seconds without a unit. */
export const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

import { expect, test } from '@jest/globals';
import { renderTable, type Column } from './table.js';

interface Row {
  id: string;
  title: string;
  note?: string;
}

const columns: Column<Row>[] = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'TITLE', text: ({ title }) => title, min: 8 },
  { title: 'NOTE', text: ({ note }) => note, min: 4, leaveOut: 1 },
];

const rows: Row[] = [
  { id: '0190', title: 'Lamp', note: 'in the kitchen' },
  { id: '0191', title: 'Weather station on the roof' },
];

test('a table is as wide as its content if there is room', () => {
  expect(renderTable(columns, rows, { width: Infinity })).toEqual([
    'ID    TITLE                        NOTE',
    '0190  Lamp                         in the kitchen',
    '0191  Weather station on the roof',
  ]);
});

test('texts are truncated where space is short, but ids never are', () => {
  expect(renderTable(columns, rows, { width: 30 })).toEqual([
    'ID    TITLE        NOTE',
    '0190  Lamp         in the kit…',
    '0191  Weather st…',
  ]);
});

test('a column is left out as a last resort', () => {
  expect(renderTable(columns, rows, { width: 16 })).toEqual([
    'ID    TITLE',
    '0190  Lamp',
    '0191  Weather s…',
  ]);
});

test('an empty column is not shown', () => {
  expect(renderTable(columns, [rows[1]!], { width: 80 })[0]).toBe('ID    TITLE');
});

test('wide characters count twice, and control characters are replaced', () => {
  const [, first, second] = renderTable(
    columns,
    [
      { id: '1', title: '照明', note: 'a\nb' },
      { id: '2', title: 'x\u001b[2J\u009bm', note: 'c' },
    ],
    { width: 80 },
  );
  expect(first).toBe('1   照明     a b');
  expect(second).toBe('2   x�[2J�m  c');
});

test('colors do not change widths', () => {
  const styled = [
    { ...columns[1]!, style: (text: string) => `\u001b[31m${text}\u001b[39m` },
    columns[0]!,
  ];
  const [, line] = renderTable(styled, [{ id: '1', title: 'Lamp' }], { width: 80 });
  expect(line).toBe('\u001b[31mLamp\u001b[39m   1');
});

test('many rows are rendered like few', () => {
  const rowOf = (n: number): Row => ({
    id: String(100_000 + n),
    title: n % 3 === 0 ? 'Küche' : '照明',
    note: n === 1 ? 'x'.repeat(100_000) : `note ${n % 10}`,
  });
  const count = 20_000;
  const many = Array.from({ length: count }, (_, n) => rowOf(n));
  const lines = renderTable(columns, many, { width: Infinity });
  expect(lines).toHaveLength(count + 1);
  for (const n of [0, 1, 2, count - 1]) {
    const [, alone] = renderTable(columns, [rowOf(n)], { width: Infinity });
    expect(lines[n + 1]).toBe(alone);
  }
  expect(lines.every((line) => line === line.trimEnd())).toBe(true);
});

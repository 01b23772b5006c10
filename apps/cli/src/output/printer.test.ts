import { afterEach, expect, jest, test } from '@jest/globals';
import { createPrinter, terminalSize } from './printer.js';

afterEach(() => void jest.restoreAllMocks());

test('more lines are printed than a call can have arguments', () => {
  let printed = 0;
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += (text as string).length;
    return true;
  });
  createPrinter({ json: false, color: false }).lines(Array<string>(200_000).fill(''));
  expect(printed).toBe(200_000);
});

test('a terminal that reports no size has a common one', () => {
  expect(terminalSize({ columns: 0, rows: 0 })).toEqual({ columns: 80, rows: 24 });
  expect(terminalSize({ columns: 120, rows: 50 })).toEqual({ columns: 120, rows: 50 });
  const unknown = { isTTY: true, columns: 0, rows: 0 } as NodeJS.WriteStream & { fd: 1 };
  jest.spyOn(process, 'stdout', 'get').mockReturnValue(unknown);
  expect(createPrinter({ json: false, color: false }).width).toBe(80);
});

test('notes are free of control characters', () => {
  let noted = '';
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    noted += text as string;
    return true;
  });
  createPrinter({ json: false, color: false }).note('one\u001b[2J\ntwo');
  expect(noted).toBe('one\ufffd[2J\ntwo\n');
});

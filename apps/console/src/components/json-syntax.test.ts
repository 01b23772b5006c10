import { expect, test } from '@jest/globals';
import { findSyntaxProblem } from './json-syntax.js';

test.each([
  ['{"a": 1,\n "b" 2}', 2, 6, 'A colon is missing.'],
  ['{"a": 1\r\n "b": 2}', 2, 2, 'A comma or } is missing.'],
  ['{"a": [1, 2}', 1, 12, 'A comma or ] is missing.'],
  ['{"a": 1,}', 1, 9, 'A name in double quotes is missing.'],
  ['{a: 1}', 1, 2, 'A name in double quotes or } is missing.'],
  ['[', 1, 2, 'A value or ] is missing.'],
  ['[1,\n]', 2, 1, 'A value is missing.'],
  ['[01]', 1, 2, 'A value or ] is missing.'],
  ['{"a": "b}', 1, 7, 'The closing quote is missing, or a character needs a backslash.'],
  ['{"a": 1} {', 1, 10, 'Nothing may follow the value.'],
])('%j is no JSON at line %d, column %d: %s', (text, line, column, detail) => {
  expect(findSyntaxProblem(text)).toMatchObject({ line, column, detail });
});

const documents = [
  '{"@type": ["Room", "x"], "area": {"value": -12.5e+3, "ok": [true, false, null, [], {}]}}',
  ' [ "\\u00e9\\n\\"", 0, -0.1E5 ] ',
];

test('a text has a syntax error if and only if JSON.parse rejects it', () => {
  const isJson = (text: string) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  const marks = [...'{}[],:"\\0-.eu \ntrue'];
  let refused = 0;
  for (const document of documents) {
    for (let at = 0; at <= document.length; at += 1) {
      const [before, after] = [document.slice(0, at), document.slice(at)];
      const texts = [
        before + after.slice(1),
        before,
        ...marks.map((mark) => before + mark + after),
      ];
      for (const text of texts) {
        expect([text, findSyntaxProblem(text) === undefined]).toEqual([text, isJson(text)]);
        if (!isJson(text)) refused += 1;
      }
    }
  }
  expect(refused).toBeGreaterThan(1000);
});

test('deeply nested JSON is read to its end', () => {
  const deep = '['.repeat(100_000);
  expect(findSyntaxProblem(deep)).toMatchObject({ column: 100_001 });
  expect(findSyntaxProblem(deep + ']'.repeat(100_000))).toBeUndefined();
});

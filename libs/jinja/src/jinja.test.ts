import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { parseJson } from '@trellis/connector-sdk';
import { compile } from './testing/compile.js';
import { realTemplates } from './testing/real-templates.js';

const script = fileURLToPath(new URL('./testing/jinja.py', import.meta.url));

/** A Python with Jinja; under `CI` there must be one. */
const python = ['python3', '/usr/bin/python3'].find(
  (program) => spawnSync(program, ['-c', 'import jinja2'], { stdio: 'ignore' }).status === 0,
);
if (python === undefined && process.env.CI) throw new Error('python3-jinja2 is not installed.');

const cases = realTemplates.flatMap(([source, ...payloads]) =>
  payloads.map((given) => ({
    source,
    payload: typeof given === 'string' ? given : JSON.stringify(given),
  })),
);

/** Renders the templates with Jinja itself. */
function renderedByJinja(program: string): (string | null)[] {
  const input = JSON.stringify(cases);
  const { stdout, stderr, status } = spawnSync(program, [script], { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as (string | null)[];
}

(python === undefined ? describe.skip : describe)('with Jinja itself', () => {
  const expected = python === undefined ? [] : renderedByJinja(python);

  test.each(cases.map((one, index) => ({ ...one, text: expected[index] })))(
    '$source of $payload is $text',
    ({ source, payload, text }) => {
      const template = compile(source);
      if (template.refused !== undefined) throw new Error(template.refused);
      const result = template.render({ value: payload, value_json: parseJson(payload) });
      expect(result ?? null).toBe(text);
    },
  );

  test('most of the templates have a result, and some have none', () => {
    const results = expected.filter((text) => text !== null && text !== undefined);
    expect(results.length).toBeGreaterThan(100);
    expect(results.length).toBeLessThan(cases.length);
  });
});

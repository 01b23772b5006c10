import { describe, expect, test } from '@jest/globals';
import { compile } from './testing/compile.js';

/** Renders a template with a payload, as Home Assistant does. */
function render(source: string, payload: unknown = {}): string | undefined {
  const template = compile(source);
  if (template.refused !== undefined) throw new Error(template.refused);
  const value = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const value_json = typeof payload === 'string' ? undefined : payload;
  return template.render({ value, value_json });
}

describe('value templates of real devices', () => {
  test.each([
    ['{{ value_json.temperature }}', { temperature: 21.5 }, '21.5'],
    ['{{ value_json["state"] }}', { state: 'ON' }, 'ON'],
    ["{{value_json['DHT11'].Temperature}}", { DHT11: { Temperature: 24.3 } }, '24.3'],
    ['{{ value_json.sensors[1].t }}', { sensors: [{ t: 1 }, { t: 2 }] }, '2'],
    ['{{ value }}', 'raw text', 'raw text'],
    ['  {{ value }}\n', 'trimmed', 'trimmed'],
    ['{{ value_json.occupancy }}', { occupancy: true }, 'True'],
    ['{{ value_json.effect }}', { effect: null }, 'None'],
    ['{{ value_json.power | float / 1000 }}', { power: '2500' }, '2.5'],
    ['{{ (value | float(0) * 0.1) | round(1) }}', '215', '21.5'],
    ['{{ value | int }}', '3.7', '3'],
    ['{{ 2.5 | round }} {{ 3.5 | round }} {{ 2.675 | round(2) }}', {}, '2 4 2.67'],
    ['{{ value | int(0) }}', 'none', '0'],
    ['{{ float(value, default=-1) }}', 'none', '-1'],
    ['{{ value_json.a | default("?") }}', {}, '?'],
    ['{{ value_json.a | default(0, true) + 1 }}', { a: null }, '1'],
    ['{{ value_json.a | is_defined }}', { a: 5 }, '5'],
    ['{{ value | lower }}-{{ value | upper }}', 'On', 'on-ON'],
    ['{{ value | replace(",", ".") }}', '1,5', '1.5'],
    ['{{ value | multiply(2) }}', '4', '8.0'],
    ['{{ value | float | abs }}', '-4', '4.0'],
    ['{{ value | bool | iif("open", "closed") }}', 'on', 'open'],
    ['{{ iif(value_json.x, "a", "b", "c") }}', { x: null }, 'c'],
    ['{{ (value | from_json).a }}', '{"a":1}', '1'],
    ['{{ {"r": 1, "g": [2]} | to_json }}', {}, '{"r":1,"g":[2]}'],
    ['{{ value.split(",")[1].strip() }}', 'a, b', 'b'],
    ["{{ 'ON' if value_json.on else 'OFF' }}", { on: 0 }, 'OFF'],
    [
      "{{ 'online' if value_json.hc1 is defined and value_json.hc1.t is defined else 'offline' }}",
      { hc1: { t: 1 } },
      'online',
    ],
    ['{{ value_json.x is not none }}', { x: null }, 'False'],
    [
      '{% if value in ["1","5"] %}cool{% elif value == "0" %}heat{% else %}off{% endif %}',
      '0',
      'heat',
    ],
    [
      "{% set values = {None:None,'idle':'idle','heat':'heating'} %}{{ values[value_json.running_state] }}",
      { running_state: 'heat' },
      'heating',
    ],
    ['{{ 0 < value_json.a <= 10 }}', { a: 10 }, 'True'],
    ['{{ 0 < value_json.a <= 10 }}', { a: 11 }, 'False'],
    ['{{ 0 < value_json.a <= 10 }}', { a: 0 }, 'False'],
    ['{{ 100 - (value_json.pos | int) }}', { pos: 30 }, '70'],
    ['{{ value_json.a // 2 }} {{ -7 % 3 }} {{ 2 ** 3 }}', { a: 7 }, '3 2 8'],
    ['{{ 1768209323 | timestamp_utc }}', {}, '2026-01-12T09:15:23+00:00'],
    ['{{ "2026-01-12T09:15:23Z" | as_timestamp | int }}', {}, '1768209323'],
    ['{{ [3, 1, 2] | max }}{{ min(4, 2) }}', {}, '32'],
    ['{{ value_json.get("x", "none") }}', {}, 'none'],
    ['{{ now().year > 2024 and utcnow() - timedelta(days=1) < now() }}', {}, 'True'],
    ['{{ value | truncate(5, true, "") }}', 'x'.repeat(11), 'xxxxx'],
    ['{{{"a": {"b": 1}}[value]["b"]}}', 'a', '1'],
  ])('%s', (source, payload, expected) => {
    expect(render(source, payload)).toBe(expected);
  });

  test.each([
    ['{{ value_json.a.b }}', {}],
    ['{{ value_json.a }}', 'not JSON'],
    ['{{ value_json.a | is_defined }}', {}],
    ['{{ value | float }}', 'none'],
    ['{{ 1 / 0 }}', {}],
    ['{{ "a" + 1 }}', {}],
    ['{{ value | abs }}', '-4'],
    ['{{ value | regex_findall("(?=x)x") }}', 'x'],
    ['{{ "%d" % value }}', 'x'],
    ['{% set x.y = 1 %}', {}],
  ])('%s has no result when the payload does not have it', (source, payload) => {
    expect(render(source, payload)).toBeUndefined();
  });
});

describe('hostile templates', () => {
  test.each([
    "{{ value_json.a if value_json.a is defined else states('sensor.a') }}",
    "{% if value_json.a is defined %}{{ value_json.a }}{% else %}{{ state_attr('b', 'c') }}{% endif %}",
    "{% if value_json.a is not defined %}{{ states('a') }}{% elif true %}{{ value_json.a }}{% endif %}",
  ])('may read the state of a home where it has nothing else to show: %.60s', (source) => {
    expect(render(source, { a: 5 })).toBe('5');
    expect(render(source, {})).toBeUndefined();
  });

  test.each([
    '{% include "/etc/passwd" %}',
    '{% import "x" as y %}',
    '{% extends "x" %}',
    '{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}',
    '{{ value.constructor.constructor("return process")() }}',
    '{{ (1).__proto__.polluted() }}',
    '{{ r/(a+)+$/ }}',
    '{{ cycler.constructor("return process")() }}',
    '{{ 1 is \'") ; process.exit(1) ; ("\' }}',
    '{{ value[\'x") ; process.exit(1) ; ("\']() }}',
    '{{ states("sensor.other") }}',
    '{{ value ',
    '{{ ' + '('.repeat(2000) + ' }}',
    `{{ ${'['.repeat(2000)}${']'.repeat(2000)} }}`,
    'x'.repeat(5000),
    "{{ states('a') if value else states('b') }}",
    "{% if value %}{{ states('a') }}{% endif %}",
  ])('is refused: %.60s', (source) => {
    expect(compile(source).refused).toEqual(expect.any(String));
  });

  test.each([
    '{{ value.constructor }}',
    '{{ value["constructor"] }}',
    '{{ value_json.__proto__ }}',
    '{{ value_json["__proto__"]["polluted"] | default("") }}',
    '{{ value_json.toString }}',
    '{{ self }}{{ this }}{{ process }}{{ globalThis }}',
  ])('reaches nothing but its variables: %s', (source) => {
    expect(render(source, { a: 1 }) ?? '').toBe('');
  });

  test('members named as those of prototypes are plain members', () => {
    const payload = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}') as unknown;
    expect(render('{{ value_json.__proto__.x }}{{ value_json.constructor }}', payload)).toBe('12');
    expect(render('{{ {"__proto__": 1} | to_json }}')).toBe('{"__proto__":1}');
  });

  test.each([
    [
      'a text doubled again and again',
      '{% set a = "xxxxxxxx" %}' + '{% set a = a ~ a %}'.repeat(60) + '{{ a }}',
    ],
    [
      'an array of arrays of arrays',
      '{% set a = [1,1] %}' + '{% set a = [a,a] %}'.repeat(60) + '{{ a }}',
    ],
    [
      'a replacement that multiplies',
      '{% set a = "a" | replace("a", "bbbbbbbb") %}' +
        '{% set a = a | replace("", a) %}'.repeat(20) +
        '{{ a }}',
    ],
    [
      'a join that multiplies',
      '{% set a = "xxxxxxxx" %}' +
        '{% set a = [a,a,a,a,a,a,a,a] | join(a) %}'.repeat(20) +
        '{{ a }}',
    ],
    ...Object.entries({
      'the start of': '{{ a.startswith("x") }}',
      'the end of': '{{ a.endswith("x") }}',
      'what starts with': '{{ value.startswith(a) }}',
      'a text that contains': '{{ a in value }}',
      'a member of': '{{ a in {"x": 1} }}',
      'a member by name of': '{{ {"x": 1}.get(a) }}',
      'a text split by': '{{ value.split(a) }}',
      'the date of': '{{ a | as_datetime }}',
      'the sum with': '{{ 1 | add(a) }}',
      'the product with': '{{ 1 | multiply(a) }}',
      'a number rounded by': '{{ 1.5 | round(0, a) }}',
      'an object named by': '{{ {a: 1} }}',
    }).map(([what, use]): [string, string] => [
      `${what} an array that is shared many times`,
      '{% set a = [1,1] %}' + '{% set a = [a,a] %}'.repeat(25) + use,
    ]),
    [
      'members with long names, shared many times',
      `{% set k = "${'k'.repeat(200)}" %}{% set k = k ~ k ~ k ~ k ~ k ~ k ~ k ~ k %}` +
        '{% set a = [{k: 1}, {k: 1}] %}' +
        '{% set a = [a,a] %}'.repeat(8) +
        '{{ a }}',
    ],
  ])('end early: %s', (_what, source) => {
    expect(render(source)).toBeUndefined();
  });

  test.each([
    ['an endless loop', '{% for i in range(1000000000) %}x{% endfor %}'],
    ['loops within loops', '{% for i in range(99) %}'.repeat(9) + '{% endfor %}'.repeat(9)],
    ['a long list', '{{ range(100000000) }}'],
    ['a text repeated', '{{ "xxxxxxxx" * 100000000 }}'],
    ['a list repeated', '{{ [1] * 100000000 }}'],
    ['lists added', '{% set a = [1] %}' + '{% set a = a + a %}'.repeat(40) + '{{ a | length }}'],
    ['slices', '{% set a = "x" * 60000 %}' + '{% set b = a[::-1] %}'.repeat(9)],
    [
      'a list doubled in a loop',
      '{% set n = namespace(a=[1]) %}{% for i in range(40) %}{% set n.a = n.a + n.a %}{% endfor %}{{ n.a }}',
    ],
    [
      'a map of a map',
      '{% for i in range(90) %}{{ range(500) | map("string") | join }}{% endfor %}',
    ],
    ['sorting', '{% for i in range(90) %}{{ range(500) | sort | first }}{% endfor %}'],
    [
      'a regular expression with a large program',
      '{{ "x" | regex_search("((a{200}){200}){200}") }}',
    ],
    ['a long regular expression', `{{ "x" | regex_search("${'a'.repeat(201)}") }}`],
    ['a wide format', '{{ "%999999999d" % 1 }}'],
    ['a precise format', '{{ "{:.999999999f}".format(1) }}'],
    ['a padded text', '{{ "x".zfill(999999999) }}'],
    ['a huge power', '{{ 10 ** 10000 }}'],
  ])('%s ends without a result', (_what, source) => {
    expect(render(source)).toBeUndefined();
  });

  test.each([
    ['{{ value | regex_replace("(a+)+$", "") }}', 'a'.repeat(2_000) + 'b'],
    ['{{ value | regex_findall("(x+x+)+y") }}', 'x'.repeat(2_000)],
    ['{{ value % 1 }}', '%('.repeat(60_000)],
    ['{{ value.format(1) }}', '{'.repeat(60_000)],
  ])('%s of a hostile text takes no more work than others', (source, payload) => {
    expect(() => render(source, payload)).not.toThrow();
  });

  test.each([
    ['counts', '{{ value_json | count }}'],
    ['looks whether there are any of', '{{ 1 if value_json else 0 }}'],
    ['adds to a choice', '{{ value_json | iif }}'],
    ['compares with a default', '{{ (value_json | default(0, true)) is mapping }}'],
    ['searches', '{{ 1 in value_json.values }}'],
    ['joins', '{{ value_json.values | join }}'],
    ['compares', '{{ value_json.values | max }}'],
  ])('a template that %s many members again and again has no result', (_what, use) => {
    const values = Array.from({ length: 2_000 }, () => 0);
    const many = Object.fromEntries(values.map((_, number) => [`m${number}`, 0]));
    const payload = { ...many, values };
    expect(render(use.repeat(50), payload)).toBeUndefined();
  });

  test.each([
    '{{ value_json.long in value_json.text }}',
    '{{ value_json.text | replace(value_json.long, "") }}',
    '{{ value_json.text.split(value_json.long) }}',
  ])('the search for a long text in a long one has no result: %s', (source) => {
    const payload = { text: 'a'.repeat(10_000), long: `b${'a'.repeat(5_000)}` };
    expect(render(source, payload)).toBeUndefined();
  });

  test('one evaluation prints up to 131,072 characters and reads up to 10,000 members', () => {
    expect(render('{{ value }}', 'x'.repeat(131_072))).toHaveLength(131_072);
    expect(render('{{ value }}', 'x'.repeat(131_073))).toBeUndefined();
    const members = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, number) => [`m${number}`, 0]));
    expect(render('{{ value_json | count }}', members(10_000))).toBe('10000');
    expect(render('{{ value_json | count }}', members(10_001))).toBeUndefined();
  });

  test('a payload that is nested too deeply has no result', () => {
    const value = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(render('{{ value | from_json | to_json }}', value)).toBeUndefined();
  });
});

import { describe, expect, test } from '@jest/globals';
import { Misconfigured, Unavailable } from '@trellis/connector-sdk';
import { createPollBudget } from '../budget.js';
import { compileExpression } from './expression.js';

const evaluate = (text: string, input?: unknown, budget = createPollBudget()) =>
  compileExpression(text).evaluate(input, { budget });

describe('an expression', () => {
  const house = {
    rooms: [
      { id: 1, name: 'Hall' },
      { id: 2, name: 'Bath' },
    ],
    states: [
      { room: 2, temperature: '21.5' },
      { room: 1, temperature: '19' },
    ],
    names: ['flow', 'return'],
  };
  test.each<[string, unknown]>([
    ['$sum(states.$number(temperature))', 40.5],
    ['rooms[id = 2].name', 'Bath'],
    ['rooms.name', ['Hall', 'Bath']],
    ['rooms^(name).id', [2, 1]],
    ['rooms{name: id}', { Hall: 1, Bath: 2 }],
    ['rooms.($id := id; $$.states[room = $id].temperature)', ['19', '21.5']],
    ['$count(rooms) > 1 ? $uppercase(names[0]) & "!" : null', 'FLOW!'],
    ['$lookup({"a": 1}, "a") in [1, 2]', true],
    ['$join(names, ", ")', 'flow, return'],
    ['$string($number("0x1f"))', '31'],
    ['$fromMillis(0)', '1970-01-01T00:00:00.000Z'],
    ['missing ?? "none"', 'none'],
  ])('%s', async (text, expected) => {
    expect(await evaluate(text, house)).toEqual(expected);
  });

  test('makes nothing of a value that it cannot be applied to', async () => {
    expect(await evaluate('a + 1', { a: 'text' })).toBeUndefined();
    expect(await evaluate('$sum(a)', { a: ['text'] })).toBeUndefined();
    expect(await evaluate('a.b', {})).toBeUndefined();
  });

  test('says where it is wrong', () => {
    const refused = (text: string) => expect(() => compileExpression(text));
    refused('rooms[').toThrow(/JSONata.*character 6/);
    refused('1 + $eval("1")').toThrow(/\$eval\(\).*character 10/);
  });

  test.each([
    ['functions of its own', 'function($x) { $x }'],
    ['recursion', '($f := function($x) { $f($x) }; $f(1))'],
    ['functions that take functions', '$map(a, $string)'],
    ['functions as values', '($f := $sum; $f)'],
    ['a call of a variable', '($f := 1; $f(1))'],
    ['a variable that hides a function', '($sum := 1; $sum)'],
    ['code in texts', '$eval("1")'],
    ['ranges', '[1..10000000]'],
    ['descendants', '**.a'],
    ['parents', 'a.b.%'],
    ['regular expressions', '$contains(a, /(a+)+b/)'],
    ['chains', 'a ~> $sum()'],
    ['transformations', '$ ~> |a|{"b": 1}|'],
    ['partial functions', '$substring(?, 1)'],
    ['bindings of items', 'a@$x.b'],
    ['bindings of positions', 'a#$i.b'],
    ['texts of any length', '$pad("", 1000000000)'],
    ['pictures of dates', '$toMillis(a, "[Y]")'],
    ['comparators', '$sort(a, b)'],
    ['variables that are not bound', '$secret'],
    ['nothing', ''],
    ['too much', 'a'.repeat(1025)],
  ])('with %s is refused', (_what, text) => {
    expect(() => compileExpression(text)).toThrow(Misconfigured);
  });
});

describe('what an answer or an expression makes large ends:', () => {
  const items = Array.from({ length: 4_000 }, (_, id) => ({ id, text: 'x'.repeat(10), n: [id] }));
  const long = { text: 'x'.repeat(16_000), texts: Array.from({ length: 4_000 }, () => 'x') };
  const empties = items.map(() => []);
  // A list of one item is that item, wherever one is counted.
  const nested = [[[items.map(() => 0)]]];
  const often = (statement: string, times: number) => statement.repeat(times);

  test.each<[string, string, unknown]>([
    ['everything for each item', '$.($string($$))', items],
    ['a sum for each item', '($v := $.id; $.($sum($v)))', items],
    ['all pairs', '$[$$[id = 5]].id', items],
    ['all triples', '$.$$.$$.id', items],
    ['membership for each item', '$[id in $$.id].id', items],
    ['a lookup in nested lists for each item', '($v := [[$.n]]; $.($v.id))', items],
    ['doubled texts', `($a := "0123456789"; ${often('$a := $a & $a;', 60)} $a)`, {}],
    ['doubled lists', `($a := [1, 2]; ${often('$a := [$a, $a];', 50)} $a)`, {}],
    ['nested lists', `($a := [[1]]; ${often('$a := [[$a], [$a]];', 45)} $a.b)`, {}],
    ['objects of objects', `($a := 1; ${often('$a := {"a": $a, "b": $a};', 30)} $string($a))`, {}],
    ['replaced texts', '$replace(text, "x", text)', long],
    ['long separators', '$join(texts, text)', long],
    ['the whole answer in many places', 'i.($$)', { i: items, text: 'x'.repeat(10_000) }],
    ['a long name in many places', 'i.{$$.name: 1}', { i: items, name: 'x'.repeat(100_000) }],
    ['empty lists of each member for each item', 'i.($$.empty.*)', { i: items, empty: empties }],
    ['a condition on a long list for each item', 'i.($$.nested ? 1 : 2)', { i: items, nested }],
    ['a filter by a long list for each item', 'i[$$.nested]', { i: items, nested }],
    ['a long name to order by', 'i^($$.text)', { i: items, text: 'x'.repeat(100_000) }],
    ['a list too long', '$.*', Object.fromEntries(items.map(({ id }) => [id, [id, id]]))],
  ])(
    '%s',
    async (_what, text, input) => {
      const steps = createPollBudget(2_000_000);
      const refused = await evaluate(text, input, steps).catch((error: unknown) => error);
      expect(refused instanceof Misconfigured || refused instanceof Unavailable).toBe(true);
    },
    60_000,
  );

  test('it lets others have their turn', async () => {
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 0);
    try {
      await evaluate('$^(id).(id * 2)', items);
    } finally {
      clearInterval(timer);
    }
    expect(ticks).toBeGreaterThan(1);
  });
});

describe('an answer that imitates the library', () => {
  test.each(['_jsonata_lambda', '_jsonata_function', 'tupleStream', 'outerWrapper'])(
    'by %s is not read',
    async (name) => {
      const input = { items: [{ [name]: true }] };
      await expect(evaluate('items.a', input)).rejects.toBeInstanceOf(Unavailable);
    },
  );

  test.each(['{"tupleStream": true}{"a": 1}', '($name := "tuple" & "Stream"; {$name: true})'])(
    'is not made by %s',
    async (text) => {
      await expect(evaluate(text, {})).rejects.toThrow(/tupleStream/);
    },
  );

  test('reaches no prototype', async () => {
    const input = JSON.parse('{ "__proto__": { "polluted": true }, "a": 1 }') as object;
    await evaluate('$merge([$, { "__proto__": { "polluted": true } }])', input);
    await evaluate('{ "__proto__": { "polluted": true } }', input);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(await evaluate('a.constructor', input)).toBeUndefined();
    expect(await evaluate('$lookup($, "constructor")', input)).toBeUndefined();
  });

  test('gives two evaluations at once what is theirs', async () => {
    const expression = compileExpression('items.(id * 2)');
    const of = (ids: number[]) => ({ items: ids.map((id) => ({ id })) });
    const few = createPollBudget(20);
    const [failed, found] = await Promise.all([
      expression.evaluate(of([1, 2, 3]), { budget: few }).catch((error: unknown) => error),
      expression.evaluate(of([4, 5]), { budget: createPollBudget() }),
    ]);
    expect(failed).toBeInstanceOf(Misconfigured);
    expect(found).toEqual([8, 10]);
  });
});

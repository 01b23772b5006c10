import { expect, test } from '@jest/globals';
import { eventually, waitFor } from './wait-for.js';

test('the first truthy value is the result', async () => {
  const values = [undefined, 0, '', false, 'found', 'too late'];
  expect(await waitFor(() => values.shift(), { every: 1 })).toBe('found');
});

test('a timeout says what was waited for', async () => {
  await expect(waitFor(() => false, { within: 20, every: 1, what: 'Godot' })).rejects.toThrow(
    'Godot did not come within 20 ms.',
  );
});

test('an error of the look ends the wait', async () => {
  const look = () => Promise.reject(new Error('broken'));
  await expect(waitFor(look)).rejects.toThrow('broken');
});

test('a check is repeated until it throws no error', async () => {
  let checks = 0;
  await eventually(() => expect(++checks).toBe(3), { every: 1 });
  expect(checks).toBe(3);
});

test('a check that never passes fails with its own error', async () => {
  const check = () => expect('here').toBe('there');
  await expect(eventually(check, { within: 20, every: 1 })).rejects.toThrow('there');
});

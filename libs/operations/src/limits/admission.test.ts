import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createAdmission } from './admission.js';

const limits = { atOncePerOwner: 2, maxWaitingPerOwner: 1, maxWaitMs: 60_000, turnMs: 60_000 };

/** Whether a promise is settled once everything that is due has run. */
const isSettled = (promise: Promise<unknown>) =>
  Promise.race([promise.then(() => true), pause(5, false)]);

test('requests beyond the limit of an owner wait, and those of others pass', async () => {
  const admission = createAdmission(limits);
  const end = await admission.enter('a');
  await admission.enter('a');
  const third = admission.enter('a');
  expect(await isSettled(third)).toBe(false);
  await admission.enter('b');
  end();
  end();
  await third;
});

test('a request is refused when too many of its owner wait', async () => {
  const admission = createAdmission(limits);
  await Promise.all([admission.enter('a'), admission.enter('a')]);
  void admission.enter('a');
  await expect(admission.enter('a')).rejects.toMatchObject({ code: 'rate_limited' });
});

test('a request that waits too long is refused, and its slot is not lost', async () => {
  const admission = createAdmission({ ...limits, maxWaitMs: 10 });
  const [end] = await Promise.all([admission.enter('a'), admission.enter('a')]);
  await expect(admission.enter('a')).rejects.toMatchObject({
    code: 'rate_limited',
    extras: { retry_after: 1 },
  });
  end();
  await admission.enter('a');
});

test('the turn of a request that takes long ends', async () => {
  const admission = createAdmission({ ...limits, turnMs: 10 });
  await Promise.all([admission.enter('a'), admission.enter('a')]);
  await admission.enter('a');
});

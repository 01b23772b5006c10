import { waitFor, type Account } from '@trellis/testing';
import { kinds, type Value } from './kinds.js';
import type { Observed } from './observe.js';

export interface AnsweredWrite {
  value: Value;
  status: number;
  /** When it was sent and answered (ms since 1970). */
  sent: number;
  answered: number;
}

/** Writes many values to a device, some of which wait for its report. */
export async function writeMany(
  { request }: Account,
  { device, subject, href }: Observed,
  count: number,
): Promise<AnsweredWrite[]> {
  const { model, random } = device;
  const answers: AnsweredWrite[] = [];
  let started = 0;
  const choosePreference = () => {
    const chance = random();
    if (model.follows === 'always' && chance < 0.3) return 'wait=5';
    return chance < 0.02 ? 'wait=1' : 'respond-async';
  };
  const write = async () => {
    while (started < count) {
      started += 1;
      const value = kinds[model.kind].choose(started, random());
      const before = device.commands();
      const sent = Date.now();
      const headers = { prefer: choosePreference() };
      const { status, body } = await request('PUT', href, { subject, body: value, headers });
      answers.push({ value, status, sent, answered: Date.now() });
      if (status !== 202) continue;
      const isReceived = () => device.commands() > before;
      const isSoonReceived = () =>
        waitFor(isReceived, { within: 1_000, every: 5 }).catch(() => false);
      const isEnded = async () =>
        (await request('GET', body.href, { subject })).body.status !== 'pending';
      while (!(await isSoonReceived()) && !(await isEnded()));
    }
  };
  await Promise.all(Array.from({ length: model.writesAtOnce ?? 1 }, write));
  return answers;
}

import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { maxMessageSize, type Broker } from '../broker.js';
import { replySender } from './reply-sender.js';

/** A sender of replies, and the messages that it has sent: to whom, and the ids of the answers. */
function sender() {
  const messages: { nodeId: string; ids: string[] }[] = [];
  const reply = replySender({
    replies: {
      async send(nodeId: string, text: string) {
        const answers = JSON.parse(text) as { id: string; problem?: { code: string } }[];
        messages.push({
          nodeId,
          ids: answers.map(({ id, problem }) => (problem ? `${id}: ${problem.code}` : id)),
        });
      },
    },
  } as unknown as Broker);
  const answer = (nodeId: string, id: string, output: unknown) =>
    reply({ nodeId, answer: { id, output } });
  return { answer, messages };
}

const share = (part: number) => 'x'.repeat(Math.floor(maxMessageSize / 2 / part));

test('answers to one process share a message', async () => {
  const { answer, messages } = sender();
  await Promise.all([answer('one', '1', 1), answer('other', '2', 2), answer('one', '3', 3)]);
  expect(messages).toHaveLength(2);
  expect(messages).toEqual(
    expect.arrayContaining([
      { nodeId: 'one', ids: ['1', '3'] },
      { nodeId: 'other', ids: ['2'] },
    ]),
  );
});

test('answers that are too large for one message are sent in several', async () => {
  const { answer, messages } = sender();
  const output = share(1.5);
  await Promise.all([answer('one', '1', output), answer('one', '2', output)]);
  expect(messages).toEqual([
    { nodeId: 'one', ids: ['1'] },
    { nodeId: 'one', ids: ['2'] },
  ]);
});

test('an answer that no message can carry is a problem', async () => {
  const { answer, messages } = sender();
  await answer('one', '1', share(1));
  expect(messages).toEqual([{ nodeId: 'one', ids: ['1: answer_too_large'] }]);
});

test('says that an answer is on its way before the server has confirmed it', async () => {
  const steps: string[] = [];
  let confirm = () => {};
  const reply = replySender({
    replies: {
      send() {
        steps.push('sent');
        return new Promise<void>((resolve) => (confirm = resolve));
      },
    },
  } as unknown as Broker);
  await new Promise<void>((resolve) => {
    const onWritten = () => {
      steps.push('on its way');
      resolve();
    };
    void reply({ nodeId: 'one', answer: { id: '1', output: 1 }, onWritten }).then(() => {
      steps.push('confirmed');
    });
  });
  await pause(10);
  expect(steps).toEqual(['sent', 'on its way']);
  confirm();
  await pause(10);
  expect(steps).toEqual(['sent', 'on its way', 'confirmed']);
});

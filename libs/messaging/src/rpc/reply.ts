import { Problem } from '@trellis/contracts';
import { maxMessageSize, type Broker } from '../broker.js';
import { batch, batchLimits } from './batch.js';
import type { ReplyEnvelope } from './envelope.js';

interface Reply {
  nodeId: string;
  answer: string;
  /** Bytes in a message, where the text is escaped, which may double its size. */
  size: number;
}

/** Sends replies; those to one node share messages. */
export function replySender(broker: Broker) {
  const send = batch<Reply, undefined>(
    async (replies) => {
      const messages = toMessages(replies);
      await Promise.all(
        messages.map(({ nodeId, answers }) => broker.replies.send(nodeId, `[${answers.join()}]`)),
      );
      return [];
    },
    {
      ...batchLimits,
      maxBytes: maxMessageSize,
      sizeOf: ({ size }) => size,
      ownerOf: ({ nodeId }) => nodeId,
    },
  );
  return ({ nodeId, answer }: { nodeId: string; answer: ReplyEnvelope }): Promise<void> => {
    const text = JSON.stringify(answer);
    const size = Buffer.byteLength(text) * 2;
    if (size < maxMessageSize) return send({ nodeId, answer: text, size });
    const problem = new Problem('answer_too_large', 'Request fewer items with `limit`.').toData();
    const refusal = JSON.stringify({ id: answer.id, problem });
    return send({ nodeId, answer: refusal, size: refusal.length * 2 });
  };
}

/** Groups replies by node into messages that stay below the size limit. */
function toMessages(replies: Reply[]) {
  const open = new Map<string, { nodeId: string; answers: string[]; size: number }>();
  const all: { nodeId: string; answers: string[] }[] = [];
  for (const { nodeId, answer, size } of replies) {
    let message = open.get(nodeId);
    if (!message || message.size + size > maxMessageSize) {
      message = { nodeId, answers: [], size: 0 };
      open.set(nodeId, message);
      all.push(message);
    }
    message.answers.push(answer);
    message.size += size;
  }
  return all;
}

import { Problem } from '@trellis/contracts';
import { createBatcher } from '@trellis/platform/concurrency';
import { maxMessageSize, type Broker } from '../broker.js';
import { batchLimits, type ReplyEnvelope } from './envelope.js';

interface Reply {
  nodeId: string;
  answer: string;
  /** Bytes in a message, where escaping may double the size of the text. */
  size: number;
  onWritten: () => void;
}

interface OutgoingReply {
  nodeId: string;
  answer: ReplyEnvelope;
  /** Called when the reply is written to the connection, before the server confirms it. */
  onWritten?: () => void;
}

/** Creates a function that sends replies; those to one node share messages. */
export function replySender(broker: Broker) {
  const send = createBatcher<Reply, undefined>(
    async (replies) => {
      const sending = toMessages(replies).map(({ nodeId, answers }) =>
        broker.replies.send(nodeId, `[${answers.join()}]`),
      );
      for (const { onWritten } of replies) onWritten();
      await Promise.all(sending);
      return [];
    },
    {
      ...batchLimits,
      maxBytes: maxMessageSize,
      sizeOf: ({ size }) => size,
      ownerOf: ({ nodeId }) => nodeId,
    },
  );
  return ({ nodeId, answer, onWritten = () => undefined }: OutgoingReply): Promise<void> => {
    const text = JSON.stringify(answer);
    const size = Buffer.byteLength(text) * 2;
    if (size < maxMessageSize) return send({ nodeId, answer: text, size, onWritten });
    const problem = new Problem('answer_too_large', 'Request fewer items with `limit`.').toData();
    const refusal = JSON.stringify({ id: answer.id, problem });
    return send({ nodeId, answer: refusal, size: refusal.length * 2, onWritten });
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

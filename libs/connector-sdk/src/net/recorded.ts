import type { WebSocket } from 'ws';
import type { HttpAnswer, HttpRequest } from './request.js';
import { contentOf, type Recorder } from '../recording/recorder.js';

interface Requested {
  url: URL;
  request: Pick<HttpRequest, 'method' | 'headers' | 'json' | 'body'>;
}

/** The part of an answer that there is once it begins, and its text once it has ended. */
type Answered = Pick<HttpAnswer, 'status' | 'headers'> & { text?: string };

/** Sends a request by HTTP, and records it with its answer, or why there is none. */
export async function recorded<Answer extends Answered>(
  recorder: Recorder | undefined,
  { url, request }: Requested,
  send: () => Promise<Answer>,
): Promise<Answer> {
  if (!recorder) return send();
  const at = Date.now();
  const startedAt = performance.now();
  const add = (outcome: { status?: number; received?: Answered; error?: string }) => {
    const { received, ...rest } = outcome;
    const { method = 'GET', headers, json, body } = request;
    const content = json === undefined ? body : JSON.stringify(json);
    recorder.add({
      at,
      protocol: 'http',
      method,
      address: url.href,
      durationMs: performance.now() - startedAt,
      sent: contentOf(content, headers),
      ...(received && { received: contentOf(received.text, received.headers) }),
      ...rest,
    });
  };
  try {
    const answer = await send();
    add({ status: answer.status, received: answer });
    return answer;
  } catch (error) {
    add({ error: messageOf(error) });
    throw error;
  }
}

/** Opens a WebSocket, and records that and its messages. */
export async function recordedWebSocket(
  recorder: Recorder | undefined,
  url: URL,
  open: () => Promise<WebSocket>,
): Promise<WebSocket> {
  if (!recorder) return open();
  const at = Date.now();
  const startedAt = performance.now();
  const address = url.href.replace(/^http/, 'ws');
  const add = (outcome: { status?: number; error?: string }) =>
    recorder.add({
      at,
      protocol: 'websocket',
      method: 'CONNECT',
      address,
      durationMs: performance.now() - startedAt,
      ...outcome,
    });
  try {
    const socket = await open();
    add({ status: 101 });
    const received = topicsOf(`${address} message`);
    socket.on('message', (payload: Buffer) =>
      recorder.addMessage({ protocol: 'websocket', topic: received(), payload }),
    );
    recordSent(recorder, socket, topicsOf(`${address} sent message`));
    return socket;
  } catch (error) {
    add({ error: messageOf(error) });
    throw error;
  }
}

/** Returns a function that returns the topic of the next message: one for the first, and those of the last in turn. */
function topicsOf(name: string): () => string {
  let count = 0;
  return () => `${name} ${count++ === 0 ? 1 : 2 + (count % lastMessages)}`;
}

/** Records the texts that are sent through a WebSocket; of anything else, which is another protocol's, nothing. */
function recordSent(recorder: Recorder, socket: WebSocket, topicOf: () => string): void {
  const send = socket.send.bind(socket);
  Object.assign(socket, {
    send(...given: unknown[]) {
      const [data] = given;
      if (typeof data === 'string') {
        const payload = Buffer.from(data);
        recorder.addMessage({ protocol: 'websocket', topic: topicOf(), payload, isSent: true });
      }
      Reflect.apply(send, socket, given);
    },
  });
}

/** How many of the last messages of a WebSocket are kept, in each direction. */
const lastMessages = 5;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'Failed.');

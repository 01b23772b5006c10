import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { logLevels } from '../configuration.js';
import type { Logger } from './log.js';

/** Path of the log level on the port of the probes. */
export const levelPath = '/log/level';

const isLoopback = ({ socket }: IncomingMessage) =>
  /^(::1$|(::ffff:)?127\.)/.test(socket.remoteAddress ?? '');

/** Longest text of a level (bytes). */
const maxLength = 16;

/**
 * Answers the log level, or sets it to the body of a `PUT` until the process exits. Only callers on this machine are
 * allowed, which includes `kubectl port-forward`.
 */
export async function serveLevel(
  log: Logger,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = (status: number, body: string) =>
    response.writeHead(status, { 'Content-Type': 'text/plain' }).end(`${body}\n`);
  if (!isLoopback(request)) return void answer(403, 'Only from this machine.');
  if (request.method === 'GET') return void answer(200, log.level);
  if (request.method !== 'PUT') return void answer(405, 'GET or PUT.');
  if (Number(request.headers['content-length'] ?? Infinity) > maxLength) {
    return void answer(413, 'Too long.');
  }
  const level = (await text(request)).trim();
  if (!(logLevels as readonly string[]).includes(level)) {
    return void answer(400, `One of ${logLevels.join(', ')}.`);
  }
  const from = log.level;
  log.level = level;
  log.warn({ from, to: level }, 'log level changed');
  answer(200, level);
}

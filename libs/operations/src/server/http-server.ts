import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import express, { type Express } from 'express';
import { networkOf } from '../limits/limits.js';

/** How long callers have to leave the connections that they keep (ms). */
const leavingMs = 1_000;

const checkIntervalMs = 50;

/**
 * Prepares the end of a server without failing a request; returns what ends it. An idle connection cannot be
 * closed at once: the next request may be on its way to it, and would fail. For a while every answer therefore
 * says that its connection is closed, and connections are still accepted. Then streams end, and what is under
 * way is finished.
 */
export function createDrain(server: Server): (closeStreams: () => void) => Promise<void> {
  const unused = followUnused(server);
  return async (closeStreams) => {
    server.prependListener('request', (_request, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
    const leaveUntil = performance.now() + leavingMs;
    while (performance.now() < leaveUntil && (await countConnections(server)) > 0) {
      await pause(checkIntervalMs);
    }
    const closed = once(server, 'close');
    server.close();
    closeStreams();
    for (const socket of unused) socket.destroy();
    // Those whose last request began before all this stay open when it has been answered.
    const closing = setInterval(() => server.closeIdleConnections(), checkIntervalMs);
    server.closeIdleConnections();
    await closed;
    clearInterval(closing);
  };
}

/** Returns the connections without a request so far, which Node.js does not count as idle. */
function followUnused(server: Server): ReadonlySet<Socket> {
  const unused = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  return unused;
}

const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error ? 0 : count));
  });

/** Descriptors that are left for probes, files, and connections to databases and queues. */
const reservedFiles = 512;

/** The connections of a process that may open hardly any files. */
const minConnections = 100;

/** Returns how many files the process may open; only Linux says so. */
function maxOpenFiles(): number {
  try {
    const [, soft] =
      /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? Infinity);
  } catch {
    return Infinity;
  }
}

interface ConnectionLimits {
  /** Most connections in all; fewer where the process may not open as many files. */
  total: number;
  /** Most connections of one IPv4 address or /64 network of IPv6; 0 for no limit. */
  perNetwork: number;
}

/**
 * Closes connections beyond the limits at once, so that nobody can use up the file descriptors of the process.
 */
export function limitConnections(server: Server, { total, perNetwork }: ConnectionLimits): void {
  server.maxConnections = Math.min(total, Math.max(minConnections, maxOpenFiles() - reservedFiles));
  if (perNetwork === 0) return;
  const open = new Map<string, number>();
  server.prependListener('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress);
    const count = (open.get(network) ?? 0) + 1;
    open.set(network, count);
    socket.once('close', () => {
      const left = open.get(network)! - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
    if (count > perNetwork) socket.destroy();
  });
}

/**
 * Answers the requests of a connection one after another. Node.js emits those that a caller sends without waiting for
 * answers (RFC 9112, section 9.3.2) all at once, and would give that caller as many turns at the same time. The
 * connection of a caller that sends too many is closed: nothing else bounds them.
 */
export const oneByOne =
  (answer: RequestListener): RequestListener =>
  (request, response) => {
    // A response gets the socket when those before it have been sent.
    if (response.socket) return answer(request, response);
    const { socket } = request;
    const count = (waiting.get(socket) ?? 0) + 1;
    if (count > maxWaiting) return void socket.destroy();
    waiting.set(socket, count);
    response.once('socket', () => {
      waiting.set(socket, waiting.get(socket)! - 1);
      answer(request, response);
    });
  };

/** How many requests of a connection may wait for the answers to earlier ones. */
const maxWaiting = 64;

/** How many do. */
const waiting = new WeakMap<Socket, number>();

/**
 * The classes of messages for the HTTP server of an Express application, which have its prototypes from
 * the beginning. Express gives each message of Node.js another prototype instead, for which V8 has to give up
 * what it has optimized for messages: that takes twice as long as everything else of a small request.
 */
export function messagesOf(app: Express) {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  app.request = extend(Request.prototype, express.request, app);
  app.response = extend(Response.prototype, express.response, app);
  return { IncomingMessage: Request, ServerResponse: Response };
}

/** Adds the methods of Express to a prototype, and the application, as Express does for its own. */
function extend<Methods extends object>(prototype: object, methods: Methods, app: Express) {
  const extended: Methods = Object.setPrototypeOf(prototype, methods);
  return Object.assign(extended, { app });
}

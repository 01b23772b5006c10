import { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express } from 'express';

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

import { randomUUID } from 'node:crypto';
import type { Logger } from '@trellis/platform';
import type { Request, RequestHandler, Response } from 'express';
import { pinoHttp } from 'pino-http';

/**
 * Gives each request an id, the caller's `X-Request-Id` when it is harmless or else a new one, and logs
 * each request when it has been answered. Headers, queries and bodies may hold secrets: none is logged.
 */
export function logRequests(log: Logger): RequestHandler {
  return pinoHttp<Request, Response>({
    logger: log,
    genReqId(request, response) {
      const given = request.get('X-Request-Id') ?? '';
      const id = /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
      response.set('X-Request-Id', id);
      return id;
    },
    // The default serializers log all headers.
    wrapSerializers: false,
    serializers: {
      req: ({ id, method, path }: Request) => ({ id, method, path: withoutTicket(path) }),
      res: ({ statusCode }: Response) => ({ status: statusCode }),
    },
    // Problems with status 5xx are logged by whoever finds them, with the error.
    customErrorObject: (_request, response, _error, { responseTime }) => ({
      res: response,
      responseTime,
    }),
  });
}

/** The ticket in the address of an authorization is a secret. */
const withoutTicket = (path: string): string =>
  path.replace(/(?<=\/connectors\/authorizations\/)[^/]+/, ':ticket');

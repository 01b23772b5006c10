import type { Request, Response } from 'express';
import { createExchange, type Exchange } from '../exchange.js';

/** Creates an exchange without a connection, with some of its members. */
export const exchangeWith = (members: Partial<Exchange>): Exchange => ({
  ...createExchange({ headers: {} } as Request, {} as Response),
  ...members,
});

import type { Request } from 'express';
import { toEntry, type Trail } from './audit-entry.js';
import type { Change, Operation } from './operation.js';
import type { Route } from './routes.js';
import type { Services } from './services.js';

interface Changing extends Pick<Route, 'params'> {
  request: Request;
  trail: Trail;
  units: Services['units'];
}

/** What an operation changes units-service with for one request; see {@link Change}. */
export const changing =
  (row: Operation, { params, request, trail, units }: Changing): Change =>
  async (name, input, created) => {
    const answer = { status: row.status, ...(created !== undefined && { body: { id: created } }) };
    const audit = toEntry(row, { params }, request, trail, { answer });
    const output = await units(name, { ...input, audit } as never);
    trail.isStored = audit !== undefined;
    return output;
  };

import { isAudited, toEntry } from './audit-entry.js';
import type { Exchange } from './exchange.js';
import type { Change, Operation } from './operation.js';
import type { Services } from './services.js';

/** Creates the {@link Change} of one request. */
export const changing =
  (row: Operation, exchange: Exchange, units: Services['units']): Change =>
  async (name, input, created) => {
    const answer = {
      status: row.answer.status,
      ...(created !== undefined && { body: { id: created } }),
    };
    const audit = isAudited(row) ? toEntry(row, exchange, { answer }) : undefined;
    const output = await units(name, { ...input, audit } as never);
    exchange.isEntryStored = audit !== undefined;
    return output;
  };

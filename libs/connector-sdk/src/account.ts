import type { VendorAccount } from '@trellis/contracts';
import { oneLine } from './text.js';

/** Cleans what a vendor says of an account; undefined if nothing is left. */
export function toVendorAccount(given: {
  id?: unknown;
  name?: unknown;
}): VendorAccount | undefined {
  const [id, name] = [oneLine(given.id), oneLine(given.name)];
  if (id === undefined && name === undefined) return undefined;
  return { ...(id !== undefined && { id }), ...(name !== undefined && { name }) };
}

import { oneLine } from '@trellis/connector-sdk';
import { z } from 'zod';

/** One resource of the CLIP API v2, of whatever type. */
export const resource = z.looseObject({ id: z.string().min(1).max(128), type: z.string() });
export type Resource = z.infer<typeof resource>;

/** More resources than a bridge with all the devices that it can have knows. */
export const maxResources = 20_000;

/** A change of one resource: the command of every ability of a bridge. */
export interface Update {
  type: string;
  id: string;
  body: Record<string, unknown>;
}

/** A reference to another resource. Other members are not even copied: there may be very many. */
export const pointer = z.object({ rid: z.string(), rtype: z.string() });
export const pointers = z.array(pointer).catch([]);

/** A name that users gave, if there is any. */
export const oneLineOrNone = z
  .string()
  .optional()
  .catch(undefined)
  .transform((name) => oneLine(name));

export const metadata = z
  .object({
    name: oneLineOrNone,
    control_id: z.number().optional(),
  })
  .catch({ name: undefined });

import { oneLine } from '@trellis/connector-sdk';
import { z } from 'zod';

/** A resource of the CLIP API v2, of any type. */
export const resource = z.looseObject({ id: z.string().min(1).max(128), type: z.string() });
export type Resource = z.infer<typeof resource>;

/** The most resources; a bridge with all possible devices has fewer. */
export const maxResources = 20_000;

/** A change of one resource, which is the command of every ability. */
export interface Update {
  type: string;
  id: string;
  body: Record<string, unknown>;
}

/** A reference to another resource. Other members are not copied: there may be many. */
export const pointer = z.object({ rid: z.string(), rtype: z.string() });
export const pointers = z.array(pointer).catch([]);

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

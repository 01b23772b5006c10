import { z } from 'zod';
import { plainText } from './text.js';

/** An end user of the developer's app: any identifier that the app uses. */
export const subjectId = plainText;

/** Whom a call acts for: the developer's whole account, or one subject in it. */
export const caller = z.object({
  /** The account: claim `sub` of the access token. */
  developer: plainText,
  /** Header `X-External-Subject-Id`. */
  subject: subjectId.optional(),
});
export type Caller = z.infer<typeof caller>;

/** Which part of a list is wanted; `cursor` is the place after which the page begins. */
export const page = z.object({
  limit: z.number().int().min(1).max(1000).default(1000),
  cursor: z
    .string()
    .regex(/^\d{1,19}$/)
    .optional(),
});
export type Page = z.infer<typeof page>;

/** A page of a list; `next` is the cursor of the page that follows, absent on the last. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next: z.string().optional() });

/** The ids of a page of resources. */
export const pageOfIds = pageOf(z.string());
export type PageOfIds = z.infer<typeof pageOfIds>;

export const uuid = z.guid();
export const nothing = z.object({});

import { LRUCache } from 'lru-cache';
import {
  affordanceRole,
  type AffordanceRole,
  type Page,
  type PageOfIds,
  type Thing,
  versionOf,
} from '@trellis/contracts';
import {
  cacheJson,
  invalidMember,
  listAnswer,
  mapInSlices,
  pageAnswer,
  requireScope,
} from '@trellis/operations';
import { z } from 'zod';
import { withOwnAttributes } from '../access/attributes.js';
import { grantedTo, issueTicket } from '../access/ticket.js';
import type { OperationRequest } from '../operation.js';
import type { Hrefs } from '../resources/hrefs.js';
import { references } from '../resources/reference.js';
import { readShownPage } from '../resources/shown-page.js';
import { thingResource, type ThingResource, thingToValues, thingValues } from './resource.js';
import { describeThing } from './thing-description.js';

const ldJson = 'application/ld+json';

export const roleQuery = {
  role: affordanceRole
    .optional()
    .describe(
      'Shows only properties, actions and events with this role: those that the device is for (`primary`), ' +
        'settings (`configuration`), or what it says about itself (`diagnostic`).',
    ),
};

/** The members that all lists of things share: how much of each thing they show. */
export const thingList = {
  query: {
    view: z
      .enum(['values'])
      .optional()
      .describe('Shows the titles, types and current values of the things.'),
    ...roleQuery,
  },
  // References are in part what values are, which are therefore looked at first.
  answer: z.union([z.array(thingValues), references]),
  otherMediaTypes: { [ldJson]: z.array(thingResource) },
} as const;

type ListingRequest = Pick<
  OperationRequest,
  'units' | 'caller' | 'bearer' | 'sealing' | 'hrefs' | 'url' | 'header'
>;

/** Returns whether a list shows Thing Descriptions. */
export const wantsDescriptions = (
  header: OperationRequest['header'],
  view: 'values' | undefined,
): boolean => view === undefined && header('Accept')?.includes(ldJson) === true;

interface ThingList {
  page: Page;
  view: 'values' | undefined;
  role: AffordanceRole | undefined;
  list: (page: Page) => Promise<PageOfIds>;
}

/**
 * Answers a page of things: references, or, to those who may read things, their values or the Thing Descriptions.
 */
export async function answerThings(request: ListingRequest, listing: ThingList) {
  const { page, view, role, list } = listing;
  const { hrefs, header, url, bearer } = request;
  const address = { base: hrefs.base, url };
  const isDescribed = wantsDescriptions(header, view);
  if (isDescribed || view !== undefined) requireScope('svc.things.read', bearer);
  if (isDescribed) return descriptionsAnswer(request, await showPage(request, listing));
  if (view === undefined) {
    if (role !== undefined) {
      const detail = 'Is for lists with `view=values`, or of Thing Descriptions.';
      throw invalidMember('/query/role', detail, detail);
    }
    return listAnswer(await list(page), address, (id) => ({ href: hrefs.thing(id) }));
  }
  const shown = await showPage(request, listing);
  return listAnswer(shown, address, (thing) => thingToValues(thing, hrefs));
}

/**
 * Returns a page of Thing Descriptions. Their tickets are never the same, but valid for as long as the access token.
 */
export async function descriptionsAnswer(
  request: DescribingRequest & Pick<OperationRequest, 'url'>,
  described: { items: Thing[]; next?: string | undefined },
) {
  const { hrefs, url, bearer } = request;
  const items = await mapInSlices(described.items, (thing) => thingToJson(thing, request));
  const answer = pageAnswer({ ...described, items }, { base: hrefs.base, url });
  const etag = versionOf([described, bearer.expiresAt]);
  return Object.assign(answer, { mediaType: ldJson, etag } as const);
}

const showPage = (
  { units, caller, bearer }: ListingRequest,
  { page, view, role, list }: ThingList,
) =>
  readShownPage(page, {
    list,
    async show(ids) {
      const input = { caller, ids, view: view ?? 'whole', role } as const;
      const { things, covered } = await units('things.show', input);
      return { items: things.map((thing) => withOwnAttributes(bearer, thing)), covered };
    },
  });

type DescribingRequest = Pick<OperationRequest, 'hrefs' | 'sealing' | 'caller' | 'bearer'>;

/** Describes a thing to a caller, who can open its streams until the access token expires. */
export const thingToJson = (thing: Thing, request: DescribingRequest): ThingResource =>
  describeThing(thing, { hrefs: request.hrefs, ticket: ticketFor(thing, request) });

/** Returns the same for a thing with an entity tag; see {@link cachedDescription}. */
export function taggedThingToJson(
  thing: Thing,
  request: DescribingRequest & { etag: string },
): ThingResource {
  const { hrefs, etag } = request;
  const ticket = ticketFor(thing, request);
  return cachedDescription(hrefs, `${etag} ${ticket}`, () =>
    describeThing(thing, { hrefs, ticket }),
  );
}

const ticketFor = ({ id }: Thing, { sealing, ...request }: DescribingRequest): string =>
  issueTicket(sealing, { thing: id, ...grantedTo(request) });

/** The most that the cached Thing Descriptions of a gateway may take (characters of JSON). */
const maxCached = 16 * 1024 * 1024;

const maxDescription = 64 * 1024;

const cacheOf = new WeakMap<Hrefs, LRUCache<string, ThingResource>>();

/**
 * Returns the cached Thing Description of a key, or a new one. Apps read the same things again and again: an
 * unchanged one is neither described nor serialized again. The key covers everything that the description depends
 * on, except addresses.
 */
export function cachedDescription(
  hrefs: Hrefs,
  key: string,
  describe: () => ThingResource,
): ThingResource {
  const cache = cacheOf.get(hrefs) ?? createCache();
  cacheOf.set(hrefs, cache);
  const known = cache.get(key);
  if (known) return known;
  const description = describe();
  cache.set(key, description);
  return description;
}

const createCache = () =>
  new LRUCache<string, ThingResource>({
    maxSize: maxCached,
    maxEntrySize: maxDescription,
    sizeCalculation: (description) => cacheJson(description).length,
  });

import type { Hrefs } from '../resources/hrefs.js';
import type { DirectoryResource } from './resource.js';
import { bearerSecurity, tdContext } from './thing-description.js';

const directories = new WeakMap<Hrefs, DirectoryResource>();

/**
 * The directory of all things that a caller sees, found under `/.well-known/wot`. It never changes, so
 * that the same object is returned each time.
 */
export function directoryOf(hrefs: Hrefs): DirectoryResource {
  const known = directories.get(hrefs) ?? describeDirectory(hrefs);
  directories.set(hrefs, known);
  return known;
}

function describeDirectory(hrefs: Hrefs): DirectoryResource {
  return {
    '@context': [tdContext, 'https://www.w3.org/2022/wot/discovery'],
    '@type': 'ThingDirectory',
    id: `${hrefs.base}/.well-known/wot`,
    title: 'Things of Trellis',
    ...bearerSecurity,
    properties: {
      things: {
        title: 'All things that the access token gives access to',
        description: 'In pages: `Link` with `rel="next"` leads to the next one.',
        type: 'array',
        items: { type: 'object' },
        readOnly: true,
        uriVariables: {
          limit: { title: 'Things on a page', type: 'integer', minimum: 1, maximum: 1000 },
        },
        forms: [
          {
            href: `${hrefs.things}{?limit}`,
            contentType: 'application/ld+json',
            op: ['readproperty'],
            'htv:methodName': 'GET',
          },
        ],
      },
    },
    events: {
      thing_created: describeEvent(hrefs, 'thing_created', 'A thing has been created'),
      thing_updated: describeEvent(hrefs, 'thing_updated', 'A thing has changed'),
      thing_deleted: describeEvent(hrefs, 'thing_deleted', 'A thing has been deleted'),
    },
  };
}

function describeEvent(
  hrefs: Hrefs,
  type: string,
  title: string,
): DirectoryResource['events'][string] {
  return {
    title,
    data: { type: 'object', properties: { id: { type: 'string', format: 'uri' } } },
    forms: [
      {
        href: `${hrefs.events}?type=${type}`,
        contentType: 'application/json',
        subprotocol: 'sse',
        op: ['subscribeevent', 'unsubscribeevent'],
      },
    ],
  };
}

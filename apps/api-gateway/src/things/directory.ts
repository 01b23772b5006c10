import type { Hrefs } from '../http/href.js';
import { bearerSecurity, vocabulary } from './thing-description.js';

/**
 * The directory of all things that a caller sees, as a Thing Description of its own (W3C WoT
 * Discovery, section 7.3): who finds it under `/.well-known/wot` finds everything.
 */
export function describeDirectory(hrefs: Hrefs): Record<string, unknown> {
  return {
    '@context': [vocabulary, 'https://www.w3.org/2022/wot/discovery'],
    '@type': 'ThingDirectory',
    id: `${hrefs.base}/.well-known/wot`,
    title: 'Things of Trellis',
    ...bearerSecurity,
    properties: {
      things: {
        title: 'All things that the access token opens',
        description: 'Page by page: `Link` with `rel="next"` leads on.',
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
      thing_created: eventOf(hrefs, 'thing_created', 'A thing has been created'),
      thing_updated: eventOf(hrefs, 'thing_updated', 'A thing has changed'),
      thing_deleted: eventOf(hrefs, 'thing_deleted', 'A thing is gone'),
    },
  };
}

function eventOf(hrefs: Hrefs, type: string, title: string) {
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

export const mediaType = 'application/td+json';

/** Returns a Thing Description as text; without properties, its poll is a single request. */
export const describeThing = (id: string, title: string, properties: object = {}): string =>
  JSON.stringify({
    '@context': 'https://www.w3.org/2022/wot/td/v1.1',
    id: `urn:example:${id}`,
    title,
    security: ['none'],
    securityDefinitions: { none: { scheme: 'nosec' } },
    properties,
  });

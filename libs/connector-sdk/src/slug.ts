import slugify from '@sindresorhus/slugify';

/**
 * A text as a name that can stand in an address: small letters, digits and underscores, at most
 * `maxLength` of them; empty when nothing is left.
 */
export function slug(text: string, maxLength = 80): string {
  // What is far beyond the limit is not even looked at.
  return slugify(text.slice(0, 4 * maxLength), { separator: '_' })
    .slice(0, maxLength)
    .replace(/^_+|_+$/g, '');
}

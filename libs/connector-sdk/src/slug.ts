import slugify from '@sindresorhus/slugify';

/**
 * Converts a text to a name for an address: lowercase letters, digits and underscores, at most
 * `maxLength` of them. Empty when nothing is left.
 */
export function slug(text: string, maxLength = 80): string {
  // A hostile text may be very long.
  return slugify(text.slice(0, 4 * maxLength), { separator: '_' })
    .slice(0, maxLength)
    .replace(/^_+|_+$/g, '');
}

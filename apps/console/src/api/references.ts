/** Returns the id in an address: its last segment. */
export function idOf(address: string): string {
  const path = address.split(/[?#]/)[0]!;
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
}

/** Returns the id of a thing without the prefix `urn:uuid:` of Thing Descriptions. */
export const bareId = (id: string): string => id.replace(/^urn:uuid:/, '');

/** Returns the cursor of the next page (RFC 8288); undefined on the last page. */
export function nextCursor(link: string | null): string | undefined {
  const address = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1];
  if (address === undefined) return undefined;
  return new URL(address, 'http://localhost').searchParams.get('cursor') ?? undefined;
}

/** Parses an address if it is http or https; returns undefined for others, such as `javascript:`. */
export function webAddress(text: string | undefined): URL | undefined {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

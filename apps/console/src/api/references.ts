/** The id that an address of the interface leads to: its last segment. */
export function idOf(address: string): string {
  const path = address.split(/[?#]/)[0]!;
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
}

/** The id of a thing as addresses have it; Thing Descriptions show it as `urn:uuid:…`. */
export const bareId = (id: string): string => id.replace(/^urn:uuid:/, '');

/** The cursor of the next page of a list (RFC 8288); undefined at its end. */
export function nextCursor(link: string | null): string | undefined {
  const address = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1];
  if (address === undefined) return undefined;
  return new URL(address, 'http://localhost').searchParams.get('cursor') ?? undefined;
}

/** Returns the id in an address: its last segment. */
export function idOf(address: string): string {
  const path = address.split(/[?#]/)[0]!;
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
}

/** Returns the id of a thing without the prefix `urn:uuid:` of Thing Descriptions. */
export const bareId = (id: string): string => id.replace(/^urn:uuid:/, '');

/** Parses an address if it is http or https; returns undefined for others, such as `javascript:`. */
export function webAddress(text: string | undefined): URL | undefined {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

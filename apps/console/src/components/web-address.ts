/** Returns an address if it is http or https; undefined for others, such as `javascript:`. */
export function webAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const address = new URL(text);
  return ['http:', 'https:'].includes(address.protocol) ? address.href : undefined;
}

/** An address that a link may lead to: those of the web. Others, such as `javascript:`, lead nowhere. */
export function webAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const address = new URL(text);
  return ['http:', 'https:'].includes(address.protocol) ? address.href : undefined;
}

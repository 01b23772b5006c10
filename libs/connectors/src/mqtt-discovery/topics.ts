/** The longest topic that MQTT allows (bytes in UTF-8). */
const longest = 65_535;

/**
 * Whether a text names one topic: not empty, without the wildcards `+` and `#`, without U+0000, and
 * not beginning with `$`, which is for the broker itself and for shared subscriptions.
 */
export function isTopic(text: string): boolean {
  if (text === '' || text.startsWith('$')) return false;
  return !['+', '#', '\0'].some((refused) => text.includes(refused)) && isShort(text);
}

function isShort(text: string): boolean {
  return Buffer.byteLength(text) <= longest;
}

/** The longest topic that MQTT allows (bytes in UTF-8). */
const maxTopicBytes = 65_535;

/**
 * Returns whether a text names one topic: not empty, without the wildcards `+` and `#`, without U+0000, and without
 * `$` at the beginning, which marks topics of the broker itself and shared subscriptions.
 */
export function isTopic(text: string): boolean {
  if (text === '' || text.startsWith('$') || /[+#\0]/.test(text)) return false;
  return Buffer.byteLength(text) <= maxTopicBytes;
}

/** A value as it is edited: a text that could be taken for nothing else stays as it is, all else is JSON. */
export function valueToText(value: unknown): string {
  if (typeof value === 'string' && isPlain(value)) return value;
  return JSON.stringify(value, null, 2);
}

/** What was entered: JSON where it is, and a text where it cannot be meant as JSON. */
export function textToValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (/^\s*[{["]/.test(text)) throw error;
    return text;
  }
}

/** Whether a text comes back as it is. */
function isPlain(text: string): boolean {
  try {
    return textToValue(text) === text;
  } catch {
    return false;
  }
}

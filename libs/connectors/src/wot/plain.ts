const deepest = 32;

/**
 * Whether parsed JSON is such that everything can work with it: not so deep that recursion would
 * exhaust the stack, and without numbers that are none any more (`1e999`).
 */
export function isPlainJson(given: unknown): boolean {
  let level: unknown[] = [given];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return false;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'number' && !Number.isFinite(value)) return false;
      if (typeof value !== 'object' || value === null) continue;
      for (const member of Object.values(value)) next.push(member);
    }
    level = next;
  }
  return true;
}

/** A text that can be stored and shown, cut to so many characters; undefined when none is left. */
export function textOf(given: unknown, longest: number): string | undefined {
  if (typeof given !== 'string') return undefined;
  // Cut by code points: half of a surrogate pair is no character.
  const text = [...given.slice(0, longest * 2).replaceAll('\u0000', '')].slice(0, longest).join('');
  return text.toWellFormed().trim() || undefined;
}

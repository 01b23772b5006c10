/** A shorter secret cannot be told from other texts. */
const minLength = 4;

/** Keeps secrets out of things: an API may repeat what it was sent. */
export interface Guard {
  /** Whether a value contains one of the secrets. */
  reveals(value: unknown): boolean;
}

export function createGuard(secrets: string[]): Guard {
  const known = [...new Set(secrets)].filter(({ length }) => length >= minLength);
  return {
    reveals(value) {
      if (known.length === 0 || value === undefined) return false;
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return known.some((secret) => text.includes(secret));
    },
  };
}

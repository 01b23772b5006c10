/** The shortest secret that can be told from other texts. */
const minLength = 4;

const isLong = ({ length }: string): boolean => length >= minLength;

/** Keeps secrets out of things: an API may echo what it was sent. */
export interface Guard {
  readonly secrets: Iterable<string>;
  reveals(value: unknown): boolean;
  add(secret: string): void;
}

export function createGuard(secrets: string[]): Guard {
  const known = new Set(secrets.filter(isLong));
  return {
    secrets: known,
    add: (secret) => void (isLong(secret) && known.add(secret)),
    reveals(value) {
      if (known.size === 0 || value === undefined) return false;
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return [...known].some((secret) => text.includes(secret));
    },
  };
}

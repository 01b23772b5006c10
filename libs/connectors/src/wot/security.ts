import { z } from 'zod';
import type { Home } from './address.js';

/** The security of a Thing Description 1.1 (section 5.3.3), as far as it concerns the choice of forms. */
export interface DescribedSecurity {
  /** Schemes by the names under which forms refer to them. */
  definitions: Map<string, Scheme>;
  /** The names that hold for forms that say nothing. */
  names: string[];
}

const names = z.union([z.string(), z.array(z.string())]);

const scheme = z.looseObject({
  scheme: z.string(),
  oneOf: names.optional().catch(undefined),
  allOf: names.optional().catch(undefined),
});
type Scheme = z.infer<typeof scheme>;

/** Tolerant: what is odd is as if it were not said. */
export function securityOf(definitions: unknown, security: unknown): DescribedSecurity {
  const given = z.record(z.string(), z.unknown()).safeParse(definitions).data ?? {};
  const known = Object.entries(given).flatMap(([name, one]) => {
    const { data } = scheme.safeParse(one);
    return data ? [[name, data] as const] : [];
  });
  return { definitions: new Map(known), names: namesOf(security) };
}

export const namesOf = (security: unknown): string[] =>
  [names.safeParse(security).data ?? []].flat();

/** Whether the credentials of the user, or none, are what a form asks for. */
export function canServe(
  { definitions, names }: DescribedSecurity,
  own: string[],
  home: Home,
): boolean {
  const wanted = own.length > 0 ? own : names;
  return wanted.every((name) => serves(name, 0));

  function serves(name: string, depth: number): boolean {
    const definition = definitions.get(name);
    if (!definition || depth > 4) return false;
    const kind = definition.scheme.toLowerCase();
    if (kind === 'combo') {
      const all = [definition.allOf ?? []].flat();
      const one = [definition.oneOf ?? []].flat();
      return all.length > 0
        ? all.every((part) => serves(part, depth + 1))
        : one.some((part) => serves(part, depth + 1));
    }
    // Whoever has got a token for OAuth 2 elsewhere sends it as a bearer token.
    return kind === 'nosec' || kind === 'auto' || (aliases[kind] ?? kind) === home.scheme;
  }
}

const aliases: Record<string, string> = { oauth2: 'bearer' };

/** Whether a form says of itself that it is open to all: credentials are not needed there. */
export const isOpen = ({ definitions }: DescribedSecurity, own: string[]): boolean =>
  own.length > 0 && own.every((name) => definitions.get(name)?.scheme.toLowerCase() === 'nosec');

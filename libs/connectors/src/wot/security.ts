import { z } from 'zod';
import type { Home } from './address.js';

/** The security of a Thing Description 1.1 (section 5.3.3), as far as the choice of forms needs it. */
export interface DescribedSecurity {
  definitions: Map<string, Scheme>;
  /** The names of the schemes of forms that name none. */
  names: string[];
}

const names = z.union([z.string(), z.array(z.string())]);

const scheme = z.looseObject({
  scheme: z.string(),
  oneOf: names.optional().catch(undefined),
  allOf: names.optional().catch(undefined),
});
type Scheme = z.infer<typeof scheme>;

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

/** Returns whether a form works with the user's credentials, or with none. */
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
    // A token that was obtained by OAuth 2 elsewhere is sent as a bearer token.
    return kind === 'nosec' || kind === 'auto' || (aliases[kind] ?? kind) === home.scheme;
  }
}

/** Returns the kinds of credentials that a description asks for, such as `oauth2`. */
export function wantedSchemes({ definitions, names }: DescribedSecurity): string[] {
  const kindsOf = (name: string, depth: number): string[] => {
    const definition = definitions.get(name);
    if (!definition || depth > 4) return [];
    const parts = [definition.allOf ?? [], definition.oneOf ?? []].flat();
    return [definition.scheme.toLowerCase(), ...parts.flatMap((part) => kindsOf(part, depth + 1))];
  };
  const kinds = new Set(names.flatMap((name) => kindsOf(name, 0)));
  return [...kinds].filter((kind) => !['nosec', 'auto', 'combo'].includes(kind));
}

const aliases: Record<string, string> = { oauth2: 'bearer' };

/** Returns whether a form itself declares that it needs no credentials. */
export const isOpen = ({ definitions }: DescribedSecurity, own: string[]): boolean =>
  own.length > 0 && own.every((name) => definitions.get(name)?.scheme.toLowerCase() === 'nosec');

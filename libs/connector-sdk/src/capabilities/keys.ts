import { hash } from 'node:crypto';
import { kindOf, type Ability } from '../device.js';

/** The characters of a digest: 60 bits, so that no two parts of a device ever have the same. */
const digestLength = 10;

/**
 * Gives the abilities of a part their keys, from the stable id of the part in its technology. Call it while they have
 * their plain names: these may change when other parts come or go, keys do not.
 */
export function withKeys<One extends Ability>(part: string, abilities: One[]): One[] {
  const digest = hash('sha256', part, 'base64url').slice(0, digestLength);
  return abilities.map((ability) =>
    Object.assign({}, ability, { keys: [`${digest} ${kindOf(ability)} ${ability.name}`] }),
  );
}

/** Numbers the keys of parts with the same id. */
export function withUniqueKeys<One extends Ability>(abilities: One[]): One[] {
  const counts = new Map<string, number>();
  return abilities.map((ability) => {
    const [own, ...others] = ability.keys ?? [];
    if (own === undefined) return ability;
    const count = (counts.get(own) ?? 0) + 1;
    counts.set(own, count);
    if (count === 1) return ability;
    const [part = '', rest = ''] = splitOnce(own);
    return Object.assign({}, ability, { keys: [`${part}#${count} ${rest}`, ...others] });
  });
}

function splitOnce(key: string): [string, string] {
  const space = key.indexOf(' ');
  return [key.slice(0, space), key.slice(space + 1)];
}

/** The parts of a key. */
export interface ParsedKey {
  part: string;
  /** Of the ability. */
  kind: string;
  /** Its plain name. */
  name: string;
}

export function parseKey(key: string): ParsedKey {
  const [part, rest] = splitOnce(key);
  const [kind, name] = splitOnce(rest);
  return { part, kind, name };
}

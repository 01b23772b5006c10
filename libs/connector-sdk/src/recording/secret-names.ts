/** The names of members, elements and headers whose values are secrets in whatever API. */
const usual =
  /pass(word|wd|phrase|code)?$|secret|token(?!_type|_endpoint)|authorization|cookie|credential|(api|app|client|private|application|access)[-_]?key|signature|-(key|auth)$|(device|user|authorization)_?code|^(sign|pin|pin_?code|username|session|session_?id)$/i;

/** Returns a function that tells the names of secrets: the usual ones, and these, in whatever case. */
export function secretNamesWith(names: readonly string[]): (name: string) => boolean {
  const others = new Set(names.map((name) => name.toLowerCase()));
  return (name) => usual.test(name) || others.has(name.toLowerCase());
}

/** The shortest text or number that is redacted wherever it occurs: shorter ones would make a record unreadable. */
export const minSecretLength = 3;

interface Under {
  isSecret: (name: string) => boolean;
  into: Set<string>;
  max: number;
}

/** Adds the texts and numbers in members with the name of a secret, at whatever depth, until there are `max`. */
export function secretsUnder(root: unknown, { isSecret, into, max }: Under): void {
  const open: { value: unknown; isHidden: boolean }[] = [{ value: root, isHidden: false }];
  for (let next = open.pop(); next && into.size < max; next = open.pop()) {
    const { value, isHidden } = next;
    if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        open.push({ value: member, isHidden: isHidden || isSecret(name) });
      }
    } else if (isHidden && (typeof value === 'string' || typeof value === 'number')) {
      if (String(value).length >= minSecretLength) into.add(String(value));
    }
  }
}

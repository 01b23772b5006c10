/** A placeholder in a generated request for an id from an earlier answer. */
export class Known {
  readonly kind: string;
  readonly index: number;

  constructor(kind: string, index: number) {
    this.kind = kind;
    this.index = index;
  }
}

/** Matches addresses of resources, with their kind and id. */
const named =
  /\/(units|things|subjects|descriptions|instances|clients|interactions|deliveries|redeliveries|erasures|subscriptions|alerts|apps|properties|actions)\/([^/?#]+)/g;

/** The kinds of resources whose ids belong to one account; the ids of the others are chosen by callers. */
export const ownedKinds: readonly string[] = [
  'units',
  'things',
  'instances',
  'clients',
  'interactions',
  'deliveries',
  'redeliveries',
  'erasures',
  'subscriptions',
  'alerts',
  'apps',
];

/** Whether an id was generated. Answers may also repeat invalid ids of requests. */
const isUuid = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The ids in all answers to an account so far. */
export class KnownIds {
  readonly #byKind = new Map<string, Set<string>>();

  /** Collects the ids of addresses and the cursors in an answer. */
  learn({ headers, body }: { headers: Headers; body: unknown }): void {
    const text = `${headers.get('location') ?? ''} ${JSON.stringify(body) ?? ''}`;
    for (const [, kind, id] of text.matchAll(named)) {
      const isName = kind === 'properties' || kind === 'actions';
      this.add(isName ? 'names' : kind!, decode(id!.replace(/["\\}].*$/, '')));
    }
    const [, next] = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
    if (next) this.add('cursors', new URL(next).searchParams.get('cursor') ?? '');
  }

  /** Clients resolve `.` and `..` to another path; answers repeat these and empty names of requests. */
  add(kind: string, id: string): void {
    if (['', '.', '..'].includes(id)) return;
    const ids = this.#byKind.get(kind);
    if (ids) ids.add(id);
    else this.#byKind.set(kind, new Set([id]));
  }

  /** Returns the id for a placeholder, or an unused id if none is known. */
  resolve({ kind, index }: Known): string {
    const ids = [...(this.#byKind.get(kind) ?? [])];
    return ids[index % ids.length] ?? `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
  }

  owned(): string[] {
    return ownedKinds.flatMap((kind) => [...(this.#byKind.get(kind) ?? [])]).filter(isUuid);
  }

  resolveAll(value: unknown): unknown {
    if (value instanceof Known) return this.resolve(value);
    if (Array.isArray(value)) return value.map((item) => this.resolveAll(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([member, inner]) => [member, this.resolveAll(inner)]),
    );
  }
}

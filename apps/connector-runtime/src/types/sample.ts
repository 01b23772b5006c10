interface Member {
  type?: string;
  properties?: Record<string, Member>;
  default?: unknown;
  enum?: unknown[];
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
}

/** Returns a configuration that conforms to a JSON Schema of objects and scalars: defaults, and the least elsewhere. */
export function sampleOf({ properties = {} }: Member): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [name, valueOf(name, member)]),
  );
}

function valueOf(name: string, member: Member): unknown {
  const given = member.default ?? member.examples?.[0] ?? member.enum?.[0];
  if (given !== undefined) return given;
  if (member.type === 'object') return sampleOf(member);
  if (member.type === 'boolean') return false;
  if (member.type === 'string') return name;
  return member.minimum ?? member.maximum ?? 0;
}

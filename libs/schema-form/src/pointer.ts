export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the JSON Pointer (RFC 6901) of a member below another pointer. */
export const pointerTo = (below: string, name: string): string =>
  `${below}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Returns the member names along a pointer. */
export const pathOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Returns the name of the member that a pointer leads to. */
export const nameOf = (pointer: string): string => pathOf(pointer).at(-1) ?? '';

export const valueAt = (root: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    root,
  );

/** Sets a member, and creates the objects on the way to it. */
export function setAt(root: Json, path: readonly string[], value: unknown): void {
  let inner = root;
  for (const name of path.slice(0, -1)) {
    const next = inner[name];
    inner = isObject(next) ? next : ((inner[name] = {}) as Json);
  }
  inner[path.at(-1)!] = value;
}

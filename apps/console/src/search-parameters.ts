/** Returns a parser for the given query parameters. Ignores others and empty ones. */
export const texts =
  <const Name extends string>(...names: Name[]) =>
  (search: Record<string, unknown>): { [N in Name]?: string } => {
    const parameters: { [N in Name]?: string } = {};
    for (const name of names) {
      const value = search[name];
      if (value !== undefined && value !== '') parameters[name] = String(value);
    }
    return parameters;
  };

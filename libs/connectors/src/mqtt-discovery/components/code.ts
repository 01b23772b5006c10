const code = { type: 'string', title: 'Code', minLength: 1, maxLength: 64 } as const;

/** The input of an action that may need a code. */
export type Coded = { code?: string } | null | undefined;

/** Returns the input for a code, where one may be needed. */
export const codeOf = (isNeeded: boolean) =>
  isNeeded ? { input: { type: 'object' as const, properties: { code } } } : { input: undefined };

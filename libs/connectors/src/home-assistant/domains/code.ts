import { callService } from './domain.js';
import type { State } from './state.js';

const code = { type: 'string', title: 'Code', minLength: 1, maxLength: 64 };

/**
 * Returns the input and the call of an action that may need a code. Only Home Assistant knows whether it does: it may
 * have a default code for callers that send none.
 */
export const coded = (state: State, service: string) => ({
  input:
    typeof state.attributes.code_format === 'string'
      ? { type: 'object' as const, properties: { code } }
      : undefined,
  invoke: (input: { code?: string } | null | undefined) =>
    callService(state, service, input?.code === undefined ? undefined : { code: input.code }),
});

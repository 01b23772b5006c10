import type { Scope } from '@trellis/contracts';
import type { z } from 'zod';
import type { OperationRequest } from '../operation.js';

/** The request of a tool: operations for the same caller, and the descriptions of connectors. */
export type ToolRequest = Pick<OperationRequest, 'callOperation' | 'descriptions' | 'caller'>;

/** The effect of a tool: none, an idempotent one, or one with each call. */
type Effect = 'reads' | 'sets' | 'acts';

interface ToolRow<In extends z.ZodObject, Out extends z.ZodObject> {
  name: string;
  title: string;
  /** For an MCP client: when to use it, and how to go on from what it answers. */
  description: string;
  /** Without it, the tool is neither listed nor run. Operations that it calls may need more. */
  access: Scope | 'any token';
  effect: Effect;
  input: In;
  output: Out;
  /**
   * Arguments by what the operation calls them in its problems (JSON Pointers, RFC 6901), where that is not `/query/`
   * and the name of the argument: the first that contains it; the empty one is the body.
   */
  argumentOf?: Readonly<Record<string, string>>;
}

export interface Tool extends ToolRow<z.ZodObject, z.ZodObject> {
  run(request: ToolRequest, input: Record<string, unknown>): Promise<Record<string, unknown>>;
}

/** Declares a tool; the types of its input and output come from its schemas. */
export function tool<In extends z.ZodObject, Out extends z.ZodObject>(
  row: ToolRow<In, Out> & {
    run(request: ToolRequest, input: z.output<In>): Promise<z.output<Out>>;
  },
): Tool {
  return row;
}

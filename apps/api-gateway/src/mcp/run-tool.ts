import { memberErrors, Problem } from '@trellis/contracts';
import { problemToJson, requireScope } from '@trellis/operations';
import type { Tool } from './tool.js';
import type { OperationRequest } from '../operation.js';

/** The answer of a tool (Model Context Protocol, "Tool Result"). */
export type ToolResult = {
  content: { type: 'text'; text: string }[];
  structuredContent: Record<string, unknown>;
  isError?: boolean;
};

/** Runs a tool. Its problems are results, from which an MCP client learns what to do; other errors are thrown. */
export async function runTool(
  tool: Tool,
  request: OperationRequest,
  given: unknown,
): Promise<ToolResult> {
  try {
    requireScope(tool.access, request.bearer);
    return toResult(await tool.run(request, parse(tool, given)));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { ...toResult(toShown(error, tool, request)), isError: true };
  }
}

function parse({ input }: Tool, given: unknown): Record<string, unknown> {
  const result = input.safeParse(given ?? {});
  if (result.success) return result.data;
  throw new Problem('invalid_request', 'The arguments are not valid.', {
    errors: memberErrors(result.error, ['arguments']),
  });
}

/** MCP clients that do not know structured content read the same as text. */
const toResult = (structuredContent: Record<string, unknown>): ToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
  structuredContent,
});

function toShown(problem: Problem, tool: Tool, { hrefs, requestId }: OperationRequest) {
  const { code, extras } = problem;
  const { retry_after, scope, errors } = extras;
  const { type: _type, instance, ...shown } = problemToJson(problem, hrefs, requestId);
  return {
    code,
    ...shown,
    ...(errors && { errors: errors.map((error) => ofArgument(error, tool)) }),
    ...(retry_after !== undefined && { retry_after_seconds: retry_after }),
    ...(scope !== undefined && { scope }),
    request_id: instance,
  };
}

/** Returns an error of a member of the operation, at the argument of the tool that it came from. */
function ofArgument<E extends { pointer: string }>(error: E, { argumentOf = {} }: Tool): E {
  const { pointer } = error;
  if (pointer.startsWith('/arguments')) return error;
  const [, ofQuery] = /^\/query\/(\w+)$/.exec(pointer) ?? [];
  if (ofQuery !== undefined) return { ...error, pointer: `/arguments/${ofQuery}` };
  const [named] = Object.keys(argumentOf).filter(
    (one) => one !== '' && (pointer === one || pointer.startsWith(`${one}/`)),
  );
  if (named !== undefined) {
    const rest = pointer.slice(named.length);
    return { ...error, pointer: `/arguments/${argumentOf[named]}${rest}` };
  }
  const ofBody = argumentOf[''];
  return ofBody === undefined ? error : { ...error, pointer: `/arguments/${ofBody}${pointer}` };
}

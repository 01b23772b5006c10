import { checkNames, withVariables, type Known } from './check-names.js';
import type { Path, ReportIssue } from '../described/check-values.js';
import { chainOf, maxDepth, variablesOfChain } from './description/each.js';
import { isPath } from './description/members.js';
import type { Command, Request } from './description/requests.js';
import { compileJsonPath } from './json-path.js';
import { namesInBody, namesInText, namesInUri } from './template.js';

export const withEach = (requests: Record<string, Request>, name: string, known: Known): Known =>
  withVariables(known, variablesOfChain(requests, name));

export function checkRequest(
  requests: Record<string, Request>,
  { name, request, known }: { name: string; request: Request; known: Known },
  report: ReportIssue,
): void {
  const { each, paging } = request;
  const within = (path: Path, detail: string) => report(['requests', name, ...path], detail);
  if (each) {
    checkEach(requests, name, (detail) => within(['each', 'request'], detail));
    const ofItems = withEach(requests, each.request, known);
    checkSources(['each', 'variables'], each.variables, ofItems, within);
  }
  const ofPaging = paging && 'variable' in paging ? [paging.variable] : [];
  const all = withVariables(withEach(requests, name, known), ofPaging);
  checkTemplates(request, all, within);
  checkContent(request, within);
  request.lists.forEach((path, index) => {
    if (!endsWithName(path)) within(['lists', index], 'Must end with the name of the list.');
  });
  if (ofPaging[0] !== undefined && !usedIn(request).includes(ofPaging[0])) {
    within(['paging', 'variable'], 'Must be in the path or the body.');
  }
}

/** Checks whether a body can be sent as it should be. */
export function checkContent(
  { method, body, body_as }: Pick<Command, 'method' | 'body' | 'body_as'>,
  report: ReportIssue,
): void {
  if (body !== undefined && method === 'GET') report(['body'], 'A GET has no body.');
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (body_as === 'form' && !isObject) report(['body_as'], 'A form needs a body with members.');
}

function checkEach(
  requests: Record<string, Request>,
  name: string,
  report: (detail: string) => void,
): void {
  const chain = chainOf(requests, name);
  const { each } = requests[chain[0]!]!;
  // The chain ends at a request without `each`, unless it was cut off.
  if (each) {
    const isThere = Object.hasOwn(requests, each.request);
    if (isThere) report('Must not lead to itself.');
    else if (chain.length === 1) report('There is no such request.');
  } else if (chain.length > maxDepth + 1) {
    report(`Must be nested at most ${maxDepth} deep.`);
  }
}

/** Returns whether a path ends with a name; also for an invalid one, which is reported elsewhere. */
function endsWithName(path: string): boolean {
  try {
    return compileJsonPath(path).member !== undefined;
  } catch {
    return true;
  }
}

const usedIn = ({ path, body }: Pick<Request, 'path' | 'body'>): string[] => [
  ...namesInUri(path),
  ...namesInBody(body),
];

export function checkTemplates(
  { path, headers, body }: Pick<Command, 'path' | 'headers' | 'body'>,
  known: Known,
  report: ReportIssue,
): void {
  checkNames(['path'], namesInUri(path), known, report);
  for (const [name, text] of Object.entries(headers)) {
    checkNames(['headers', name], namesInText(text), known, report, { secrets: true });
  }
  checkNames(['body'], namesInBody(body), known, report, { secrets: true });
}

export function checkSources(
  at: Path,
  sources: Record<string, string>,
  known: Known,
  report: ReportIssue,
): void {
  for (const [name, text] of Object.entries(sources))
    checkSource([...at, name], text, known, report);
}

export function checkSource(
  at: Path,
  text: string | undefined,
  known: Known,
  report: ReportIssue,
): void {
  if (text !== undefined && !isPath(text)) checkNames(at, namesInText(text), known, report);
}

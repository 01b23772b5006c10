import { TrellisConnectionError, TrellisProblem } from '@trellis/client';
import { CliError, exitCodes, type ExitCode } from './exit-codes.js';
import { safeLine, safeText } from './safe-text.js';

export interface Failure {
  /** Text for people, without colors. */
  lines: string[];
  exitCode: ExitCode;
}

export function describeFailure(error: unknown): Failure {
  if (error instanceof TrellisProblem) return describeProblem(error);
  if (error instanceof TrellisConnectionError) {
    const remedy =
      'Check the address (`trellis whoami`), the network, and whether Trellis is running.';
    return { lines: [safeLine(error.message), remedy], exitCode: exitCodes.unavailable };
  }
  if (error instanceof CliError) {
    const { message, remedy, exitCode } = error;
    return { lines: [safeLine(message), ...(remedy ? [safeText(remedy)] : [])], exitCode };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { lines: [safeLine(message)], exitCode: exitCodes.failed };
}

function describeProblem(problem: TrellisProblem): Failure {
  const { status, title, detail, errors, requestId, existing } = problem;
  const hint = remedyOf(problem);
  const lines = [
    safeLine(title ?? `Trellis responded with ${status}`),
    ...(detail && detail !== title ? [safeLine(detail)] : []),
    // The detail of a single error repeats the detail of the problem.
    ...errors.map((one) => safeLine(`${one.pointer}: ${one.detail}`)),
    ...(existing ? [`Conflicts with: ${safeLine(existing.href)}`] : []),
    ...(hint ? [safeText(hint)] : []),
    ...(requestId ? [`Request ${safeLine(requestId)}`] : []),
  ];
  return { lines: [...new Set(lines)], exitCode: exitCodeOf(problem) };
}

/** Sentences on what to do, by remedy of a problem. */
export const remedies: Record<string, string> = {
  retry: 'Try again in a moment.',
  reauthorize: 'Authorize the client again: `trellis clients authorize <id>` shows the address.',
  'fix-configuration':
    'Correct the configuration: `trellis clients configure <id> --set <name>=<value>`.',
  resume: 'Resume the client: `trellis clients resume <id>`.',
};

function remedyOf({ code, remedy, quota }: TrellisProblem): string | undefined {
  if (quota) return 'Delete what you do not need, or ask the operator to raise the quota.';
  if (code === 'invalid_client') return 'Log in again: `trellis login`.';
  if (code === 'invalid_token')
    return 'The access token is expired or invalid. Log in again: `trellis login`.';
  if (code === 'insufficient_scope') return '`trellis whoami` shows the scopes you have.';
  if (code === 'no_connector_instance')
    return 'Connect the first client: `trellis connect <type>`.';
  return remedy && remedies[remedy];
}

function exitCodeOf({ status, code }: TrellisProblem): ExitCode {
  const isUnauthorized = ['insufficient_scope', 'bound_to_subject'].includes(code);
  if (status === 401 || isUnauthorized) return exitCodes.unauthorized;
  if (status === 404) return exitCodes.notFound;
  if ([429, 502, 503, 504].includes(status)) return exitCodes.unavailable;
  return exitCodes.failed;
}

import { TrellisConnectionError, TrellisProblem } from '@trellis/client';
import { safeLine, safeText } from './text.js';

/** Exit codes of commands, as listed by `trellis --help`. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  unauthorized: 3,
  notFound: 4,
  unavailable: 5,
  interrupted: 130,
} as const;

type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitCodesText = `Exit codes:
  0    done
  1    refused or failed
  2    invalid usage
  3    not logged in, or not allowed
  4    not found
  5    Trellis is not available
  130  interrupted`;

/** A failure of a command. `remedy` says what the user can do. */
export class CliError extends Error {
  readonly exitCode: ExitCode;
  readonly remedy: string | undefined;

  constructor(message: string, exitCode: ExitCode = exitCodes.failed, remedy?: string) {
    super(message);
    this.exitCode = exitCode;
    this.remedy = remedy;
  }
}

export const usageError = (message: string, remedy?: string) =>
  new CliError(message, exitCodes.usage, remedy);

export const notFoundError = (message: string, remedy?: string) =>
  new CliError(message, exitCodes.notFound, remedy);

export class Interrupted extends Error {}

interface Failure {
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

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

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

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

export class Interrupted extends Error {}

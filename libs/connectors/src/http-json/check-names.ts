import type { Path, ReportIssue } from '../described/check-values.js';

/** The variables that a text may have. */
export type Known = ReadonlyMap<string, { isSecret: boolean }>;

export const withVariables = (known: Known, names: string[]): Known =>
  new Map([...known, ...names.map((name) => [name, { isSecret: false }] as const)]);

/** Reports variables that are not known, and secrets where they would be shown. */
export function checkNames(
  at: Path,
  names: string[],
  known: Known,
  report: ReportIssue,
  { secrets = false }: { secrets?: boolean } = {},
): void {
  for (const name of names) {
    const variable = known.get(name);
    if (!variable) report(at, `{${name}} is not known here.`);
    else if (variable.isSecret && !secrets)
      report(at, `{${name}} is a secret, which would be shown.`);
  }
}

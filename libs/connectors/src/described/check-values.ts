export type Path = (string | number)[];

export type ReportIssue = (path: Path, detail: string) => void;

/** The allowed values of a parameter, a property or an input. */
interface Values {
  /** A text is the path to the options of each device. */
  enum?: readonly unknown[] | string | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
}

/** Checks that options are unique and that the range is not empty. */
export function checkValues(
  { enum: given, minimum = -Infinity, maximum = Infinity }: Values,
  report: ReportIssue,
): void {
  const options = Array.isArray(given) ? given : [];
  options.forEach((option, index) => {
    if (options.indexOf(option) < index) report(['enum', index], 'Is there twice.');
  });
  if (minimum > maximum) report(['minimum'], `Must be at most ${maximum}, the maximum.`);
}

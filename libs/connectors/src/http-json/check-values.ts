/** Where a member of a description is. */
export type Path = (string | number)[];

/** Says what is wrong with the member at a path. */
export type Report = (path: Path, detail: string) => void;

/** What the values of a parameter, a property or an input can be. */
interface Values {
  /** Or where each device has its own. */
  enum?: readonly unknown[] | string | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
}

/** Checks that values are told once, and that there are any. */
export function checkValues(
  { enum: given, minimum = -Infinity, maximum = Infinity }: Values,
  report: Report,
): void {
  const options = Array.isArray(given) ? given : [];
  options.forEach((option, index) => {
    if (options.indexOf(option) < index) report(['enum', index], 'Is there twice.');
  });
  if (minimum > maximum) report(['minimum'], `Must be at most ${maximum}, the maximum.`);
}

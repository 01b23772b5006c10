import { checkNames, withVariables, type Known } from './check-names.js';
import type { Path, ReportIssue } from '../described/check-values.js';
import { signingVariables, type Signing } from './description/signing.js';
import { namesInText } from './template.js';

/** Checks the texts by which requests are signed. */
export function checkSigning(
  { text, headers, query }: Signing,
  parameters: Known,
  report: ReportIssue,
): void {
  const known = withVariables(parameters, [...signingVariables]);
  const check = (at: Path, one: string, all: Known) =>
    checkNames(at, namesInText(one), all, report, { secrets: true });
  text.forEach((part, index) => check(['text', index], part, known));
  const ofSent = withVariables(known, ['signature']);
  for (const [name, one] of Object.entries(headers)) check(['headers', name], one, ofSent);
  for (const [name, one] of Object.entries(query)) check(['query', name], one, ofSent);
  const sent = [...Object.values(headers), ...Object.values(query)];
  if (!sent.some((one) => namesInText(one).includes('signature'))) {
    report([], '`headers` or `query` must have {signature}.');
  }
}

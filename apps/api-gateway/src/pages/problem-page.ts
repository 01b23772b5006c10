import { problems, type Problem, type ProblemCode, type ProblemRow } from '@trellis/contracts';
import type { Answer } from '@trellis/operations';

/** Advice for end users about the problems of an authorization. */
const advice: Partial<Record<ProblemCode, string>> = {
  other_browser:
    'Go back to the app and start again. Stay in the same browser until you are back in the app, ' +
    'and allow cookies.',
  authorization_expired: 'Go back to the app and start again. You have ten minutes to finish.',
  not_found: 'Go back to the app and start again: this link has expired.',
};

const adviceFor = (code: ProblemCode): string => {
  const { remedy }: ProblemRow = problems[code];
  const otherwise =
    remedy === 'retry' ? 'Wait a moment, then try again.' : 'Go back to the app and start again.';
  return advice[code] ?? otherwise;
};

/** Returns a problem as a page for people at a browser, with what they can do. */
export function problemPage(
  { code }: Problem,
  { status, headers }: Answer,
  requestId: string,
): Answer {
  const { title } = problems[code];
  return {
    status: status!,
    headers: { ...headers, 'Cache-Control': 'no-store', Vary: 'Accept' },
    page: `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Not connected</title>
<h1>Your account was not connected</h1>
<p>${title}.</p>
<p>${adviceFor(code)}</p>
<p><small>Request ${requestId}</small></p>
</html>
`,
  };
}

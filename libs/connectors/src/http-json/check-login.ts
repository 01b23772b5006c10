import { checkNames, withVariables, type Known } from './check-names.js';
import { checkContent, checkTemplates } from './check-requests.js';
import type { ReportIssue } from '../described/check-values.js';
import type { Login } from './description/login.js';
import { namesInText } from './template.js';

/** Checks a login, and the texts by which other requests are sent with its token. */
export function checkLogin(login: Login, parameters: Known, report: ReportIssue): void {
  checkTemplates(login, parameters, report);
  checkContent(login, report);
  const { token_at, token_header } = login;
  if ((token_at === undefined) === (token_header === undefined)) {
    report(['token_at'], 'Either `token_at` or `token_header` is required.');
  }
  const known = withVariables(parameters, ['token']);
  const sent: string[] = [];
  for (const member of ['send_headers', 'send_query'] as const) {
    for (const [name, text] of Object.entries(login[member])) {
      sent.push(...namesInText(text));
      checkNames([member, name], namesInText(text), known, report, { secrets: true });
    }
  }
  const isStated = Object.keys({ ...login.send_headers, ...login.send_query }).length > 0;
  if (isStated && !sent.includes('token')) {
    report(['send_headers'], '`send_headers` or `send_query` must have {token}.');
  }
}

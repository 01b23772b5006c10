import { escapeHtml } from '@trellis/mail';
import { describeCondition, headlineOf, leftOut, pageOf, toMinute } from './content.js';
import type { AlertContent, AlertItem } from './content.js';

export interface RenderedEmail {
  subject: string;
  text: string;
  html: string;
}

/** Renders a message as an e-mail that reads well as text and as HTML. `base` is the public address. */
export function toEmail(content: AlertContent, base: string | undefined): RenderedEmail {
  return {
    subject: `${headlineOf(content)} – ${content.rule.name}`,
    text: toText(content, base),
    html: toHtml(content, base),
  };
}

const lastsOrEnded = ({ since, ended }: AlertItem): string =>
  ended === undefined
    ? `since ${toMinute(since)}`
    : `from ${toMinute(since)} to ${toMinute(ended)}`;

const rulePage = (base: string | undefined, { rule }: AlertContent): string | undefined =>
  base === undefined ? undefined : `${base}/console/alerts/${rule.id}`;

/** Returns the sentences below the list. */
function closing(content: AlertContent): string[] {
  const { kind, firing } = content;
  const lines: string[] = [];
  if (leftOut(content) > 0) lines.push(`And ${leftOut(content)} more.`);
  if (kind === 'recovered') {
    lines.push(firing === 0 ? 'Nothing of this rule fires any more.' : `${firing} still fire.`);
  } else if (kind === 'fires' && firing > content.count) {
    lines.push(`${firing} fire altogether.`);
  }
  return lines;
}

const introduction = ({ kind, rule, condition }: AlertContent): string =>
  kind === 'test'
    ? `If you read this, the alert rule “${rule.name}” can reach you here. Nothing has failed.`
    : `Alert rule “${rule.name}”: ${describeCondition(condition)}.`;

function toText(content: AlertContent, base: string | undefined): string {
  const items = content.items.map((one) => {
    const page = pageOf(base, one);
    return [
      `- ${one.title}`,
      `  ${lastsOrEnded(one)}`,
      ...(one.detail === '' ? [] : [`  ${one.detail}`]),
      ...(page === undefined ? [] : [`  ${page}`]),
    ].join('\n');
  });
  const page = rulePage(base, content);
  return [
    `${headlineOf(content)}.`,
    introduction(content),
    ...items,
    ...closing(content),
    ...(page === undefined ? [] : [`Change or silence this rule: ${page}`]),
  ].join('\n\n');
}

const colors = { fires: '#c92a2a', still_fires: '#c92a2a', recovered: '#2b8a3e', test: '#1971c2' };

const muted = 'color:#5c6370;font-size:14px';

function toHtml(content: AlertContent, base: string | undefined): string {
  const items = content.items.map((one) => {
    const page = pageOf(base, one);
    const title = `<strong>${escapeHtml(one.title)}</strong>`;
    const linked =
      page === undefined
        ? title
        : `<a href="${escapeHtml(page)}" style="color:#1c2733">${title}</a>`;
    const detail = one.detail === '' ? '' : `<br>${escapeHtml(one.detail)}`;
    return `<li style="margin:0 0 12px">${linked}${detail}<br><span style="${muted}">${lastsOrEnded(one)}</span></li>`;
  });
  const page = rulePage(base, content);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light">
<title>${escapeHtml(headlineOf(content))}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f6f8;color:#1c2733;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:600px;margin:0 auto;padding:24px;background:#fff;border-top:4px solid ${colors[content.kind]};border-radius:6px;overflow-wrap:anywhere">
<h1 style="margin:0 0 8px;font-size:20px;line-height:1.3">${escapeHtml(headlineOf(content))}</h1>
<p style="margin:0 0 16px">${escapeHtml(introduction(content))}</p>
${items.length > 0 ? `<ul style="margin:0;padding:0 0 0 20px">\n${items.join('\n')}\n</ul>` : ''}
${closing(content)
  .map((line) => `<p style="margin:0 0 8px">${escapeHtml(line)}</p>`)
  .join('\n')}
${page === undefined ? '' : `<p style="margin:16px 0 0;${muted}"><a href="${escapeHtml(page)}">Change or silence this rule</a></p>`}
</div>
</body>
</html>
`;
}

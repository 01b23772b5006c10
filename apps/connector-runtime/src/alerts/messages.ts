import { describeCondition, headlineOf, leftOut, pageOf, toMinute } from './content.js';
import type { AlertContent } from './content.js';

/** Returns the body of a message to a webhook, in the form of Standard Webhooks. */
export const toWebhookBody = (content: AlertContent): object => {
  const { kind, rule, condition, at, count, items, firing } = content;
  return {
    type: `alert_${kind}`,
    timestamp: at,
    data: { alert: rule, condition, summary: headlineOf(content), count, items, firing },
  };
};

/** Slack refuses longer texts of a section and of a header. */
const maxSectionLength = 2_900;
const maxHeaderLength = 150;

/** Escapes the control characters of Slack's markup. */
const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const symbols = { fires: '🔴', still_fires: '🔴', recovered: '🟢', test: '🔵' };

/** Returns the body of a message to a Slack-compatible webhook. */
export function toSlackBody(content: AlertContent, base: string | undefined): object {
  const { kind, rule, condition, items } = content;
  const headline = `${symbols[kind]} ${headlineOf(content)}`;
  const lines = items.map((one) => {
    const page = pageOf(base, one);
    const title = page === undefined ? `*${escape(one.title)}*` : `<${page}|${escape(one.title)}>`;
    const when =
      one.ended === undefined ? `since ${toMinute(one.since)}` : `until ${toMinute(one.ended)}`;
    return `• ${title} ${when}${one.detail === '' ? '' : `\n${escape(one.detail)}`}`;
  });
  if (leftOut(content) > 0) lines.push(`And ${leftOut(content)} more.`);
  const about =
    kind === 'test'
      ? `Rule “${rule.name}”: nothing has failed.`
      : `Rule “${rule.name}”: ${describeCondition(condition)}`;
  return {
    text: `${headline} – ${rule.name}`,
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: headline.slice(0, maxHeaderLength) } },
      ...sectionsOf(lines),
      { type: 'context', elements: [{ type: 'mrkdwn', text: escape(about) }] },
    ],
  };
}

/** Packs lines into as few sections as fit. */
function sectionsOf(lines: string[]): object[] {
  const texts: string[] = [];
  for (const line of lines) {
    const last = texts.at(-1);
    const joined = `${last ?? ''}\n${line}`;
    if (last !== undefined && joined.length <= maxSectionLength) texts[texts.length - 1] = joined;
    else texts.push(line.slice(0, maxSectionLength));
  }
  return texts.map((text) => ({ type: 'section', text: { type: 'mrkdwn', text } }));
}

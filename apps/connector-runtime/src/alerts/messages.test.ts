import { expect, test } from '@jest/globals';
import type { AlertContent } from './content.js';
import { toEmail } from './email.js';
import { toSlackBody, toWebhookBody } from './messages.js';

const base = 'https://trellis.example';
const item = {
  kind: 'client',
  id: '01a2',
  title: 'wot of <alice>',
  detail: 'unavailable: it answers with status 500 & more.',
  since: '2026-11-29T22:50:31.000Z',
};
const content: AlertContent = {
  kind: 'fires',
  rule: { id: '7', name: 'Customers are offline' },
  condition: { kind: 'client_error', minutes: 120 },
  at: '2026-11-29T22:52:00.000Z',
  count: 3,
  items: [item],
  firing: 5,
};

test('an e-mail says in its subject what has happened, and reads well as text', () => {
  const { subject, text } = toEmail(content, base);
  expect(subject).toBe('3 clients fail – Customers are offline');
  expect(text).toBe(
    [
      '3 clients fail.',
      'Alert rule “Customers are offline”: A connector client has been failing for 2 hours.',
      '- wot of <alice>\n  since 2026-11-29 22:50 UTC\n  unavailable: it answers with status 500 & more.\n' +
        '  https://trellis.example/console/clients/01a2',
      'And 2 more.',
      '5 fire altogether.',
      'Change or silence this rule: https://trellis.example/console/alerts/7',
    ].join('\n\n'),
  );
});

test('as HTML it has links, and no text of a device becomes markup', () => {
  const { html } = toEmail(content, base);
  expect(html).toContain('<a href="https://trellis.example/console/clients/01a2"');
  expect(html).toContain('wot of &lt;alice&gt;');
  expect(html).not.toContain('<alice>');
  expect(toEmail(content, undefined).html).not.toContain('href');
});

test('a recovery says when it began and ended, and what still fires', () => {
  const ended = '2026-11-29T23:10:00.000Z';
  const recovered = {
    ...content,
    kind: 'recovered' as const,
    count: 1,
    items: [{ ...item, ended }],
  };
  const { subject, text } = toEmail({ ...recovered, firing: 0 }, base);
  expect(subject).toBe('1 client works again – Customers are offline');
  expect(text).toContain('from 2026-11-29 22:50 UTC to 2026-11-29 23:10 UTC');
  expect(text).toContain('Nothing of this rule fires any more.');
});

test('a message for Slack escapes its markup, and stays within the limits of its blocks', () => {
  const many = Array.from({ length: 50 }, () => ({ ...item, detail: 'x'.repeat(500) }));
  const body = toSlackBody({ ...content, count: 50, items: many }, base) as {
    text: string;
    blocks: { type: string; text?: { text: string } }[];
  };
  const sections = body.blocks.filter(({ type }) => type === 'section');
  expect(sections.length).toBeLessThanOrEqual(48);
  for (const { text } of sections) expect(text!.text.length).toBeLessThanOrEqual(3_000);
  expect(sections[0]!.text!.text).toContain('|wot of &lt;alice&gt;>');
});

test('a message to a webhook names the rule, and what fires', () => {
  expect(toWebhookBody(content)).toMatchObject({
    type: 'alert_fires',
    timestamp: content.at,
    data: { alert: { id: '7' }, summary: '3 clients fail', count: 3, firing: 5, items: [item] },
  });
});

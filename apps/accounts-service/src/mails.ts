import { escapeHtml } from '@trellis/mail';

interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Renders an e-mail with one link. */
function mailWithLink(
  to: string,
  {
    subject,
    text,
    action,
    url,
    note,
  }: Record<'subject' | 'text' | 'action' | 'url' | 'note', string>,
): Mail {
  return {
    to,
    subject,
    text: `${text}\n\n${action}: ${url}\n\n${note}`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f6f8;color:#1c2733;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:600px;margin:0 auto;padding:24px;background:#fff;border-radius:6px;overflow-wrap:anywhere">
<h1 style="margin:0 0 8px;font-size:20px;line-height:1.3">${escapeHtml(subject)}</h1>
<p style="margin:0 0 16px">${escapeHtml(text)}</p>
<p style="margin:0 0 16px"><a href="${escapeHtml(url)}">${escapeHtml(action)}</a></p>
<p style="margin:0;color:#5c6370;font-size:14px">${escapeHtml(note)}</p>
</div>
</body>
</html>
`,
  };
}

export const verificationMail = (to: string, url: string): Mail =>
  mailWithLink(to, {
    subject: 'Confirm your e-mail address',
    text: 'Somebody has signed up for Trellis with this address.',
    action: 'Confirm the address',
    url,
    note: 'The link works for an hour. If it was not you, ignore this e-mail.',
  });

export const passwordMail = (to: string, url: string): Mail =>
  mailWithLink(to, {
    subject: 'Choose a new password',
    text: 'Somebody has asked for a new password for your account at Trellis.',
    action: 'Choose a new password',
    url,
    note: 'The link works for an hour, once. If it was not you, ignore this e-mail: nothing has changed.',
  });

export const invitationMail = (
  to: string,
  {
    organization,
    role,
    invitedBy,
    url,
  }: Record<'organization' | 'role' | 'url', string> & { invitedBy: string | null },
): Mail =>
  mailWithLink(to, {
    subject: `Join ${organization} on Trellis`,
    text: `${invitedBy ?? 'The operator'} invites you to ${organization} as ${role}.`,
    action: 'Accept the invitation',
    url,
    note: 'The link works for seven days. If you do not know the sender, ignore this e-mail.',
  });

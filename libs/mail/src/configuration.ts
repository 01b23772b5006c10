import { z } from 'zod';

/** The variables of services that send e-mails. */
export const mailVariables = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'URL of the mail server, `smtp://user:password@host:port`, or `smtps`; without it no e-mails are sent.',
    ),
  SMTP_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@]+@[^\s@]+$/, 'must be `address` or `Name <address>`')
    .optional()
    .describe('Sender of e-mails, `address` or `Name <address>`; goes with `SMTP_URL`.'),
};

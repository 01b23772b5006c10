import nodemailer from 'nodemailer';
import type { Logger } from '@trellis/platform';

/** How long the mail server may take for a connection, its greeting, and each answer (ms). */
const connectTimeoutMs = 10_000;
const answerTimeoutMs = 12_000;

const maxConnections = 4;

export interface Email {
  /** Names the message, so that one that arrives twice is shown once. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The outcome of an attempt to hand an e-mail to the mail server of the operator. */
export interface MailOutcome {
  status: 'delivered' | 'pending' | 'failed';
  error?: string;
}

export interface Mailer {
  send(email: Email): Promise<MailOutcome>;
  close(): void;
}

interface MailerOptions {
  url: string;
  from: string;
  log: Pick<Logger, 'warn'>;
}

/** Creates the sender of e-mails. Callers learn what the server says about an address, and nothing about the server. */
function createMailer({ url, from, log }: MailerOptions): Mailer {
  const transport = nodemailer.createTransport(
    {
      url,
      pool: true,
      maxConnections,
      connectionTimeout: connectTimeoutMs,
      greetingTimeout: connectTimeoutMs,
      socketTimeout: answerTimeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  const domain = from.slice(from.lastIndexOf('@') + 1).replace(/>.*$/, '');
  return {
    async send({ id, to, subject, text, html }) {
      try {
        await transport.sendMail({
          messageId: `<${id}@${domain}>`,
          // An object, so that an address is never read as a list.
          to: { name: '', address: to },
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        });
        return { status: 'delivered' };
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        return judge(error, log);
      }
    },
    close: () => transport.close(),
  };
}

/** The members of an error of nodemailer. */
interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
}

/** A server that refuses the recipient or the message for good (RFC 5321, section 4.2.1) is not asked again. */
function judge(error: SmtpError, log: Pick<Logger, 'warn'>): MailOutcome {
  const { code, responseCode = 0, response } = error;
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (isAboutMessage) {
    const said = `The mail server answers: ${response ?? String(responseCode)}`.slice(0, 300);
    return { status: responseCode >= 500 ? 'failed' : 'pending', error: said };
  }
  log.warn({ code: code ?? 'unknown' }, 'the mail server takes no e-mails');
  return { status: 'pending', error: 'The mail server of this installation takes no e-mails now.' };
}

/** Creates the sender for the variables of a service; undefined without a mail server. */
export const openMailer = (
  {
    SMTP_URL: url,
    SMTP_FROM: from,
  }: { SMTP_URL?: string | undefined; SMTP_FROM?: string | undefined },
  log: MailerOptions['log'],
): Mailer | undefined =>
  url !== undefined && from !== undefined ? createMailer({ url, from, log }) : undefined;

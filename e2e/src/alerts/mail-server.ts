import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string;
  mail: ParsedMail;
  /** The message as it came. */
  raw: string;
}

/** The mail server of an operator, which wants a password. */
export async function startMailServer() {
  const received: ReceivedMail[] = [];
  /** Recipients that it does not know, and whether it takes no messages at all for now. */
  const state = { unknown: new Set<string>(), isBusy: false };
  const user = 'trellis';
  const password = 'a-password-that-must-not-show';
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth({ username, password: given }, _session, callback) {
      if (username === user && given === password) callback(null, { user });
      else callback(new Error('Invalid login'));
    },
    onRcptTo({ address }, _session, callback) {
      if (state.isBusy) return callback(refusal(451, '4.3.2 Try again later'));
      if (state.unknown.has(address)) return callback(refusal(550, '5.1.1 No such user'));
      callback();
    },
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString();
        void simpleParser(raw).then((mail) => {
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          for (const { address: to } of envelope.rcptTo) received.push({ from, to, mail, raw });
          callback();
        });
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    password,
    url: `smtp://${user}:${password}@127.0.0.1:${port}`,
    received,
    state,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

const refusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

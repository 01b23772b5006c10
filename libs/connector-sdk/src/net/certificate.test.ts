import { createServer } from 'node:https';
import { expect, test } from '@jest/globals';
import type { Cause } from '@trellis/contracts';
import { Misconfigured } from '../failure.js';
import {
  bounds,
  certificate,
  failureOf,
  http,
  listen,
  type Certificate,
} from './testing/server.js';
import { openWebSocket } from './web-socket.js';

const dayMs = 24 * 60 * 60_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);
const dateOf = (date: Date) => date.toISOString().slice(0, 10);

interface Presented {
  shown: Certificate;
  ca?: string;
}

async function expired(): Promise<Presented> {
  const dates = { notBeforeDate: inDays(-20), notAfterDate: inDays(-10) };
  const shown = await certificate('localhost', dates);
  return { shown, ca: shown.cert };
}

async function notYetValid(): Promise<Presented> {
  const dates = { notBeforeDate: inDays(10), notAfterDate: inDays(20) };
  const shown = await certificate('localhost', dates);
  return { shown, ca: shown.cert };
}

async function ofAnotherName(): Promise<Presented> {
  const shown = await certificate('other.example');
  return { shown, ca: shown.cert };
}

const ofUnknownAuthority = async (): Promise<Presented> => ({
  shown: await certificate('localhost', { ca: await certificate('An authority') }),
});

/** Dates of an authority say nothing about the certificate itself. */
async function ofExpiredAuthority(): Promise<Presented> {
  const dates = { notBeforeDate: inDays(-20), notAfterDate: inDays(-10) };
  const ca = await certificate('An authority', dates);
  return { shown: await certificate('localhost', { ca }), ca: ca.cert };
}

const selfSigned = async (): Promise<Presented> => ({ shown: await certificate() });

const faults: [string, () => Promise<Presented>, string, Cause][] = [
  ['has expired', expired, `expired on ${dateOf(inDays(-10))}`, 'tls_expired'],
  [
    'is not valid yet',
    notYetValid,
    `is not valid before ${dateOf(inDays(10))}`,
    'tls_not_yet_valid',
  ],
  ['is for another name', ofAnotherName, 'is for other.example', 'tls_other_name'],
  ['is self-signed', selfSigned, 'is self-signed and not trusted', 'tls_self_signed'],
  [
    'is of an unknown authority',
    ofUnknownAuthority,
    'is signed by An authority, which is not a trusted authority',
    'tls_unknown_authority',
  ],
  [
    'is of an authority that has expired',
    ofExpiredAuthority,
    'depends on a certificate that has expired',
    'tls_expired',
  ],
];

test.each(faults)(
  'a server whose certificate %s is Misconfigured for requests and WebSockets, and receives nothing',
  async (_what, present, reason, cause) => {
    const { shown, ca } = await present();
    let received = 0;
    const server = createServer(shown, () => (received += 1));
    server.on('upgrade', () => (received += 1));
    const { host } = await listen(server);
    const request = http()({ url: `https://${host}`, tls: { ca } });
    const socket = openWebSocket(bounds(), { url: `wss://${host}`, ca });
    for (const [scheme, attempt] of [
      ['https', request],
      ['wss', socket],
    ] as const) {
      const failure = await failureOf(attempt);
      expect(failure).toBeInstanceOf(Misconfigured);
      expect(failure).toMatchObject({ facts: { cause, address: `${scheme}://${host}` } });
      expect(String(failure)).toContain(`The certificate of ${host} ${reason}.`);
    }
    expect(received).toBe(0);
  },
);

import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { on } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import {
  agentProtocol,
  agentRefusal,
  agentWelcome,
  signedMessage,
} from '@trellis/contracts/agent-protocol';
import { WebSocket } from 'ws';
import { range } from '../../numbers.js';

/**
 * Agents without devices, in a process of their own: COUNT of them, at ADDRESS. Reports their public keys, connects all at
 * once on the message `begin`, and again whenever a connection ends, as agents do. Answers `report` with a {@link CrowdReport}.
 */
const { ADDRESS, COUNT } = process.env as Record<string, string>;

export interface CrowdReport {
  connected: number;
  attempts: number;
  /** When agents were accepted, by `Date.now()`. */
  acceptedAt: number[];
}

/** Within this time an agent connects again after a connection that ended, and after one that failed (ms). */
const soonMs = 3_000;
const failedMs = 10_000;

const report: CrowdReport = { connected: 0, attempts: 0, acceptedAt: [] };

/** Connects once; resolves when the connection has ended, with the time until the next one (ms). */
async function connect(key: KeyObject, publicKey: string): Promise<number> {
  report.attempts += 1;
  const socket = new WebSocket(`${ADDRESS!.replace('http', 'ws')}${agentProtocol.path}`, {
    perMessageDeflate: false,
  });
  const ended = new Promise<void>((resolve) => socket.once('close', resolve));
  const stopReading = new AbortController();
  void ended.then(() => stopReading.abort());
  socket.on('error', () => undefined);
  try {
    const messages = on(socket, 'message', { signal: stopReading.signal });
    const next = async () =>
      JSON.parse(String(((await messages.next()).value as [Buffer])[0])) as { nonce?: string };
    const { nonce = '' } = await next();
    const message = signedMessage({ origin: ADDRESS!, nonce, code: undefined });
    const signature = sign(null, Buffer.from(message), key).toString('base64url');
    const { version: protocol } = agentProtocol;
    socket.send(JSON.stringify({ protocol, version: '1.0.0', key: publicKey, signature }));
    const answer = await next();
    await messages.return?.();
    const refused = agentRefusal.safeParse(answer);
    if (refused.success) return (refused.data.retry_after ?? failedMs / 1_000) * 1_000;
    agentWelcome.parse(answer);
  } catch {
    await ended;
    return Math.random() * failedMs;
  }
  report.connected += 1;
  report.acceptedAt.push(Date.now());
  socket.send(JSON.stringify(ownReport));
  await ended;
  report.connected -= 1;
  return Math.random() * soonMs;
}

const ownReport = {
  version: '1.0.0',
  platform: 'linux arm64',
  addresses: ['192.168.1.2'],
  started: new Date().toISOString(),
  found: [{ type: '_hue._tcp', name: 'Hue Bridge', address: '192.168.1.20', port: 443 }],
};

const keys = range(Number(COUNT)).map(() => generateKeyPairSync('ed25519'));
const publicKeys = keys.map(({ publicKey }) =>
  publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64url'),
);
process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  if (message === 'report') {
    process.send!(report);
    report.acceptedAt = [];
    return;
  }
  for (const [n, { privateKey }] of keys.entries()) {
    void (async () => {
      for (;;) await pause(await connect(privateKey, publicKeys[n]!));
    })();
  }
});
process.send!(publicKeys);

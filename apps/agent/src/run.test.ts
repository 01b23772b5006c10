import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { agentProtocol, type AgentWelcome } from '@trellis/contracts/agent-protocol';
import { waitFor } from '@trellis/testing';
import { WebSocketServer } from 'ws';
import { newIdentity } from './identity.js';
import { page } from './page/page.js';
import { wordsOf } from './page/words.js';
import { run, type State } from './run.js';
import { createTraffic } from './tunnel/traffic.js';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Starts a gateway that offers protocols and accepts everybody, and an agent that connects to it. */
async function start({ protocols, welcome }: { protocols: number[]; welcome?: AgentWelcome }) {
  const gateway = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(gateway, 'listening');
  const messages: Buffer[] = [];
  gateway.on('connection', (socket) => {
    socket.send(JSON.stringify({ protocols, nonce: 'x'.repeat(32) }));
    socket.once('message', () => {
      socket.send(JSON.stringify(welcome));
      socket.on('message', (data: Buffer) => messages.push(data));
    });
  });
  const stopping = new AbortController();
  closers.push(() => {
    stopping.abort();
    gateway.close();
  });
  const lines: string[] = [];
  const state: State = { connection: 'connecting', since: new Date() };
  const address = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const running = run(newIdentity(address), {
    code: 'AAAA-BBBB',
    version: '1.2.3',
    tunnel: {
      serve: () => undefined,
      follow(onReport) {
        onReport({ version: '1.2.3' });
        return () => undefined;
      },
    },
    log: (line) => void lines.push(line),
    signal: stopping.signal,
    state,
    onAccepted: async () => undefined,
  });
  running.catch(() => undefined);
  return { running, lines, state, messages };
}

test('the owner of an old agent is told to update it, in the log and on the page', async () => {
  const notice = 'This version of the agent is old: Trellis 9 refuses it.';
  const welcome = { name: 'Home', notice };
  const { lines, state } = await start({ protocols: [agentProtocol.version, 99], welcome });
  await waitFor(() => state.connection === 'connected');
  expect(lines).toContain(notice);
  const shown = { state, traffic: createTraffic(), found: () => [], version: '1.2.3' };
  expect(page(shown, wordsOf())).toContain(`<p lang="en">${notice}</p>`);
});

test.each([
  [[99], 'This version of the agent is too old. Update it: npx @trellis/agent@latest'],
  [[1], 'This version of the agent is newer than Trellis. Use an earlier one.'],
])('an agent that is offered the protocols %j ends, and says why', async (protocols, message) => {
  const { running } = await start({ protocols });
  await expect(running).rejects.toThrow(message);
});

test('an agent sends its report at once', async () => {
  const { messages } = await start({
    protocols: [agentProtocol.version],
    welcome: { name: 'Home' },
  });
  await waitFor(() => messages.length > 0);
  expect(JSON.parse(String(messages[0]))).toEqual({ version: '1.2.3' });
});

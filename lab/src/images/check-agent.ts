import { randomUUID } from 'node:crypto';
import { waitFor, type Account } from '@trellis/testing';
import getPort from 'get-port';
import { startContainer } from './container.js';
import { run } from './run.js';

/** Pairs an agent that runs in a container, and starts another one with its volume, which needs no code. */
export async function checkAgent({ request }: Account, address: string): Promise<void> {
  const created = await request('POST', '/agents', { subject: 'alice', body: { name: 'Home' } });
  const { id, pairing } = created.body as { id: string; pairing: { code: string } };
  const volume = `trellis-agent-${randomUUID()}`;
  const becomes = (state: string) =>
    waitFor(async () => (await request('GET', `/agents/${id}`)).body.state === state, {
      within: 30_000,
      what: `the agent being ${state}`,
    });
  try {
    await runAgent({ volume, command: ['--url', address, '--code', pairing.code] }, becomes);
    await becomes('offline');
    await runAgent({ volume, command: [] }, becomes);
  } finally {
    run('podman', ['volume', 'rm', '--force', volume]);
  }
}

/** Runs an agent until it is connected and its image calls it healthy. */
async function runAgent(
  options: { volume: string; command: string[] },
  becomes: (state: string) => Promise<unknown>,
): Promise<void> {
  const environment = { TRELLIS_PAGE: String(await getPort()), TRELLIS_DISCOVERY: 'off' };
  const container = startContainer({ target: 'agent', environment, ...options });
  try {
    await becomes('online');
    await waitFor(() => isHealthy(container), { what: 'the health check of the agent' });
    const code = container.stop();
    if (code !== 0) throw new Error(`The agent ended with ${code}.`);
  } catch (error) {
    process.stderr.write(container.logs());
    throw error;
  } finally {
    container.remove();
  }
}

function isHealthy({ checkHealth }: ReturnType<typeof startContainer>): boolean {
  try {
    checkHealth();
    return true;
  } catch {
    return false;
  }
}

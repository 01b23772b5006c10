import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startHttpServer } from './http-server.js';
import type { StackDescription } from './shared-stack.js';
import { startStack, type Stack } from './stack.js';

/** Serves what test files share, each prepared with the first that asks for it. The URL is TEST_STACKS_URL. */
export async function serveStacks() {
  let preparing: Promise<string> | undefined;
  let starting: Promise<Stack> | undefined;
  const read = async (path: string): Promise<unknown> =>
    path === '/data'
      ? (preparing ??= prepareData())
      : describeStack(await (starting ??= startStack()));

  const server = await startHttpServer(async (request, response) => {
    // A reader would use a connection again at the moment when it is closed for being idle.
    response.setHeader('connection', 'close');
    try {
      response.end(JSON.stringify(await read(request.url!)));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  return {
    url: server.address,
    async stop(): Promise<void> {
      await server.close();
      const stack = await starting?.catch(() => undefined);
      await stack?.stop();
      stack?.clear();
      const data = await preparing?.catch(() => undefined);
      if (data) rmSync(data, { recursive: true, force: true });
    },
  };
}

const describeStack = ({ address, jwtSecret, dataDirectory, output }: Stack): StackDescription => ({
  address,
  jwtSecret,
  dataDirectory,
  output: output(),
});

/** Creates the data of an installation, with all migrations; returns the folder. */
async function prepareData(): Promise<string> {
  const { dataDirectory, stop } = await startStack({
    args: ['--only', 'infrastructure'],
    fromNothing: true,
  });
  await stop();
  // No test is about a crash of the machine.
  const settings = '\nfsync = off\nfull_page_writes = off\n';
  appendFileSync(join(dataDirectory, 'postgres/postgresql.conf'), settings);
  return dataDirectory;
}

import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startHttpServer } from './http-server.js';
import type { StackDescription } from './shared-stack.js';
import { isHealthy, startStack, type Stack } from './stack.js';

/** Serves what test files share, each prepared with the first that asks for it. The URL is TEST_STACKS_URL. */
export async function serveStacks() {
  let preparing: Promise<string> | undefined;
  let starting: Promise<Stack> | undefined;
  const lent = lendStacks();
  const routes: Record<string, (pid: number) => unknown> = {
    '/data': () => (preparing ??= prepareData()),
    '/stack': async () => describeStack(await (starting ??= startStack())),
    '/borrow': async () => describeStack(await lent.borrow()),
    '/borrowed': (pid) => describeStack(lent.find(pid)),
    '/give-back': (pid) => lent.giveBack(pid),
  };

  const server = await startHttpServer(async (request, response) => {
    // A reader would use a connection again at the moment when it is closed for being idle.
    response.setHeader('connection', 'close');
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    try {
      const answer = await routes[pathname]!(Number(searchParams.get('pid')));
      response.end(JSON.stringify(answer ?? null));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  return {
    url: server.address,
    async stop(): Promise<void> {
      await server.close();
      await lent.stop();
      const stack = await starting?.catch(() => undefined);
      await stack?.stop();
      stack?.clear();
      const data = await preparing?.catch(() => undefined);
      if (data) rmSync(data, { recursive: true, force: true });
    },
  };
}

const describeStack = ({
  pid,
  address,
  jwtSecret,
  dataDirectory,
  output,
}: Stack): StackDescription => ({ pid, address, jwtSecret, dataDirectory, output: output() });

/** Time for services that the last borrower has killed to be started again (ms). */
const recoveryMs = 30_000;

/** Lends each stack to one borrower at a time, and starts another where none is free. */
function lendStacks() {
  const all: Stack[] = [];
  const free: Stack[] = [];
  const find = (pid: number): Stack => all.find((stack) => stack.pid === pid)!;
  return {
    find,
    async borrow(): Promise<Stack> {
      for (let stack = free.pop(); stack; stack = free.pop()) {
        if (await isHealthy(stack, recoveryMs)) return stack;
      }
      const stack = await startStack();
      all.push(stack);
      return stack;
    },
    giveBack: (pid: number) => void free.push(find(pid)),
    async stop(): Promise<void> {
      await Promise.all(all.map((stack) => stack.stop()));
      for (const stack of all) stack.clear();
    },
  };
}

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

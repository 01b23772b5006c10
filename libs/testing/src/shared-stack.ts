import { startHttpServer } from './http-server.js';
import { startStack, type Stack } from './stack.js';

/** A stack for several test files, which neither stop nor disturb its services. */
export interface SharedStack extends Pick<Stack, 'address' | 'jwtSecret' | 'dataDirectory'> {
  /** Returns everything that it has printed so far. */
  output(): Promise<string>;
}

/** Serves a stack that is started with the first file that asks for it. Its URL is TEST_STACK_URL. */
export async function serveStack() {
  let starting: Promise<Stack> | undefined;
  const server = await startHttpServer(async (_request, response) => {
    // A reader would use a connection again at the moment when it is closed for being idle.
    response.setHeader('connection', 'close');
    try {
      const { address, jwtSecret, dataDirectory, output } = await (starting ??= startStack());
      response.end(JSON.stringify({ address, jwtSecret, dataDirectory, output: output() }));
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
    },
  };
}

/** Returns the stack that all files of a test run share. Each uses accounts of its own, and no demo app. */
export async function openSharedStack(): Promise<SharedStack> {
  const { output: _output, ...stack } = await read();
  return { ...stack, output: async () => (await read()).output };
}

async function read(): Promise<Omit<SharedStack, 'output'> & { output: string }> {
  const response = await fetch(process.env.TEST_STACK_URL!);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Omit<SharedStack, 'output'> & { output: string };
}

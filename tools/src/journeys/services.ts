import { freePort, startStack, waitFor, type Stack } from '@trellis/testing';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceNames, type ServiceName } from '../services.js';
import { readEnvironmentFile } from '../start/environment-file.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The product, whose services run from their sources and record which files they execute. */
export interface RecordedServices extends Stack {
  databaseUrl: string;
  /** Returns the files executed since the previous call, as paths below the root of the repository. */
  takeFiles(): Promise<string[]>;
}

/** Starts the embedded database and the services, and waits until they reach each other. */
export async function startRecordedServices(): Promise<RecordedServices> {
  const port = await freePort();
  const stack = await startStack({ args: ['--only', 'infrastructure'], port });
  const environment = readEnvironmentFile(stack.dataDirectory);
  const children = serviceNames.map((name) =>
    startRecorded(name, { ...environment, LOG_LEVEL: 'fatal' }),
  );
  try {
    await waitFor(() => isHealthy(stack.address), { within: 120_000, what: 'The services' });
  } catch (error) {
    await stop();
    throw error;
  }

  async function stop(): Promise<number | null> {
    await Promise.all(children.map(endProcess));
    return stack.stop();
  }

  return {
    ...stack,
    databaseUrl: environment.DATABASE_URL!,
    stop,
    async takeFiles() {
      const taken = await Promise.all(children.map(takeFilesOf));
      return [...new Set(taken.flat())].sort();
    },
  };
}

function startRecorded(service: ServiceName, environment: NodeJS.Dict<string>): ChildProcess {
  const recorder = new URL('./recorder.mjs', import.meta.url).href;
  return fork('src/main.ts', [], {
    cwd: `${root}/apps/${service}`,
    execArgv: ['--conditions=@trellis/source', '--import', 'tsx', '--import', recorder],
    env: { ...process.env, NODE_OPTIONS: '', ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

async function takeFilesOf(child: ChildProcess): Promise<string[]> {
  const recorded = new Promise<string[]>((resolve) => {
    // A service also reports that it is ready.
    child.on('message', (message) => {
      if (isRecord(message)) resolve(message.files);
    });
  });
  child.send('take');
  const files = await recorded;
  child.removeAllListeners('message');
  return files.map((url) => relative(root, fileURLToPath(url)));
}

const isRecord = (message: unknown): message is { files: string[] } =>
  typeof message === 'object' && message !== null && 'files' in message;

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}

async function isHealthy(address: string): Promise<boolean> {
  const answer = await fetch(`${address}/health`).catch(() => undefined);
  if (!answer?.ok) return false;
  const { status } = (await answer.json()) as { status: string };
  return status === 'ok';
}

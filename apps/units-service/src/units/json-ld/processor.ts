import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { contexts } from './contexts.js';

/** What the processor found: nothing, a context that is not bundled, or the code of an error. */
export type Finding = { context?: string; code?: string };

/** Milliseconds a document may take. A usual one takes a few, so that only a trap needs more. */
const deadline = 2_000;

/**
 * The program of the thread. It is text because each app is bundled into one file, which leaves no
 * second file to start. Every document has a cache of its own: the processor's is for the whole
 * process, and would keep what one tenant sent.
 */
const program = `
  const { createRequire } = require('node:module');
  const { parentPort, workerData } = require('node:worker_threads');
  const load = createRequire(workerData.from);
  const jsonld = load('jsonld');
  const ContextResolver = load('jsonld/lib/ContextResolver.js');

  parentPort.on('message', async (text) => {
    const finding = {};
    const documentLoader = async (address) => {
      const document = workerData.contexts.get(address);
      if (document) return { documentUrl: address, document };
      finding.context = address;
      throw new Error('The context is not bundled.');
    };
    const contextResolver = new ContextResolver({ sharedCache: new Map() });
    const options = { documentLoader, contextResolver, processingMode: 'json-ld-1.1' };
    try {
      await jsonld.expand(JSON.parse(text), options);
    } catch (error) {
      finding.code = error.details?.code ?? 'cannot be processed';
    }
    parentPort.postMessage(finding);
  });
  parentPort.postMessage('ready');
`;

let thread: Worker | undefined;
let queue: Promise<unknown> = Promise.resolve();

/**
 * Expands a JSON-LD document, given as JSON text (`expand` of the JSON-LD 1.1 API), and answers what
 * was wrong. The processor needs quadratic time or memory for some small documents, so it works in
 * a thread with a deadline and a heap of its own: a trap costs that thread, never the service.
 */
export function expand(text: string): Promise<Finding> {
  const finding = queue.then(() => ask(text));
  queue = finding.catch(() => undefined);
  return finding;
}

async function ask(text: string): Promise<Finding> {
  const worker = (thread ??= await start());
  worker.postMessage(text);
  try {
    const [finding] = await once(worker, 'message', { signal: AbortSignal.timeout(deadline) });
    return finding;
  } catch {
    // Out of time, or of memory; the next document gets a new thread.
    thread = undefined;
    void worker.terminate();
    return { code: 'too costly to process' };
  }
}

/** Starts the thread; the deadline of the first document begins once the processor is loaded. */
async function start(): Promise<Worker> {
  const worker = new Worker(program, {
    eval: true,
    execArgv: [],
    workerData: { from: import.meta.url, contexts },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  await once(worker, 'message');
  // An error that nobody waits for would end the service.
  worker.on('error', () => undefined);
  worker.unref();
  return worker;
}

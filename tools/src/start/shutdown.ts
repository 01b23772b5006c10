export interface Shutdown {
  /** Whether the process is stopping. */
  readonly hasBegun: boolean;
  /** Registers what must be closed; the last one registered is closed first. */
  onClose(close: () => Promise<void>): void;
  /** Closes everything, once. */
  run(): Promise<void>;
}

/** Closes what has been started when a signal asks for it, and ends the process. */
export function createShutdown(report: (message: string) => void): Shutdown {
  const closers: (() => Promise<void>)[] = [];
  let closing: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    for (const close of closers.reverse()) {
      await close().catch((error: Error) => report(error.message));
    }
  }
  const run = () => (closing ??= closeAll());

  const end = () => void run().then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  // npm may be killed without passing the signal on; what it started must not stay behind.
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && end(), 1_000).unref();
  }
  return {
    get hasBegun() {
      return closing !== undefined;
    },
    onClose: (close) => void closers.push(close),
    run,
  };
}

export interface Shutdown {
  /** Whether the process is stopping. */
  readonly hasBegun: boolean;
  /** Registers a function that runs at the end, in reverse order of registration. */
  onClose(close: () => Promise<void>): void;
  /** Closes everything once. */
  run(): Promise<void>;
}

/** Closes everything that was registered on a signal, and ends the process. */
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
  // npm may be killed without forwarding the signal.
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

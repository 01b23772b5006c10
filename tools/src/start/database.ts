import { DirectoryInUse, startLocalPostgres, type LocalPostgres } from '@trellis/local-postgres';
import { CommandError } from '../command-line.js';

export interface EmbeddedDatabaseOptions {
  directory: string;
  password: string;
  report: (message: string) => void;
}

const restartDelayMs = 2_000;

/** Starts the embedded PostgreSQL, and restarts it on the same port if it ends. */
export async function startEmbeddedDatabase(
  options: EmbeddedDatabaseOptions,
): Promise<{ url: string; stop(): Promise<void> }> {
  let isStopping = false;
  let port: number | undefined;

  async function start(): Promise<LocalPostgres> {
    const started = await startLocalPostgres({
      ...options,
      ...(port && { port }),
      onExit: () => void restart(),
    });
    port = Number(new URL(started.url).port);
    return started;
  }

  async function restart(): Promise<void> {
    if (isStopping) return;
    options.report('PostgreSQL ended; restarting it.');
    try {
      postgres = await start();
    } catch (error) {
      options.report((error as Error).message);
      setTimeout(() => void restart(), restartDelayMs);
    }
  }

  let postgres = await start().catch((error: Error) => {
    throw new CommandError(
      error instanceof DirectoryInUse
        ? `DATA_DIR: ${options.directory} is in use by another process.`
        : error.message,
    );
  });
  return {
    url: postgres.url,
    stop() {
      isStopping = true;
      return postgres.stop();
    },
  };
}

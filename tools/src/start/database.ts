import { DirectoryInUse, startLocalPostgres, type LocalPostgres } from '@trellis/local-postgres';
import { CommandError } from '../command-line.js';

export interface EmbeddedDatabaseOptions {
  directory: string;
  password: string;
  report: (message: string) => void;
}

/** The embedded PostgreSQL, started again on the same port when it ends by itself. */
export async function startEmbeddedDatabase(
  options: EmbeddedDatabaseOptions,
): Promise<{ url: string; stop(): Promise<void> }> {
  let stopping = false;
  let port: number | undefined;
  let postgres: LocalPostgres;

  async function start(): Promise<void> {
    postgres = await startLocalPostgres({
      ...options,
      ...(port && { port }),
      onExit: () => void restart(),
    });
    port = Number(new URL(postgres.url).port);
  }

  async function restart(): Promise<void> {
    if (stopping) return;
    options.report('PostgreSQL ended; it is started again.');
    await start().catch((error: Error) => {
      options.report(error.message);
      setTimeout(() => void restart(), 2_000);
    });
  }

  await start().catch((error: Error) => {
    throw new CommandError(
      error instanceof DirectoryInUse
        ? `DATA_DIR: ${options.directory} is in use by another run.`
        : error.message,
    );
  });
  return {
    url: postgres!.url,
    stop() {
      stopping = true;
      return postgres.stop();
    },
  };
}

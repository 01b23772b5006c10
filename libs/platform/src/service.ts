import { pino, type Logger } from 'pino';
import type { z } from 'zod';
import { ConfigurationError, readConfiguration } from './configuration.js';

export type { Logger };

export interface ServiceContext<Configuration> {
  configuration: Configuration;
  log: Logger;
  /** Registers what must be closed; the last one registered is closed first. */
  onClose(close: () => unknown): void;
}

export interface ServiceDefinition<Schema extends z.ZodObject> {
  name: string;
  configuration: Schema;
  /** Builds the service; it is ready when this resolves. */
  start(context: ServiceContext<z.output<Schema>>): Promise<void>;
}

/** Time for finishing what is under way before the process ends regardless (ms). */
const drainTime = 8_000;

/**
 * Runs a service until it is told to stop: by SIGTERM, by SIGINT, or by the end of the process that
 * started it. A wrong configuration ends it with one line and exit code 2.
 */
export async function runService<Schema extends z.ZodObject>(
  service: ServiceDefinition<Schema>,
): Promise<void> {
  process.title = service.name;
  const closers: (() => unknown)[] = [];
  let configuration: z.output<Schema>;
  try {
    configuration = readConfiguration(service.configuration);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`${service.name}: ${error.message}\n`);
    process.exit(2);
  }
  const level = (configuration as { LOG_LEVEL?: string }).LOG_LEVEL ?? 'info';
  const log = pino({ name: service.name, level });

  let stopping: Promise<void> | undefined;
  const stop = (code: number) => (stopping ??= close(closers, log).then(() => process.exit(code)));
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGINT', () => void stop(0));
  process.on('disconnect', () => void stop(0));
  process.on('uncaughtException', (error) => fail(error));
  process.on('unhandledRejection', (error) => fail(error));

  function fail(error: unknown): void {
    log.fatal({ err: error }, 'failed');
    void stop(1);
  }

  try {
    await service.start({ configuration, log, onClose: (close) => closers.unshift(close) });
    log.info('ready');
    process.send?.({ ready: true });
  } catch (error) {
    fail(error);
  }
}

async function close(closers: (() => unknown)[], log: Logger): Promise<void> {
  const overdue = setTimeout(() => {
    log.error('did not finish in time');
    process.exit(1);
  }, drainTime);
  for (const one of closers) {
    try {
      await one();
    } catch (error) {
      log.error({ err: error }, 'closing failed');
    }
  }
  clearTimeout(overdue);
}

import type { z } from 'zod';
import { commonConfiguration, ConfigurationError, readConfiguration } from './configuration.js';
import { createLog, type Logger } from './logging/log.js';
import { standardOutput } from './logging/output.js';
import { secretsOf } from './logging/redaction.js';
import { startTracing } from './tracing/start.js';
import type { Tracing } from './tracing/tracing.js';
import { tracingVariables } from './tracing/variables.js';

export interface ServiceContext<Configuration> {
  configuration: Configuration;
  log: Logger;
  /** Undefined unless traces are exported. */
  tracing: Tracing | undefined;
  /** Registers a function that closes something; they run in reverse order. */
  onClose(close: () => unknown): void;
}

export interface ServiceDefinition<Schema extends z.ZodObject> {
  name: string;
  configuration: Schema;
  /** Builds the service. It is ready when the promise resolves. */
  start(context: ServiceContext<z.output<Schema>>): Promise<void>;
}

/** How long closing may take before the process exits anyway (ms). */
const drainTimeoutMs = 8_000;

/** Variables that are used here, of every service. */
const ownConfiguration = commonConfiguration.pick({ LOG_LEVEL: true }).extend(tracingVariables);

/** Exit code for an invalid configuration, with which a restart is useless. */
const invalidConfiguration = 2;

/**
 * Runs a service until SIGTERM, SIGINT or the exit of the process that started it. SIGUSR2 sets the log level to `debug`,
 * and back. With an invalid configuration, it prints one line and exits with code 2.
 */
export async function runService<Schema extends z.ZodObject>(
  service: ServiceDefinition<Schema>,
): Promise<void> {
  process.title = service.name;
  const configuration = requireConfiguration(service);
  const { LOG_LEVEL: level, ...tracingConfiguration } = readConfiguration(ownConfiguration);
  const traces = startTracing(service.name, tracingConfiguration, {
    onOutage: (error) => log.warn({ err: error }, 'traces cannot be exported'),
    onRecovery: (lost) => log.info({ lost }, 'traces are exported again'),
  });
  const tracing = traces?.tracing;
  const { stream, written } = standardOutput();
  const log = createLog(
    {
      name: service.name,
      level,
      secrets: secretsOf(configuration),
      idsOfSpan: tracing && (() => tracing.ids()),
    },
    stream,
  );

  const closers: (() => unknown)[] = [];
  if (traces) closers.push(traces.stop);
  let closing: Promise<void> | undefined;
  const stop = (code: number) =>
    (closing ??= closeAll(closers, log)
      .then(written)
      .then(() => process.exit(code)));
  const fail = (error: unknown) => {
    if (error instanceof ConfigurationError) {
      process.stderr.write(`${service.name}: ${error.message}\n`);
      return void stop(invalidConfiguration);
    }
    log.fatal({ err: error }, 'failed');
    void stop(1);
  };
  process.on('SIGUSR2', () => {
    const [from, to] = [log.level, log.level === level ? 'debug' : level];
    log.level = to;
    log.warn({ from, to }, 'log level changed');
  });
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGINT', () => void stop(0));
  process.on('disconnect', () => void stop(0));
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);

  try {
    await service.start({
      configuration,
      log,
      tracing,
      onClose: (close) => closers.push(close),
    });
    log.info('ready');
    process.send?.({ ready: true });
  } catch (error) {
    fail(error);
  }
}

function requireConfiguration<Schema extends z.ZodObject>({
  name,
  configuration,
}: ServiceDefinition<Schema>): z.output<Schema> {
  try {
    return readConfiguration(configuration);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`${name}: ${error.message}\n`);
    process.exit(invalidConfiguration);
  }
}

async function closeAll(closers: (() => unknown)[], log: Logger): Promise<void> {
  const timer = setTimeout(() => {
    log.error('did not close in time');
    process.exit(1);
  }, drainTimeoutMs);
  // A service that is told to stop while it starts goes on opening what is to be closed.
  for (let close = closers.pop(); close; close = closers.pop()) {
    try {
      await close();
    } catch (error) {
      log.error({ err: error }, 'closing failed');
    }
  }
  clearTimeout(timer);
}

import type { Trellis } from '@trellis/client';
import type { Command } from 'commander';
import { createPrinter, type Printer } from '../output/printer.js';
import { openSession, type Session } from './session.js';

export interface GlobalOptions {
  json?: boolean;
  color: boolean;
  profile?: string;
  subject?: string;
}

/** Everything that the handler of a command uses. */
export interface Context {
  printer: Printer;
  options: GlobalOptions;
  signal: AbortSignal;
  /** Whether the user can be prompted. */
  isInteractive: boolean;
  session(): Promise<Session>;
  trellis(): Promise<Trellis>;
}

/** Turns a handler into the action of a command. The handler receives the arguments and options. */
export type Run = <Parameters extends unknown[]>(
  work: (context: Context, ...parameters: Parameters) => Promise<void>,
) => (...parameters: [...Parameters, Command]) => Promise<void>;

export function createRun(signal: AbortSignal): Run {
  return <Parameters extends unknown[]>(
      work: (context: Context, ...parameters: Parameters) => Promise<void>,
    ) =>
    async (...given: [...Parameters, Command]) => {
      const context = contextOf(given.at(-1) as Command, signal);
      await work(context, ...(given.slice(0, -1) as Parameters));
    };
}

function contextOf(command: Command, signal: AbortSignal): Context {
  const options = command.optsWithGlobals<GlobalOptions>();
  let opened: Promise<Session> | undefined;
  const session = () => (opened ??= openSession(options));
  return {
    printer: createPrinter({ json: options.json ?? false, color: options.color }),
    options,
    signal,
    isInteractive: process.stdin.isTTY && process.stderr.isTTY,
    session,
    trellis: async () => (await session()).trellis,
  };
}

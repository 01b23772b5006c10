import type { Trellis } from '@trellis/client';
import type { Command } from 'commander';
import { createPrinter, type Printer } from '../output/printer.js';
import { openSession, type Session } from './session.js';

interface GlobalOptions {
  json?: boolean;
  color: boolean;
  profile?: string;
  subject?: string;
}

/** Everything that the handler of a command uses without being logged in. */
export interface LocalContext {
  printer: Printer;
  options: GlobalOptions;
  signal: AbortSignal;
  /** Whether the user can be prompted. */
  isInteractive: boolean;
}

/** Everything that the handler of a command uses. */
export interface Context extends LocalContext {
  session: Session;
  trellis: Trellis;
}

/** Turns a handler into the action of a command. The handler receives the arguments and options. */
type RunWith<HandlerContext> = <Parameters extends unknown[]>(
  work: (context: HandlerContext, ...parameters: Parameters) => Promise<void>,
) => (...parameters: [...Parameters, Command]) => Promise<void>;

export type Run = RunWith<Context>;
export type RunLocal = RunWith<LocalContext>;

export function createRunLocal(signal: AbortSignal): RunLocal {
  return <Parameters extends unknown[]>(
      work: (context: LocalContext, ...parameters: Parameters) => Promise<void>,
    ) =>
    async (...given: [...Parameters, Command]) => {
      const command = given.at(-1) as Command;
      const options = command.optsWithGlobals<GlobalOptions>();
      // A program that reads JSON would not notice that something is missing.
      if (options.json && command.getOptionValueSource('limit') === 'default') {
        command.setOptionValue('limit', 0);
      }
      const printer = createPrinter({ json: options.json ?? false, color: options.color });
      const isInteractive = process.stdin.isTTY && process.stderr.isTTY;
      const context = { printer, options, signal, isInteractive };
      await work(context, ...(given.slice(0, -1) as Parameters));
    };
}

/** Returns the same for commands that call Trellis: opens the session first. */
export const createRun =
  (runLocal: RunLocal): Run =>
  (work) =>
    runLocal(async (context, ...parameters) => {
      const session = await openSession(context.options);
      await work({ ...context, session, trellis: session.trellis }, ...parameters);
    });

import { CommanderError } from 'commander';
import { describeFailure, exitCodes, Interrupted } from './output/failure.js';
import { errorColors } from './output/printer.js';
import { createProgram } from './program.js';

/** Time that an interrupted command has to clean up (ms). */
const cleanUpMs = 10_000;

process.title = 'trellis';
const interruption = new AbortController();
process.on('SIGINT', () => {
  if (interruption.signal.aborted) process.exit(exitCodes.interrupted);
  interruption.abort(new Interrupted());
  setTimeout(() => process.exit(exitCodes.interrupted), cleanUpMs).unref();
});
// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.done);
  throw error;
});

try {
  await createProgram(interruption.signal).parseAsync();
  if (interruption.signal.aborted) process.exitCode = exitCodes.interrupted;
} catch (error) {
  process.exitCode = fail(error);
}

function fail(error: unknown): number {
  // Commander has already printed the message.
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  if (interruption.signal.aborted || error instanceof Interrupted) return exitCodes.interrupted;
  const { red, dim } = errorColors(!process.argv.includes('--no-color'));
  const { lines, exitCode } = describeFailure(error);
  const [first, ...others] = lines;
  const rest = others.map((line) => `${line.startsWith('Request ') ? dim(line) : line}\n`);
  process.stderr.write(`${red('Error:')} ${first}\n${rest.join('')}`);
  return exitCode;
}

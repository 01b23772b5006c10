import type { ServiceName, Stack } from '@trellis/testing';

/** Has a service stand still, as a process does that is swapped out or cut off, until it is let go on. */
export function standstill(stack: () => Stack, service: ServiceName) {
  let stopped: number | undefined;
  return {
    async stop(): Promise<void> {
      stopped = await stack().pidOf(service);
      process.kill(stopped, 'SIGSTOP');
    },
    goOn(): void {
      if (stopped) process.kill(stopped, 'SIGCONT');
      stopped = undefined;
    },
  };
}

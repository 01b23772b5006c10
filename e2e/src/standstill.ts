import type { ServiceName, Stack } from '@trellis/testing';

/** Suspends a service, like a process that is swapped out or cut off, until it is resumed. */
export function standstill(stack: () => Pick<Stack, 'pidOf'>, service: ServiceName) {
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

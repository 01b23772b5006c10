import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Traffic } from '../tunnel/traffic.js';

/** The switch of the page. It stays as it is through restarts. */
export interface Switch {
  stop(): Promise<void>;
  resume(): Promise<void>;
}

const fileIn = (folder: string) => join(folder, 'stopped');

/** Stops the traffic if it was stopped before the agent was started, and returns the switch. */
export async function createSwitch(folder: string, traffic: Traffic): Promise<Switch> {
  const isStopped = await access(fileIn(folder)).then(
    () => true,
    () => false,
  );
  if (isStopped) traffic.stop();
  return {
    async stop() {
      traffic.stop();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(fileIn(folder), '', { mode: 0o600, flush: true });
    },
    async resume() {
      await rm(fileIn(folder), { force: true });
      traffic.resume();
    },
  };
}

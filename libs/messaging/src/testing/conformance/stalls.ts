import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from '@jest/globals';
import { waitFor, type TestBroker } from '@trellis/testing';
import { z } from 'zod';
import { createScheduler, type Schedule } from '../../jobs/schedule.js';
import type { Suite } from '../backends.js';

const watering: Schedule<{ plant: string }> = {
  queue: 'watering',
  data: z.object({ plant: z.string() }),
};
const neighbors = Array.from({ length: 10 }, (_, index) => `fern ${index}`);

/** Workers in processes of their own, which print what they do. */
const workers: { kill(): void }[] = [];
afterEach(() => {
  for (const worker of workers.splice(0)) worker.kill();
});

function startWorker(address: TestBroker) {
  const program = fileURLToPath(new URL('../watering-worker.ts', import.meta.url));
  const options = ['--conditions=@trellis/source', '--import', 'tsx'];
  // On a busy machine a process may not run for more than a second, and must not lose its locks for that.
  const argument = JSON.stringify({ ...address, lockMs: 3_000 });
  const child = spawn(process.execPath, [...options, program, argument], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const worker = { lines: () => output.split('\n'), kill: () => void child.kill('SIGKILL') };
  workers.push(worker);
  return worker;
}

export const testStalls: Suite = ({ connect, address: addressOf }) => {
  describe('a schedule', () => {
    test('whose runs end their worker three times becomes a dead letter, and its neighbors run on', async () => {
      const address = addressOf();
      const plants = createScheduler(await connect(), watering);

      await plants.start([...neighbors, 'poison'].map((plant) => ({ id: plant, data: { plant } })));
      for (let kill = 0; kill < 3; kill += 1) {
        const worker = startWorker(address);
        await waitFor(() => worker.lines().includes('runs poison'), { what: `run ${kill + 1}` });
        expect(worker.lines().includes('repeats poison')).toBe(kill > 0);
        worker.kill();
      }
      const last = startWorker(address);
      await waitFor(() => last.lines().includes('dead letter poison'), { what: 'the end' });
      for (const plant of neighbors) {
        await waitFor(() => last.lines().includes(`runs ${plant}`), { what: plant });
      }
      expect(last.lines()).not.toContain('runs poison');
      expect(last.lines().filter((line) => line.startsWith('dead letter'))).toHaveLength(1);
      const nextRunOf = async (id: string) => (await plants.readTimes([id])).get(id)?.nextRun;
      // A run that has ended is put off a moment later, together with others.
      await waitFor(() => nextRunOf('poison'), { what: 'the next run' });
      const nextRun = await nextRunOf('poison');
      expect(await plants.runNow('poison')).toBe(false);
      expect(await nextRunOf('poison')).toEqual(nextRun);
    }, 240_000);
  });
};

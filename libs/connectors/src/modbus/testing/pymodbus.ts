import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Table } from '../protocol/requests.js';

/** Debian's Python has its packages. */
const python = '/usr/bin/python3';
const program = fileURLToPath(new URL('server.py', import.meta.url));

/** The values of the tables of a unit, from an address on. */
export type UnitMap = Partial<Record<Table, Record<number, number[]>>>;

/** Whether this machine has pymodbus, of the package python3-pymodbus. Under `CI` it must have it. */
export function hasPymodbus(): boolean {
  const { status } = spawnSync(python, ['-c', 'import pymodbus, serial, serial_asyncio']);
  if (status !== 0 && process.env.CI) throw new Error('python3-pymodbus is not installed.');
  return status === 0;
}

export interface Pymodbus {
  host: string;
  port: number;
  /** Replaces units; null removes one. */
  change(units: Record<number, UnitMap | null>): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server of pymodbus. */
export async function startPymodbus(units: Record<number, UnitMap>): Promise<Pymodbus> {
  const server = spawn(python, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface(server.stdout)[Symbol.asyncIterator]();
  const change = async (changed: Record<number, UnitMap | null>) => {
    server.stdin.write(`${JSON.stringify(changed)}\n`);
    const { done, value } = await answers.next();
    if (done) throw new Error('The server of pymodbus has ended.');
    return Number(value);
  };
  const port = await change(units);
  return {
    host: '127.0.0.1',
    port,
    change: async (changed) => void (await change(changed)),
    async stop() {
      const exit = once(server, 'exit');
      server.stdin.end();
      await exit;
    },
  };
}

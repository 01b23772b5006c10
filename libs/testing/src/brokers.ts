import { randomUUID } from 'node:crypto';
import { createDatabase } from './database.js';

export interface TestBroker {
  redisUrl?: string | undefined;
  databaseUrl: string;
  namespace: string;
}

/** The backends of the queues, and whether each is available on this machine. */
export const backends = [
  { backend: 'PostgreSQL', available: true },
  { backend: 'Redis', available: Boolean(process.env.TEST_REDIS_URL) },
] as const;

/** A namespace for queues that no other test uses. */
export async function testBroker(backend: 'PostgreSQL' | 'Redis'): Promise<TestBroker> {
  const namespace = `test_${randomUUID().slice(0, 8)}`;
  if (backend === 'Redis') {
    return { redisUrl: process.env.TEST_REDIS_URL, databaseUrl: '', namespace };
  }
  return { databaseUrl: await createDatabase(), namespace };
}

import { setTimeout as pause } from 'node:timers/promises';

await pause(1_500);
await import('./tasks.worker.js');

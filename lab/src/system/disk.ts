import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const size = '1g';
const chunk = Buffer.alloc(1024 * 1024);

/** Mounts a small file system in memory, or creates a folder where that is not possible. */
export function createDisk() {
  const directory = mkdtempSync(join(tmpdir(), 'trellis-faults-'));
  const mounting = ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', directory];
  const isOwn = spawnSync('mount', mounting, { stdio: 'ignore' }).status === 0;
  const ballast = join(directory, 'ballast');
  return {
    directory,
    /** Whether it is a small file system of its own, which can be filled. */
    isOwn,
    fill(): void {
      const file = openSync(ballast, 'w');
      try {
        for (let length = chunk.length; length >= 1;) {
          if (!append(file, chunk.subarray(0, length))) length = Math.floor(length / 2);
        }
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast, { force: true }),
    remove(): void {
      if (isOwn) spawnSync('umount', ['--lazy', directory], { stdio: 'ignore' });
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Appends bytes; returns false if there was not enough room. */
function append(file: number, bytes: Buffer): boolean {
  try {
    return writeSync(file, bytes) === bytes.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}

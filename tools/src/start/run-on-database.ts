import { dataDirectoryPath } from './data-directory.js';
import { readEnvironmentFile } from './environment-file.js';
import { requireReachable } from './ports.js';
import { runProgram, type Program } from './programs.js';

/** Runs a program with the database in DATABASE_URL, or that of the product that runs in DATA_DIR. */
export async function runOnDatabase(program: Omit<Program, 'environment'>): Promise<void> {
  const DATABASE_URL =
    process.env.DATABASE_URL || readEnvironmentFile(dataDirectoryPath()).DATABASE_URL!;
  await requireReachable('DATABASE_URL', DATABASE_URL);
  await runProgram({ ...program, environment: { DATABASE_URL } });
}

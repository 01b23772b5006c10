import { expect, jest } from '@jest/globals';
import { ConnectorFailure } from '../failure.js';

/** Returns the result of a promise after checking that neither its failure nor the log contains a secret. */
export async function withoutSecrets<Result>(
  secrets: string[],
  promise: Promise<Result>,
): Promise<Result> {
  const written: unknown[][] = [];
  const logs = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) =>
    jest.spyOn(console, level).mockImplementation((...said) => void written.push(said)),
  );
  try {
    return await promise;
  } catch (error) {
    expect(error).toBeInstanceOf(ConnectorFailure);
    expect((error as Error).message).not.toBe('');
    expectNoSecret(secrets, String((error as Error).stack));
    throw error;
  } finally {
    for (const log of logs) log.mockRestore();
    expectNoSecret(secrets, JSON.stringify(written));
  }
}

export function expectNoSecret(secrets: string[], text: string): void {
  for (const secret of secrets) expect(text).not.toContain(secret);
}

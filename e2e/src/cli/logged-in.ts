import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { ApiAnswer, Stack } from '@trellis/testing';
import { newCli, type Cli } from './run.js';

/** The command line, logged in as the demo app of a stack, for the tests of a file. */
export function loggedInCli(stack: () => Stack) {
  const cli = newCli();
  beforeAll(() => login(cli));
  afterAll(() => cli.clear());

  function demoApp() {
    const { demoApp: app } = JSON.parse(
      readFileSync(`${stack().dataDirectory}/secrets.json`, 'utf8'),
    ) as {
      demoApp: { client_id: string; client_secret: string };
    };
    return app;
  }

  /** Logs in as the demo app. */
  function login({ run }: Cli, args: string[] = []) {
    const { client_id, client_secret } = demoApp();
    const options = ['--url', stack().address, '--client-id', client_id, '--client-secret-stdin'];
    return run(['login', ...options, ...args], { input: `${client_secret}\n` });
  }

  return {
    ...cli,
    demoApp,
    login,
    /** Returns the JSON output of a command. */
    async json(...args: string[]): Promise<ApiAnswer['body']> {
      const { code, out, err } = await cli.run([...args, '--json']);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      return JSON.parse(out);
    },
    /** Runs a command that must succeed, and returns its output. */
    async lines(...args: string[]): Promise<string[]> {
      const { code, out, err } = await cli.run(args);
      expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
      return out.trimEnd().split('\n');
    },
  };
}

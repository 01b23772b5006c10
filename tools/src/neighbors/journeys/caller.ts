import assert from 'node:assert/strict';
import { newAccount, type Account, type ApiAnswer } from '@trellis/testing';
import type { Installation } from '../installation.js';

/** An account with which all combinations are used, so that each finds what the others have left. */
export interface Caller extends Account {
  /** Where the gateway is. */
  address: string;
  /** Asks, and throws unless the answer has this status. */
  expect(status: number, ...asked: Parameters<Account['request']>): Promise<ApiAnswer>;
  /** The addresses that a list refers to. */
  list(path: string, subject?: string): Promise<string[]>;
  /** Creates a unit; returns its id. */
  createUnit(name: string, more?: object): Promise<string>;
}

/** What a caller does, each time from the start to the end; throws where it ends otherwise than it should. */
export type Journey = () => Promise<void>;

export function newCaller(installation: Installation): Caller {
  const account = newAccount(installation, { lifetimeSeconds: 3_600 });
  const expect: Caller['expect'] = async (status, ...asked) => {
    const answer = await account.request(...asked);
    const [method, path] = asked;
    assert.equal(answer.status, status, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer;
  };
  return {
    ...account,
    address: installation.address,
    expect,
    async list(path, subject) {
      const { body } = await expect(200, 'GET', path, { subject });
      return (body as { href: string }[]).map(({ href }) => href);
    },
    async createUnit(name, more = {}) {
      const body = { name, type: 'room', ...more };
      return (await expect(201, 'POST', '/units', { body })).body.id as string;
    },
  };
}

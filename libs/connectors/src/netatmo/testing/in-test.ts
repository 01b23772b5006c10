import { afterEach, beforeEach } from '@jest/globals';
import { discover, invokeAction, writeProperty } from '@trellis/connector-sdk';
import { contextFor, type ContextOptions } from '@trellis/connector-sdk/testing';
import { netatmo } from '../connector.js';
import { startNetatmo, type NetatmoPeer } from './server.js';

interface User {
  /** The scopes that the end user has granted; all by default. */
  scopes?: string[];
  client?: object;
}

/** A Netatmo of its own for each test of a file, and the connector as the runtime uses it. */
export function netatmoInTest() {
  let peer: NetatmoPeer;
  beforeEach(async () => {
    peer = await startNetatmo({ redirectUri: 'http://localhost/authorized' });
  });
  afterEach(() => peer.stop());

  async function contextOf({ scopes, client = {} }: User = {}, options: ContextOptions = {}) {
    const token = await peer.token({ ...(scopes && { scopes }) });
    const accessToken = async () => token;
    return contextFor(netatmo, { instance: peer.instance, client, accessToken, ...options });
  }
  return {
    peer: () => peer,
    contextOf,
    poll: async (user?: User, options?: ContextOptions) =>
      discover(netatmo, await contextOf(user, options)),
    write: async (
      device: string,
      property: string,
      value: unknown,
      { handle, ...options }: ContextOptions & { handle?: string | undefined } = {},
    ) => writeProperty(netatmo, await contextOf({}, options), { device, handle, property, value }),
    invoke: async (device: string, action: string, input?: unknown) =>
      invokeAction(netatmo, await contextOf(), { device, action, input }),
  };
}

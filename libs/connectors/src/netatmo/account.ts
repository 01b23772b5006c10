import { z } from 'zod';
import { read, type Context } from './api.js';
import { maybe } from './lenient.js';
import { isNoDevice, NotGranted } from './refusals.js';

const email = maybe(z.string().min(1).max(320));

/** The body of each of these operations (dev.netatmo.com); `homesdata` has `email`, the others `mail`. */
const userData = z.looseObject({ user: maybe(z.looseObject({ email, mail: email })) });

/**
 * Returns the e-mail address of the account. Only `homesdata` has an id as well, which a client that reads no homes
 * could not compare. Undefined when the end user has granted nothing, or has nothing, of what the client reads.
 */
export async function account(context: Context): Promise<string | undefined> {
  for (const path of operationsOf(context)) {
    try {
      const { user } = await read(context, { path }, userData);
      const found = user?.email ?? user?.mail;
      if (found !== undefined) return found.toLowerCase();
    } catch (error) {
      if (!isNoDevice(error) && !(error instanceof NotGranted)) throw error;
    }
  }
  return undefined;
}

/** Returns the operations that the client may read; those that work without a device come first. */
function operationsOf({ client: { weather, air, energy, control, security } }: Context): string[] {
  return [
    ...(energy || control || security ? ['homesdata'] : []),
    ...(air ? ['gethomecoachsdata'] : []),
    ...(weather ? ['getstationsdata'] : []),
  ];
}

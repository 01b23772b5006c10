import type { Installation } from '../installation.js';
import { account, callback } from './account.js';
import { startApp } from './app.js';
import { newCaller, type Journey } from './caller.js';
import { changes } from './changes.js';
import { clients } from './clients.js';
import { connect } from './connect.js';
import { find } from './find.js';
import { meter } from './meter.js';
import { units } from './units.js';

/** All ways that callers go, with one account and the server of one app. */
export async function createJourneys(installation: Installation) {
  const caller = newCaller(installation);
  const app = await startApp();
  const journeys: Journey[] = [
    units(caller),
    find(caller),
    changes(caller),
    callback(caller, app),
    meter(caller, app),
    clients(caller),
    connect(caller),
    account(caller),
  ];
  return {
    /** Goes one after another; throws where one ends otherwise than it should. */
    async run(): Promise<void> {
      for (const journey of journeys) await journey();
    },
    close: () => app.close(),
  };
}

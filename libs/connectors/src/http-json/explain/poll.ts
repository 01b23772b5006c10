import { ConnectorFailure, type Explainer, type Poll } from '@trellis/connector-sdk';
import { createPollBudget } from '../budget.js';
import { devicesOf } from '../devices.js';
import { fetchAll, nothingReceived, type Received } from '../fetch.js';
import type { Remote } from '../remote.js';
import type { Command } from '../send.js';
import { explainDevices } from './devices.js';
import { createLookup } from './lookup.js';
import { explainRequests } from './requests.js';

/** The steps of paths and expressions that explaining may take besides those of the poll. */
const maxSteps = 2_000_000;

/** Polls in a trial, and then looks everything up again to say what each part of the description finds. */
export async function pollExplained(remote: Remote, explain: Explainer): Promise<Poll<Command>> {
  const received = nothingReceived();
  try {
    const poll = await devicesOf(remote, await fetchAll(remote, received));
    await explainAll(remote, explain, received);
    return poll;
  } catch (error) {
    await explainAll(remote, explain, received);
    if (error instanceof ConnectorFailure) explain.stopped('requests', error.message);
    throw error;
  }
}

async function explainAll(remote: Remote, explain: Explainer, received: Received): Promise<void> {
  const lookup = createLookup(explain, {
    ...remote,
    budget: createPollBudget(maxSteps, remote.effort),
  });
  try {
    await explainRequests(lookup, received);
    await explainDevices(lookup, received);
  } catch (error) {
    // There was more than can be looked at, or an answer is too large for a path: the poll says so itself.
    if (!(error instanceof ConnectorFailure)) throw error;
    explain.cut();
  }
}

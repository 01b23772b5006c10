import {
  AnotherDevice,
  ConnectorFailure,
  DeviceUnavailable,
  Misconfigured,
  Rejected,
  Unauthorized,
  Unavailable,
} from '@trellis/connector-sdk';
import { Problem, rowOf, type ProblemCode, type ProblemExtras } from '@trellis/contracts';
import type { OperationFailure } from '../activity/journal.js';
import { Overloaded } from '../limits/bulkhead.js';
import { clientPaused } from '../clients/visible.js';
import { factsOf, withAdvice } from '../polling/failure.js';
import { toStorableText } from '../polling/failure.js';
import type { Registry } from '../registry.js';

/** The process that performed a request was interrupted: its outcome is unknown. */
export class Interrupted extends Unavailable {
  constructor() {
    super('The service was interrupted while performing the interaction.', {
      cause: 'interrupted',
    });
  }
}

/** Converts a connector's failure to the problem that the caller gets. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof Overloaded) return new Problem('unavailable', error.message);
  if (error instanceof Interrupted) return interrupted();
  const code = error instanceof ConnectorFailure ? codeOf(error) : undefined;
  if (!code) return new Problem('internal', 'The connector failed; the failure has been logged.');
  const failed = error as ConnectorFailure;
  return new Problem(code, failed.message, extrasOf(failed));
}

/** Returns what helps to go on. Who can authorize again depends on the client, so that the code decides on that. */
function extrasOf(failure: ConnectorFailure): ProblemExtras {
  const { written } = failure;
  const facts = factsOf(failure);
  const remedy = facts.cause && rowOf(facts.cause).remedy;
  return {
    ...(written && { written }),
    ...(facts.cause && { failure: withAdvice(facts) }),
    ...(remedy && remedy !== 'reauthorize' && { remedy }),
  };
}

/** Returns the failure of an operation that ended with an error. */
export function problemFailure(error: unknown): OperationFailure {
  const { code, message } = toProblem(error);
  const cause = error instanceof ConnectorFailure ? error.facts.cause : undefined;
  return { code, detail: toStorableText(message), ...(cause && { cause }) };
}

function codeOf(error: ConnectorFailure): ProblemCode | undefined {
  if (error instanceof DeviceUnavailable) return 'device_unavailable';
  if (error instanceof Unavailable) return 'unavailable';
  if (error instanceof Unauthorized) return 'remote_unauthorized';
  if (error instanceof Misconfigured) return 'remote_misconfigured';
  if (error instanceof AnotherDevice) return 'another_device';
  return error instanceof Rejected ? 'remote_rejected' : undefined;
}

export const interrupted = (): Problem => new Problem('outcome_unknown', new Interrupted().message);

/** The client that created a thing. */
export interface CreatingClient {
  connectorType: string;
  /** False until the poll that found the thing has stored it. */
  isMapped: boolean;
  isPaused: boolean;
}

/** Returns why a client's thing accepts no interactions, if it does not. */
export function refusalByClient(
  registry: Registry,
  client: CreatingClient | undefined,
): Problem | undefined {
  if (!client) return new Problem('not_found', 'There is no such thing.');
  if (client.isPaused) return clientPaused();
  if (!client.isMapped) {
    return new Problem('unavailable', 'The thing has only just been found.', { retry_after: 1 });
  }
  if (!registry.get(client.connectorType).send) {
    return new Problem('not_supported', 'The connector of this thing can only read.');
  }
  return undefined;
}

import {
  clientError,
  clientStatus,
  clientWarning,
  type ClientError,
  type ConnectorClient,
  type Remedy,
} from '@trellis/contracts';
import { z } from 'zod';
import type { Client } from '../generated/prisma/client.js';

/** What the developer can do about each kind of failure. */
const remedies: Partial<Record<ClientError['code'], Remedy>> = {
  unavailable: 'retry',
  authorization_required: 'reauthorize',
  misconfigured: 'fix-configuration',
};

export const remedyOf = (code: ClientError['code']): Remedy | undefined => remedies[code];

const storedWarnings = z.array(clientWarning);

type ErrorColumns = Pick<Client, 'errorCode' | 'errorDetail' | 'errorSince'>;

/** How a client shows the outcome of its polls. */
export function toStatus(
  client: ErrorColumns & Pick<Client, 'status' | 'warnings'>,
): Pick<ConnectorClient, 'status' | 'error' | 'warnings'> {
  const error = toError(client);
  return {
    status: clientStatus.parse(client.status),
    ...(error && { error }),
    warnings: client.warnings === null ? [] : storedWarnings.parse(JSON.parse(client.warnings)),
  };
}

function toError({ errorCode, errorDetail, errorSince }: ErrorColumns): ClientError | undefined {
  if (!errorCode || !errorSince) return undefined;
  const code = clientError.shape.code.parse(errorCode);
  const remedy = remedyOf(code);
  return {
    code,
    detail: errorDetail ?? '',
    since: errorSince.toISOString(),
    ...(remedy && { remedy }),
  };
}

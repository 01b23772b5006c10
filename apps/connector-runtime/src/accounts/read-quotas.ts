import type { ConnectorsContract, ContractHandler, QuotaLimits } from '@trellis/contracts';
import { readQuotas } from '@trellis/database';
import type { Pool } from 'pg';

/** Returns the quotas of this service and how much of them a developer uses. */
export const readQuotaUse: ContractHandler<
  ConnectorsContract,
  'quotas.read',
  { pool: Pool; quotas: QuotaLimits<'connectors'> }
> = ({ pool, quotas }, { developer }) => readQuotas(pool, quotas, developer);

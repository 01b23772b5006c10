import type { ConnectorsContract, ContractHandler, QuotaLimits } from '@trellis/contracts';
import { readQuotas } from '@trellis/database';
import type { Pool } from 'pg';

/** The quotas of connectors, interactions and callbacks, and what a developer uses of them. */
export const readQuotaUse: ContractHandler<
  ConnectorsContract,
  'quotas.read',
  { pool: Pool; quotas: QuotaLimits<'connectors'> }
> = ({ pool, quotas }, { developer }) => readQuotas(pool, quotas, developer);

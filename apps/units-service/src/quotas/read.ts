import type { Handler, QuotaLimits } from '@trellis/contracts';
import { readQuotas } from '@trellis/database';
import type pg from 'pg';

export const readQuotaUse: Handler<
  'quotas.read',
  { pool: pg.Pool; quotas: QuotaLimits<'units'> }
> = ({ pool, quotas }, { developer }) => readQuotas(pool, quotas, developer);

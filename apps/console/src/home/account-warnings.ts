import { isScarce, shareInUse, type Quota } from '../api/account.js';
import type { Delivery } from '../api/callbacks.js';
import type { Tone } from '../components/values.js';

/** A warning about the account, as opposed to a client. */
export interface AccountWarning {
  title: string;
  note: string;
  state: string;
  tone: Tone;
  to: '/limits' | '/callbacks';
}

const percent = new Intl.NumberFormat(undefined, { style: 'percent', roundingMode: 'floor' });

/** Returns warnings about the latest failed delivery and about scarce quotas, the fullest first. */
export function accountWarnings(
  quotas: readonly Quota[],
  failed: Delivery | undefined,
): AccountWarning[] {
  const scarce = quotas
    .filter(isScarce)
    .sort((one, other) => shareInUse(other) - shareInUse(one))
    .map(quotaWarning);
  return failed ? [deliveryWarning(failed), ...scarce] : scarce;
}

function quotaWarning(quota: Quota): AccountWarning {
  const share = shareInUse(quota);
  const isFull = share >= 1;
  return {
    title: `Quota of ${quota.name.replaceAll('_', ' ')}`,
    note: `${isFull ? 'The quota is used up.' : 'The quota is nearly used up.'} Delete what you do not need, or ask for a higher limit.`,
    tone: isFull ? 'bad' : 'wait',
    state: isFull ? 'Full' : `${percent.format(share)} used`,
    to: '/limits',
  };
}

const deliveryWarning = ({ type, error, response_status: status }: Delivery): AccountWarning => ({
  title: 'Deliveries to your callback',
  note:
    `${type}: ${status === undefined ? (error ?? 'The delivery failed.') : `Your app responded with status ${status}.`} ` +
    'Redeliver failed messages once your app works again.',
  state: 'Failed',
  tone: 'bad',
  to: '/callbacks',
});

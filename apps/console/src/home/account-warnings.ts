import { isScarce, shareInUse, type Delivery, type Quota } from '../api/account.js';
import type { Tone } from '../components/status.js';

/** What somebody should look at that is no client. */
export interface AccountWarning {
  title: string;
  /** What it means and what to do. */
  note: string;
  /** How bad it is, in a word or two. */
  state: string;
  tone: Tone;
  /** The screen that tells more. */
  to: '/limits' | '/callbacks';
}

const percent = new Intl.NumberFormat(undefined, { style: 'percent', roundingMode: 'floor' });

/** The quotas with little room, the fullest first, and the newest message that the app's callback did not accept. */
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
    note: `${isFull ? 'More is refused.' : 'It is nearly used up.'} Delete what nobody needs, or have the limit raised.`,
    tone: isFull ? 'bad' : 'wait',
    state: isFull ? 'Full' : `${percent.format(share)} in use`,
    to: '/limits',
  };
}

const deliveryWarning = ({ type, error, response_status: status }: Delivery): AccountWarning => ({
  title: 'Deliveries to your callback',
  note:
    `${type}: ${status === undefined ? (error ?? 'It was not accepted.') : `Your app answered with status ${status}.`} ` +
    'Redeliver what has failed when your app accepts it.',
  state: 'Failed',
  tone: 'bad',
  to: '/callbacks',
});

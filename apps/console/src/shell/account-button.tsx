import { lazy, Suspense, useState } from 'react';
import { AccountName } from './account-name.js';

// What floats comes with a library of its own, which the first screen does without.
const Account = lazy(() => import('./account.js'));

/** The account, which is loaded when it is opened first. */
export function AccountButton() {
  const [isWanted, setIsWanted] = useState(false);
  const closed = <AccountName aria-haspopup="dialog" onClick={() => setIsWanted(true)} />;
  return isWanted ? (
    <Suspense fallback={closed}>
      <Account />
    </Suspense>
  ) : (
    closed
  );
}

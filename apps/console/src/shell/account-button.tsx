import { lazy, Suspense, useState } from 'react';
import { AccountName } from './account-name.js';

// The popover needs a positioning library, which is not part of the first screen.
const Account = lazy(() => import('./account.js'));

/** The account button. Loads the popover when it is opened first. */
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

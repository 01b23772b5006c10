import { Button } from '@mantine/core';
import { Logo } from '../theme/logo.js';
import type { Session } from '../session/session.js';
import classes from '../components/entry.module.css';

interface LinkQuestionProps {
  /** The session that the link opens. */
  offered: Session;
  /** The session of this tab until now. */
  current: Session | undefined;
  onAccept(): void;
  onDecline(): void;
}

/**
 * Asks before a link signs in: whoever has sent it would otherwise choose the account in which the user works (login
 * CSRF, RFC 6749, section 10.12).
 */
export default function LinkQuestion({ offered, current, onAccept, onDecline }: LinkQuestionProps) {
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <div className={classes.brand}>
          <Logo size={28} />
          <h1>Sign in by this link?</h1>
        </div>
        <p className={classes.text}>
          It signs you in to the account <strong>{offered.account}</strong> as {offered.identity}.
          {current && (
            <>
              {' '}
              You are signed in to the account <strong>{current.account}</strong>.
            </>
          )}
        </p>
        <p className={classes.text}>Continue only if you have this link from somebody you trust.</p>
        <Button size="sm" onClick={onAccept}>
          Sign in to {offered.account}
        </Button>
        <Button size="sm" variant="default" onClick={onDecline} autoFocus>
          {current ? `Stay in ${current.account}` : 'Cancel'}
        </Button>
      </div>
    </main>
  );
}

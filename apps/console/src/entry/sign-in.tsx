import { Alert, Button, Checkbox, PasswordInput, SegmentedControl, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isProblem } from '@trellis/client';
import { waysQuery } from '../api/people.js';
import { lazy, use, useState, type ReactNode, type SubmitEvent } from 'react';
import { Logo } from '../theme/logo.js';
import type { Credentials } from '../session/credentials.js';
import { SignInFailure } from '../session/session.js';
import { isLocal, readSettings, type OpenIdSettings } from '../session/settings.js';
import classes from '../components/entry.module.css';

interface SignInProps {
  /** The error of a sign-in by link or stored session, or the reason why a session ended. */
  failure?: unknown;
  onSignIn(credentials: Credentials, isRemembered: boolean): Promise<void>;
  /** Called when a person has signed in. */
  onPerson(): Promise<void>;
}

const SignInPerson = lazy(() => import('../people/sign-in-person.js'));

const reading = readSettings();

/** Who signs in, where Trellis issues access tokens. */
const tabs = [
  { value: 'person', label: 'E-mail' },
  { value: 'app', label: 'API key' },
];

export default function SignIn({ failure, onSignIn, onPerson }: SignInProps) {
  const { openid, client_credentials: takesApps } = use(reading);
  const [error, setError] = useState(failure);
  const [isBusy, setIsBusy] = useState(false);
  const [way, setWay] = useState('person');
  const { data: ways } = useQuery({ ...waysQuery, enabled: takesApps });

  async function run(step: () => Promise<void>) {
    setIsBusy(true);
    try {
      await step();
    } catch (reason) {
      setError(reason);
      setIsBusy(false);
    }
  }
  /** Leaves for the issuer. The form stays busy until then. */
  async function leaveFor(settings: OpenIdSettings, isRemembered: boolean) {
    const { beginSignIn } = await import('../session/openid/issuer.js');
    await beginSignIn(settings, isRemembered);
  }

  return (
    <main className={classes.page}>
      <div>
        <div className={classes.card}>
          <div className={classes.brand}>
            <Logo size={28} />
            <h1>Sign in to Trellis</h1>
          </div>
          {error !== undefined && (
            <Alert color="red" role="alert" p="xs">
              {reasonOf(error)}
            </Alert>
          )}
          {openid && (
            <SignInForm
              label={`Sign in with ${new URL(openid.issuer).host}`}
              isBusy={isBusy}
              isFocused
              onSubmit={(_form, isRemembered) => void run(() => leaveFor(openid, isRemembered))}
            >
              <p className={classes.text}>You sign in there, and return here afterwards.</p>
            </SignInForm>
          )}
          {takesApps && (
            <SegmentedControl
              aria-label="Sign in with"
              data={tabs}
              value={way}
              onChange={setWay}
              fullWidth
            />
          )}
          {takesApps && way === 'person' && <SignInPerson onSignedIn={() => void run(onPerson)} />}
          {takesApps && way === 'app' && (
            <SignInForm
              label="Sign in"
              isBusy={isBusy}
              onSubmit={(form, isRemembered) => {
                const clientId = String(form.get('client_id')).trim();
                const clientSecret = String(form.get('client_secret')).trim();
                void run(() => onSignIn({ clientId, clientSecret }, isRemembered));
              }}
            >
              <TextInput
                name="client_id"
                label="Client id"
                autoComplete="username"
                required
                autoFocus
              />
              <PasswordInput
                name="client_secret"
                label="Client secret"
                autoComplete="current-password"
                visibilityToggleButtonProps={{ 'aria-label': 'Show the secret' }}
                required
              />
            </SignInForm>
          )}
          {!openid && !takesApps && (
            <p className={classes.text}>
              Access tokens come from an external issuer. To enable sign-in, an operator has to
              register the console there and set <code>CONSOLE_OPENID_CLIENT_ID</code>.
            </p>
          )}
        </div>
        {takesApps && way === 'app' && (
          <p className={classes.help}>
            <code>npm start</code> prints a link that signs you in to the demo app.{' '}
            <code>npm run app:register</code> registers an app of your own.
          </p>
        )}
        {takesApps && way === 'person' && ways?.sign_up === 'invited' && (
          <p className={classes.help}>
            {isLocal() && !ways.has_people ? (
              <>
                Nobody has signed up yet. <code>npm run invite</code> creates the first invitation.
              </>
            ) : (
              'New here? Ask an owner of your organization for an invitation.'
            )}
          </p>
        )}
      </div>
    </main>
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof SignInFailure) return error.message;
  if (isProblem(error, 'invalid_client')) return 'The client id or the secret is wrong.';
  if (isProblem(error, 'rate_limited')) return 'Too many attempts. Wait a minute, then try again.';
  if (isProblem(error)) return error.detail ?? error.title ?? 'Sign-in failed.';
  return 'Trellis does not respond. Try again in a moment.';
}

/** The fields of a sign-in with a choice to stay signed in. */
function SignInForm({ label, isBusy, isFocused, onSubmit, children }: SignInFormProps) {
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    onSubmit(form, form.get('keep') !== null);
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      {children}
      <Checkbox name="keep" label="Keep me signed in until I close this tab" size="xs" />
      <Button type="submit" size="sm" loading={isBusy} autoFocus={isFocused}>
        {label}
      </Button>
    </form>
  );
}

interface SignInFormProps {
  label: string;
  isBusy: boolean;
  /** Whether the button has the focus at first. */
  isFocused?: boolean;
  onSubmit(form: FormData, isRemembered: boolean): void;
  children: ReactNode;
}

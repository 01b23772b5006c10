import { Button, PasswordInput, TextInput } from '@mantine/core';
import { startAuthentication } from '@simplewebauthn/browser';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ProblemAlert } from '../components/problem-alert.js';
import { SignInFailure } from '../session/session.js';
import { ask, leaveForProvider, waysQuery } from '../api/people.js';
import { EntryForm } from './entry-form.js';
import { SignUp } from './sign-up.js';
import classes from './people.module.css';

interface SignInPersonProps {
  /** The address of the person, where it is known. */
  email?: string;
  /** The path to which an OpenID provider leads back. */
  returnTo?: string;
  onSignedIn(): unknown;
}

type Step = 'password' | 'code' | 'backup-code' | 'forgotten' | 'sent' | 'sign-up';

/** Signs a person in: by password with a second step, or by passkey. */
export default function SignInPerson({ email, returnTo, onSignedIn }: SignInPersonProps) {
  const [step, setStep] = useState<Step>('password');
  if (step === 'password') return <Password {...{ email, returnTo, onSignedIn, setStep }} />;
  if (step === 'sign-up') return <SignUp onBack={() => setStep('password')} />;
  if (step === 'forgotten') return <Forgotten {...{ email, setStep }} />;
  if (step === 'sent') {
    return (
      <p className={classes.text} role="status">
        If somebody signs in with this address, an e-mail with a link to choose a new password is on
        its way. The link works for an hour.
      </p>
    );
  }
  return <SecondStep {...{ step, setStep, onSignedIn }} />;
}

type StepProps = Partial<SignInPersonProps> & {
  setStep(step: Step): void;
};

function Password({ email, returnTo, onSignedIn, setStep }: StepProps) {
  const { data: ways } = useQuery(waysQuery);
  async function signIn(entered: FormData) {
    const body = { email: email ?? entered.get('email'), password: entered.get('password') };
    const answer = await ask<{ twoFactorRedirect?: boolean }>('/sign-in/email', body);
    if (answer.twoFactorRedirect) setStep('code');
    else onSignedIn?.();
  }
  return (
    <EntryForm
      label="Sign in"
      onSubmit={signIn}
      links={
        <>
          <PasskeyButton onSignedIn={() => onSignedIn?.()} />
          {ways?.openid && <ProviderButton host={ways.openid} returnTo={returnTo} />}
          {ways?.sends_mail !== false && (
            <LinkButton onClick={() => setStep('forgotten')}>Forgot the password?</LinkButton>
          )}
          {ways?.sign_up === 'open' && email === undefined && (
            <LinkButton onClick={() => setStep('sign-up')}>No account yet? Sign up</LinkButton>
          )}
        </>
      }
    >
      {email === undefined && <EmailInput />}
      <PasswordInput
        name="password"
        label="Password"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        required
        autoFocus={email !== undefined}
      />
    </EntryForm>
  );
}

const LinkButton = ({ onClick, children }: { onClick(): void; children: string }) => (
  <Button type="button" variant="subtle" size="compact-sm" onClick={onClick}>
    {children}
  </Button>
);

const EmailInput = () => (
  <TextInput
    name="email"
    type="email"
    label="E-mail address"
    autoComplete="username webauthn"
    required
    autoFocus
  />
);

interface ProviderButtonProps {
  host: string;
  returnTo?: string | undefined;
}

/** Leads to the OpenID provider, and back to a path of the console. */
export function ProviderButton({ host, returnTo = window.location.pathname }: ProviderButtonProps) {
  const { mutate, error, isPending } = useMutation({
    meta: { showsProblem: true },
    mutationFn: () => leaveForProvider(returnTo),
  });
  return (
    <>
      {error && <ProblemAlert error={error} />}
      <Button variant="default" size="sm" loading={isPending} onClick={() => mutate()}>
        Sign in with {host}
      </Button>
    </>
  );
}

function PasskeyButton({ onSignedIn }: Pick<SignInPersonProps, 'onSignedIn'>) {
  const { mutate, error, isPending } = useMutation({
    meta: { showsProblem: true },
    mutationFn: async () => {
      const optionsJSON = await ask<Parameters<typeof startAuthentication>[0]['optionsJSON']>(
        '/passkey/generate-authenticate-options',
      );
      const response = await startAuthentication({ optionsJSON }).catch(refusePasskey);
      await ask('/passkey/verify-authentication', { response });
    },
    onSuccess: onSignedIn,
  });
  if (!window.PublicKeyCredential) return null;
  return (
    <>
      {error && <ProblemAlert error={error} />}
      <Button variant="default" size="sm" loading={isPending} onClick={() => mutate()}>
        Sign in with a passkey
      </Button>
    </>
  );
}

/** Browsers say the same for a passkey that is missing and for a dialog that was closed. */
function refusePasskey(cause: unknown): never {
  throw new SignInFailure('No passkey was used.', { cause });
}

function SecondStep({
  step,
  setStep,
  onSignedIn,
}: StepProps & { step: Extract<Step, 'code' | 'backup-code'> }) {
  const isBackup = step === 'backup-code';
  async function verify(entered: FormData) {
    const path = isBackup ? '/two-factor/verify-backup-code' : '/two-factor/verify-totp';
    await ask(path, { code: String(entered.get('code')).trim() });
    onSignedIn?.();
  }
  return (
    <EntryForm
      key={step}
      label="Continue"
      onSubmit={verify}
      links={
        <LinkButton onClick={() => setStep(isBackup ? 'code' : 'backup-code')}>
          {isBackup ? 'Use the authenticator app' : 'Use a backup code'}
        </LinkButton>
      }
    >
      <TextInput
        name="code"
        label={isBackup ? 'Backup code' : 'Code of your authenticator app'}
        inputMode={isBackup ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        required
        autoFocus
      />
    </EntryForm>
  );
}

function Forgotten({ email, setStep }: StepProps) {
  async function request(entered: FormData) {
    await ask('/request-password-reset', {
      email: email ?? entered.get('email'),
      redirectTo: '/console/new-password',
    });
    setStep('sent');
  }
  return (
    <EntryForm
      label="Send a link"
      onSubmit={request}
      links={<LinkButton onClick={() => setStep('password')}>Back</LinkButton>}
    >
      {email === undefined && <EmailInput />}
      <p className={classes.text}>You get a link at which you choose a new password.</p>
    </EntryForm>
  );
}

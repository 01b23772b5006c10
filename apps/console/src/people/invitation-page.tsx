import { Loader, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ProblemAlert } from '../components/problem-alert.js';
import { EntryPage } from '../components/entry-page.js';
import { addressOf, ask, asPerson, readPerson, type Role } from '../api/people.js';
import classes from './people.module.css';
import { EntryForm, NewPassword } from './entry-form.js';
import SignInPerson from './sign-in-person.js';

interface Link {
  id: string;
  secret: string;
}

/** Accepts the invitation of a link, for somebody who signs up or signs in. */
export default function InvitationPage({ link }: { link: string }) {
  const [id = '', secret = ''] = link.split('.');
  const query = useQuery({
    queryKey: ['invitation', id],
    retry: false,
    queryFn: async () => {
      const path = { id };
      const { data } = await asPerson().post('/invitations/{id}/open', { path, body: { secret } });
      return { ...data, person: await readPerson() };
    },
  });
  const { data, error, refetch } = query;
  if (!data) {
    return (
      <EntryPage title="Invitation">
        {error ? <ProblemAlert error={error} /> : <Loader />}
      </EntryPage>
    );
  }
  const { organization, email, role, has_account, person } = data;
  return (
    <EntryPage title={`Join ${organization}`}>
      <p className={classes.text}>
        {data.invited_by ?? 'The operator'} invites <strong>{email}</strong> as{' '}
        <strong>{role satisfies Role}</strong>.
      </p>
      {person?.email === email ? (
        <Accept id={id} secret={secret} />
      ) : has_account ? (
        <SignInPerson email={email} onSignedIn={() => void refetch()} />
      ) : (
        <SignUp email={email} link={{ id, secret }} onSignedUp={() => void refetch()} />
      )}
    </EntryPage>
  );
}

const Accept = ({ id, secret }: Link) => (
  <EntryForm
    label="Accept"
    onSubmit={async () => {
      const options = { path: { id }, body: { secret } };
      const { data } = await asPerson().post('/invitations/{id}/accept', options);
      const [first] = data.environments;
      window.location.assign(first ? addressOf(first) : '/console');
    }}
  >
    {null}
  </EntryForm>
);

interface SignUpProps {
  email: string;
  link: Link;
  onSignedUp(): void;
}

const SignUp = ({ email, link, onSignedUp }: SignUpProps) => (
  <EntryForm
    label="Sign up"
    onSubmit={async (entered) => {
      const body = { email, name: entered.get('name'), password: entered.get('password') };
      const headers = { 'x-trellis-invitation': `${link.id}.${link.secret}` };
      await ask('/sign-up/email', body, headers);
      // Where addresses are confirmed by e-mail, signing up does not sign in.
      if (!(await readPerson())) await ask('/sign-in/email', body);
      onSignedUp();
    }}
  >
    <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
    <TextInput
      name="name"
      label="Your name"
      autoComplete="name"
      maxLength={100}
      required
      autoFocus
    />
    <NewPassword />
  </EntryForm>
);

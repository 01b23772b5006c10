import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ProblemAlert } from '../components/problem-alert.js';
import { EntryPage } from '../components/entry-page.js';
import { addressOf, asPerson, readPerson, waysQuery, type Role } from '../api/people.js';
import classes from './people.module.css';
import { EntryForm } from './entry-form.js';
import { invitationPath, storeInvitation } from './open-invitation.js';
import SignInPerson, { ProviderButton } from './sign-in-person.js';
import { SignUpWith } from './sign-up.js';

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
  const { data: ways } = useQuery(waysQuery);
  const { data, error, refetch } = query;
  // An OpenID provider leads back without the part of the address that has the secret.
  if (ways?.openid) storeInvitation(link);
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
        <SignInPerson email={email} returnTo={invitationPath} onSignedIn={() => void refetch()} />
      ) : (
        <>
          <SignUpWith email={email} invitation={link} onSignedUp={() => void refetch()} />
          {ways?.openid && <ProviderButton host={ways.openid} returnTo={invitationPath} />}
        </>
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

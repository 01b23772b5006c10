import { Alert, TextInput } from '@mantine/core';
import {
  addressOf,
  asPerson,
  type Environment,
  type Organization,
  type Person,
} from '../api/people.js';
import { EntryPage } from '../components/entry-page.js';
import { Deletion, isRestorable, Restore } from './deletion.js';
import { EntryForm } from './entry-form.js';
import { nameIn } from './naming.js';
import classes from './people.module.css';
import { SignOut } from './sign-out.js';

interface Props {
  person: Person;
  organizations: Organization[];
  isElsewhere?: boolean;
}

/** The page of a person without an environment, or at the address of one that was deleted or is not theirs. */
export default function WithoutEnvironment({ person, organizations, isElsewhere }: Props) {
  return (
    <EntryPage title={organizations.length > 0 ? 'Your environments' : 'Create an organization'}>
      {isElsewhere && (
        <Alert color="yellow" role="alert" p="xs">
          You are not a member of the organization of this environment. You are signed in as{' '}
          {person.email}.
        </Alert>
      )}
      {organizations.length > 0 ? (
        organizations.map((organization) => (
          <Environments key={organization.id} organization={organization} />
        ))
      ) : (
        <FirstOrganization person={person} />
      )}
      <SignOut />
    </EntryPage>
  );
}

const Environments = ({ organization }: { organization: Organization }) => {
  const { id, name, role, environments } = organization;
  const isOwner = role === 'owner';
  return (
    <section className={classes.form} aria-label={name}>
      <h2>{name}</h2>
      {environments.map((environment) => (
        <Item key={environment.id} environment={environment} isOwner={isOwner} />
      ))}
      {environments.length === 0 &&
        (isOwner ? (
          <FirstEnvironment organization={id} />
        ) : (
          <p className={classes.text}>It has no environment. An owner can create one.</p>
        ))}
    </section>
  );
};

interface ItemProps {
  environment: Environment;
  isOwner: boolean;
}

function Item({ environment, isOwner }: ItemProps) {
  const { id, name, deletion } = environment;
  if (!deletion) return <a href={addressOf(environment)}>{name}</a>;
  return (
    <div className={classes.stack}>
      <strong>{name}</strong>
      <Deletion deletion={deletion} of="environment" />
      {isOwner && isRestorable(deletion) && (
        <Restore
          onRestore={() => asPerson().post('/environments/{id}/restore', { path: { id } })}
          onDone={() => window.location.assign(addressOf(environment))}
        />
      )}
    </div>
  );
}

const FirstEnvironment = ({ organization: id }: { organization: string }) => (
  <EntryForm
    label="Create environment"
    onSubmit={async (entered) => {
      const options = { path: { id }, body: nameIn(entered) };
      const { data } = await asPerson().post('/organizations/{id}/environments', options);
      window.location.assign(addressOf(data));
    }}
  >
    <TextInput
      name="name"
      label="Name of the first environment"
      defaultValue="development"
      maxLength={256}
      required
      autoFocus
    />
  </EntryForm>
);

const FirstOrganization = ({ person }: { person: Person }) => (
  <>
    <p className={classes.text}>
      You are signed in as {person.email}, and a member of no organization. Create one, or ask
      somebody for an invitation.
    </p>
    <EntryForm
      label="Create"
      onSubmit={async (entered) => {
        const { data } = await asPerson().post('/organizations', { body: nameIn(entered) });
        window.location.assign(addressOf(data.environments[0]!));
      }}
    >
      <TextInput name="name" label="Name" placeholder="Acme" maxLength={256} required autoFocus />
    </EntryForm>
  </>
);

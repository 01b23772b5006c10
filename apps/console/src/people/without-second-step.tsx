import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { personQuery, type Organization, type Person } from '../api/people.js';
import { EntryPage } from '../components/entry-page.js';
import classes from './people.module.css';
import { SignOut } from './sign-out.js';
import { TwoStep } from './two-step.js';

interface Props {
  person: Person;
  closedBy: Organization;
}

/** The page of a person whose organization requires two-step sign-in. */
export default function WithoutSecondStep({ person, closedBy }: Props) {
  const { data = person } = useQuery(personQuery);
  const isOn = data?.twoFactorEnabled === true;
  return (
    <EntryPage title="One more step">
      <p className={classes.text}>
        {closedBy.name} requires two-step sign-in. Turn it on for {person.email} to continue.
      </p>
      {isOn ? (
        <Button onClick={() => window.location.reload()}>Continue</Button>
      ) : (
        <TwoStep isOn={false} />
      )}
      <SignOut />
    </EntryPage>
  );
}

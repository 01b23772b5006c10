import type { Organization, Person } from '../api/people.js';
import { EntryPage } from '../components/entry-page.js';
import classes from './people.module.css';
import { SignOut } from './sign-out.js';
import { TwoStep } from './two-step.js';

interface Props {
  person: Person;
  closedBy: Organization;
}

/** The page of a person whose organization requires two-step sign-in. */
const WithoutSecondStep = ({ person, closedBy }: Props) => (
  <EntryPage title="One more step">
    <p className={classes.text}>
      {closedBy.name} requires two-step sign-in. Turn it on for {person.email} to continue.
    </p>
    <TwoStep isOn={false} onTurnedOn={() => window.location.reload()} />
    <SignOut />
  </EntryPage>
);

export default WithoutSecondStep;

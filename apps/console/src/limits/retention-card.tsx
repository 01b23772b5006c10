import { TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { retentionQuery, type Retention } from '../api/account.js';
import { FormDialog } from '../components/dialogs.js';
import { counted } from '../components/format.js';
import { Loaded } from '../components/list.js';
import { Card, Section } from '../components/page.js';
import { Table } from '../components/values.js';
import { May } from '../session/rights.js';
import { useTrellis } from '../session/session.js';
import classes from './limits.module.css';

type Name = keyof Retention['installation'];

const rows: { name: Name; title: string; note: string }[] = [
  { name: 'history_days', title: 'History', note: 'past values of things' },
  { name: 'activity_days', title: 'Activity', note: 'polls, writes and failures of clients' },
];

/** Shows for how many days past values and activity are shown, and lets the account choose fewer. */
export function RetentionCard() {
  const query = useQuery(retentionQuery(useTrellis()));
  const { data } = query;
  return (
    <Section
      title="Retention"
      actions={
        data && (
          <May scope="svc.connector">
            <ChangeRetention retention={data} />
          </May>
        )
      }
    >
      <Card isFlush>
        <Loaded query={query} lines={2}>
          {(retention) => (
            <Table className={classes.table}>
              <tbody>
                {rows.map(({ name, title, note }) => (
                  <tr key={name}>
                    <th scope="row">
                      <div>{title}</div>
                      <div className={classes.note}>{note}</div>
                    </th>
                    <td className={classes.number}>{daysOf(retention, name)}</td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
        </Loaded>
      </Card>
    </Section>
  );
}

function daysOf({ installation, ...chosen }: Retention, name: Name): string {
  const [days, most] = [chosen[name], installation[name]];
  return days === null || days >= most
    ? counted(most, 'day')
    : `${counted(days, 'day')} (at most ${most})`;
}

const chosenIn = (entered: FormData, name: Name): number | null => {
  const text = String(entered.get(name)).trim();
  return text === '' ? null : Number(text);
};

function ChangeRetention({ retention }: { retention: Retention }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  return (
    <FormDialog
      label="Change"
      title="Change retention"
      submitLabel="Save"
      withCancel
      onSubmit={(entered) =>
        trellis.patch('/retention', {
          body: {
            history_days: chosenIn(entered, 'history_days'),
            activity_days: chosenIn(entered, 'activity_days'),
          },
        })
      }
      onDone={() => void queries.invalidateQueries({ queryKey: ['retention'] })}
    >
      <p>What is older is hidden at once and then deleted. It cannot be restored.</p>
      {rows.map(({ name, title }) => (
        <DaysInput
          key={name}
          name={name}
          label={`${title} (days)`}
          most={retention.installation[name]}
          chosen={retention[name]}
        />
      ))}
    </FormDialog>
  );
}

interface DaysInputProps {
  name: Name;
  label: string;
  most: number;
  chosen: number | null;
}

/** A number of days, with what is wrong below it in place of a bubble of the browser. */
function DaysInput({ name, label, most, chosen }: DaysInputProps) {
  const [isWrong, setIsWrong] = useState(false);
  return (
    <TextInput
      name={name}
      type="number"
      min={1}
      max={most}
      label={label}
      description={`Leave it empty for the ${most} days of the installation.`}
      defaultValue={chosen ?? ''}
      error={isWrong && `Must be a whole number from 1 to ${most}.`}
      onChange={() => setIsWrong(false)}
      onInvalid={(event) => {
        event.preventDefault();
        event.currentTarget.focus();
        setIsWrong(true);
      }}
    />
  );
}

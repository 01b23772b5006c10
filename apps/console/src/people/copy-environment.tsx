import { Button, Checkbox, NativeSelect, PasswordInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '@trellis/client';
import { pathOf, setAt } from '@trellis/schema-form';
import type { SubmitEvent } from 'react';
import { descriptionsQuery, instancesQuery } from '../api/connectors.js';
import { asPerson } from '../api/people.js';
import { DialogButton } from '../components/dialogs.js';
import { List, ListItem } from '../components/list.js';
import { Card } from '../components/page.js';
import { ProblemAlert } from '../components/problem-alert.js';
import { useSession } from '../session/session.js';
import classes from './people.module.css';

type Copied = components['schemas']['CopiedEnvironment'];
type Outcome = components['schemas']['CopyOutcome'];

/** A button to copy the set-up of connectors from another environment of the person. */
export function CopyEnvironment() {
  const { person } = useSession();
  const others = (person?.organizations ?? [])
    .filter(({ role }) => role === 'owner' || role === 'developer')
    .flatMap(({ name: organization, environments }) =>
      environments
        .filter(({ id, deletion }) => id !== person!.environment.id && !deletion)
        .map(({ id, name }) => ({ value: id, label: `${organization} · ${name}` })),
    );
  const may = ['owner', 'developer'].includes(person?.organization.role ?? '');
  if (!person || !may || others.length === 0) return null;
  return (
    <DialogButton label="Copy from…" title="Copy from another environment">
      {(close) => <CopyForm id={person.environment.id} others={others} close={close} />}
    </DialogButton>
  );
}

interface CopyProps {
  id: string;
  others: { value: string; label: string }[];
  close(): void;
}

function CopyForm({ id, others, close }: CopyProps) {
  const { trellis } = useSession();
  const queries = useQueryClient();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (entered: FormData) => {
      const body = {
        from: String(entered.get('from')),
        secrets: secretsIn(entered),
        replace: entered.has('replace'),
      };
      return (await asPerson().post('/environments/{id}/copy', { path: { id }, body })).data;
    },
    meta: { showsProblem: true },
    // It has secrets.
    gcTime: 0,
    onSuccess: () => void queries.invalidateQueries(instancesQuery(trellis)),
  });
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    mutate(new FormData(event.currentTarget));
  }
  const isMore =
    data &&
    [...data.connector_types, ...data.connector_instances].some(({ status }) =>
      ['differs', 'secrets_needed', 'refused'].includes(status),
    );
  return (
    <form className={classes.form} onSubmit={submit}>
      <p className={classes.text}>
        Copies connectors, branding and retention that this environment does not have. Secrets are
        not copied: enter them anew.
      </p>
      <NativeSelect name="from" label="Environment" data={others} />
      <Checkbox
        name="replace"
        size="xs"
        label="Replace what differs"
        description="Connector types get a new version, and instances the other configuration. Secrets of this environment stay."
      />
      {data && <Outcomes copied={data} />}
      {error && <ProblemAlert error={error} />}
      {data && !isMore ? (
        <Button onClick={close}>Done</Button>
      ) : (
        <Button type="submit" loading={isPending}>
          {data ? 'Copy the rest' : 'Copy'}
        </Button>
      )}
    </form>
  );
}

const singleTexts: Record<Copied['branding'], string> = {
  copied: 'copied',
  exists: 'this environment has its own',
  none: 'there is none',
};

function Outcomes({ copied }: { copied: Copied }) {
  const { connector_types: types, connector_instances: instances, branding, retention } = copied;
  const { trellis } = useSession();
  const { data: descriptions } = useQuery(descriptionsQuery(trellis));
  const nameOf = (type: string) =>
    descriptions?.find(({ type_id }) => type_id === type)?.name ?? type;
  return (
    <Card isFlush>
      <List label="What was copied">
        {types.map((type) => (
          <OneOutcome key={`type ${type.connector_type_id}`} {...type}>
            {`Connector type ${nameOf(type.connector_type_id)}`}
          </OneOutcome>
        ))}
        {instances.map((instance) => (
          <OneOutcome key={`instance ${instance.connector_type_id}`} {...instance}>
            {`Instance of ${nameOf(instance.connector_type_id)}`}
          </OneOutcome>
        ))}
        <ListItem title="Branding" side={singleTexts[branding]} />
        <ListItem title="Retention" side={singleTexts[retention]} />
      </List>
    </Card>
  );
}

function OneOutcome({
  connector_type_id: type,
  status,
  secrets = [],
  detail,
  children: name,
}: Outcome & { children: string }) {
  return (
    <>
      <ListItem title={name} note={detail} side={statusTexts[status]} />
      {secrets.length > 0 && (
        <li className={classes.secrets}>
          <p className={classes.text}>Leave them empty to copy it later.</p>
          {secrets.map((pointer) => (
            <PasswordInput
              key={pointer}
              name={`${type}#${pointer}`}
              label={pointer.slice(1).replaceAll('_', ' ')}
              autoComplete="off"
            />
          ))}
        </li>
      )}
    </>
  );
}

const statusTexts: Record<Outcome['status'], string> = {
  copied: 'copied',
  exists: 'is the same already',
  replaced: 'replaced',
  differs: 'differs, and stays as it is',
  secrets_needed: 'needs its secrets',
  refused: 'refused',
};

/** Returns the secrets of a form, by connector type, as the objects to which their JSON Pointers lead. */
function secretsIn(entered: FormData): Record<string, Record<string, unknown>> {
  const secrets: Record<string, Record<string, unknown>> = {};
  for (const [name, value] of entered) {
    const [type = '', pointer] = name.split('#');
    if (pointer === undefined || value === '') continue;
    setAt((secrets[type] ??= {}), pathOf(pointer), value);
  }
  return secrets;
}

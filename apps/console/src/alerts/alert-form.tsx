import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Alert, Condition, NewAlert } from '../api/alerts.js';
import { FormDialog } from '../components/dialogs.js';
import { useTrellis } from '../session/session.js';
import classes from './alerts.module.css';
import { ConditionLimits } from './condition-limits.js';
import { conditionOf, kinds, limitsOf } from './conditions.js';

interface AlertFormProps {
  alert?: Alert;
  onSaved(alert: Alert): void;
}

/** Creates or changes a rule. */
export function AlertForm({ alert, onSaved }: AlertFormProps) {
  const trellis = useTrellis();
  const label = alert ? 'Change' : 'New alert rule';
  async function save(entered: FormData): Promise<Alert> {
    const body = bodyOf(entered, alert?.condition);
    if (!alert) return (await trellis.post('/alerts', { body: withoutNulls(body) })).data;
    const { slack, ...rest } = body;
    // The address for Slack is not shown; an empty field leaves it as it is.
    const change = entered.has('no_slack') ? { ...rest, slack: null } : slack ? body : rest;
    return (await trellis.patch('/alerts/{id}', { path: { id: alert.id }, body: change })).data;
  }
  return (
    <FormDialog
      label={label}
      title={alert ? `Change ${alert.name}` : 'New alert rule'}
      isPrimary={!alert}
      submitLabel={alert ? 'Save' : 'Create'}
      withCancel
      onSubmit={save}
      onDone={onSaved}
    >
      <TextInput
        name="name"
        label="Name"
        placeholder="Customers are offline"
        defaultValue={alert?.name}
        maxLength={256}
        required
        data-autofocus
      />
      <ConditionFields condition={alert?.condition} />
      <Receivers alert={alert} />
      <div className={classes.numbers}>
        <TextInput
          name="group_seconds"
          type="number"
          label="Collect for (seconds)"
          min={0}
          max={3600}
          defaultValue={alert?.group_seconds ?? 60}
          required
        />
        <TextInput
          name="repeat_minutes"
          type="number"
          label="Repeat after (minutes)"
          placeholder="Never"
          min={5}
          max={43_200}
          defaultValue={alert?.repeat_minutes ?? ''}
        />
      </div>
      <Checkbox
        name="recovery"
        size="xs"
        label="Tell also when it works again"
        defaultChecked={alert?.recovery ?? true}
      />
    </FormDialog>
  );
}

function ConditionFields({ condition }: { condition: Condition | undefined }) {
  const [kind, setKind] = useState<Condition['kind']>(condition?.kind ?? 'client_error');
  const known: Record<string, unknown> = condition?.kind === kind ? condition : {};
  const data = Object.entries(kinds).map(([value, { label }]) => ({ value, label }));
  return (
    <>
      <NativeSelect
        name="kind"
        label="Fires when"
        data={data}
        value={kind}
        onChange={({ currentTarget }) => setKind(currentTarget.value as typeof kind)}
      />
      <div className={classes.numbers}>
        {kinds[kind].fields.map(({ name, label, usual, min, max }) => (
          <TextInput
            key={`${kind}/${name}`}
            name={name}
            type="number"
            label={label}
            min={min}
            max={max}
            defaultValue={Number(known[name] ?? usual)}
            required
          />
        ))}
      </div>
      <ConditionLimits
        key={kind}
        limits={kinds[kind].limits ?? []}
        known={condition?.kind === kind ? limitsOf(condition) : {}}
      />
    </>
  );
}

const Receivers = ({ alert }: { alert: Alert | undefined }) => (
  <>
    <Textarea
      name="email"
      label="E-mail addresses"
      description="One per line, up to ten."
      placeholder="support@app.example"
      defaultValue={alert?.email.join('\n')}
      autosize
      minRows={1}
    />
    <TextInput
      name="webhook"
      type="url"
      label="Webhook"
      placeholder="https://app.example/alerts"
      defaultValue={alert?.webhook}
    />
    <TextInput
      name="slack"
      type="url"
      label="Slack-compatible webhook"
      autoComplete="off"
      placeholder={alert?.slack ? `${alert.slack}/… (stays as it is)` : 'https://hooks.slack.com/…'}
    />
    {alert?.slack && <Checkbox name="no_slack" size="xs" label="Remove the webhook for Slack" />}
  </>
);

const numberOr = <Other,>(text: FormDataEntryValue | null, other: Other): number | Other =>
  text === null || text === '' ? other : Number(text);

function bodyOf(entered: FormData, before: Condition | undefined) {
  const text = (name: string) => String(entered.get(name) ?? '').trim();
  return {
    name: text('name'),
    condition: conditionOf(entered, before),
    email: text('email')
      .split(/[\s,;]+/)
      .filter(Boolean),
    webhook: text('webhook') || null,
    slack: text('slack') || null,
    group_seconds: Number(entered.get('group_seconds')),
    repeat_minutes: numberOr(entered.get('repeat_minutes'), null),
    recovery: entered.has('recovery'),
  };
}

const withoutNulls = ({ webhook, slack, ...body }: ReturnType<typeof bodyOf>): NewAlert => ({
  ...body,
  ...(webhook !== null && { webhook }),
  ...(slack !== null && { slack }),
});

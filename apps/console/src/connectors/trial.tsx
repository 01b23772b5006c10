import { Alert } from '@mantine/core';
import { fieldsOf } from '@trellis/schema-form';
import { useEffect, useRef, useState } from 'react';
import { Requests } from '../activity/requests.js';
import type { ConnectorDescription, ConnectorTrial } from '../api/connectors.js';
import { isOwnType } from '../api/types.js';
import { FailureFacts } from '../components/failure-facts.js';
import { counted, formatValue } from '../components/format.js';
import { Empty, List, ListItem } from '../components/list.js';
import { Card } from '../components/page.js';
import { withCode } from '../components/with-code.js';
import { SchemaForm } from '../forms/schema-form.js';
import { useTrellis } from '../session/session.js';
import { AnswersField, isAnswered, toAnswers, type Answer } from './answers-field.js';
import { Explanation } from './explanation.js';
import classes from './trial.module.css';

/** The connector whose instances describe an API. */
const describedType = 'http-json';

interface TrialProps {
  connector: ConnectorDescription;
  /** The configuration of the instance, which is not stored. */
  instance: Record<string, unknown>;
}

/** Polls once with configurations that are not stored, and shows what was sent, received and found. */
export function Trial({ connector, instance }: TrialProps) {
  const trellis = useTrellis();
  const [trial, setTrial] = useState<ConnectorTrial>();
  const [answers, setAnswers] = useState<Answer[]>([]);
  const isOffline = answers.some(isAnswered);
  const fields = fieldsOf(connector.client_configuration_schema);
  return (
    <div className={classes.trial}>
      <p className={classes.text}>
        Enter the configuration of a client. The technology is asked once. No client is created;
        what was sent is listed in Activity.
      </p>
      {(connector.type_id === describedType || isOwnType(connector.type_id)) && (
        <AnswersField answers={answers} onChange={setAnswers} />
      )}
      <SchemaForm
        // Nothing is sent then, so that nothing has to be entered.
        fields={isOffline ? fields.map((field) => ({ ...field, required: false })) : fields}
        prefix="/client_configuration"
        submitLabel="Try"
        onSubmit={async (client) => {
          setTrial(undefined);
          const body = {
            connector_type_id: connector.type_id,
            instance_configuration: instance,
            client_configuration: client,
            ...(isOffline && { answers: toAnswers(answers) }),
          };
          setTrial((await trellis.post('/connectors/try', { body })).data);
        }}
      />
      <div role="status">{trial && <TrialResult trial={trial} />}</div>
    </div>
  );
}

function TrialResult({ trial }: { trial: ConnectorTrial }) {
  const top = useRef<HTMLDivElement>(null);
  // It is below the form, which may be long.
  useEffect(() => {
    // Browsers differ in whether this returns a promise, which is no clean-up.
    void top.current?.scrollIntoView({ block: 'start' });
  }, [trial]);
  const hasProblems = trial.warnings.length > 0 || trial.explanation?.stopped !== undefined;
  return (
    <div ref={top} className={classes.trial}>
      {trial.error ? (
        <Alert color="red" variant="light" title={trial.error.detail}>
          {trial.error.advice && <p className={classes.advice}>{withCode(trial.error.advice)}</p>}
          <FailureFacts failure={trial.error} />
        </Alert>
      ) : (
        <Alert
          color={hasProblems ? 'yellow' : 'teal'}
          variant="light"
          title={`${hasProblems ? 'Connected, with problems' : 'It works'}: ${counted(trial.found, 'device')} found`}
        />
      )}
      {trial.warnings.map((warning, index) => (
        <Alert key={index} color="yellow" variant="light" title={warning.detail}>
          {warning.advice && <p className={classes.advice}>{withCode(warning.advice)}</p>}
          <FailureFacts failure={warning} />
        </Alert>
      ))}
      {trial.explanation && <Explanation explanation={trial.explanation} />}
      <h3>Requests</h3>
      {trial.requests.length === 0 ? (
        <p className={classes.text}>Nothing was sent.</p>
      ) : (
        <Requests requests={trial.requests} />
      )}
      {!trial.error && <Devices devices={trial.devices} />}
    </div>
  );
}

type Device = ConnectorTrial['devices'][number];

/** How many values of a device are shown. */
const maxValues = 4;

function Values({ properties }: Pick<Device, 'properties'>) {
  const all = Object.entries(properties);
  return (
    <>
      {all.slice(0, maxValues).map(([name, { value, ...schema }]) => (
        <span key={name}>
          {name.replaceAll('_', ' ')} {formatValue(value, schema)}
        </span>
      ))}
      {all.length > maxValues && (
        <span
          title={all
            .slice(maxValues)
            .map(([name]) => name.replaceAll('_', ' '))
            .join(', ')}
        >{`and ${all.length - maxValues} more`}</span>
      )}
    </>
  );
}

const Devices = ({ devices }: { devices: Device[] }) => (
  <>
    <h3>Devices</h3>
    <Card isFlush>
      {devices.length === 0 ? (
        <Empty title="None" />
      ) : (
        <List label="Devices">
          {devices.map(({ connector_thing_id: id, title, properties }) => (
            <ListItem
              key={id}
              title={title}
              note={<code>{id}</code>}
              side={<Values properties={properties} />}
            />
          ))}
        </List>
      )}
    </Card>
  </>
);

import { Alert } from '@mantine/core';
import type { ConnectorTrial } from '../api/connectors.js';
import { CodeText } from '../components/code-text.js';
import { counted } from '../components/format.js';
import { List, ListItem } from '../components/list.js';
import { Card } from '../components/page.js';
import { Status } from '../components/values.js';
import classes from './trial.module.css';

type Explained = NonNullable<ConnectorTrial['explanation']>;
type ExplainedPath = Explained['paths'][number];

/** Shows the use that a description made of the answers: where it stopped, and what each of its paths found. */
export const Explanation = ({ explanation }: { explanation: Explained }) => (
  <>
    {explanation.stopped && (
      <Alert color="yellow" variant="light" title={explanation.stopped.why}>
        It stopped at <code>{explanation.stopped.at}</code> of the description.
      </Alert>
    )}
    {explanation.answers.map(
      ({ request, transformed }) =>
        transformed?.body && (
          <section key={request} className={classes.trial}>
            <h3>{`Answer to “${request}” after its transformation`}</h3>
            <CodeText text={transformed.body} label={`Answer to ${request} after transform`} />
          </section>
        ),
    )}
    {explanation.paths.length > 0 && (
      <>
        <h3>Paths of the description</h3>
        <Card isFlush>
          <List label="Paths of the description">
            {explanation.paths.map((path) => (
              <ListItem
                key={path.at}
                title={<code>{path.path}</code>}
                note={<PathNote {...path} />}
                side={<Status tone={toneOf(path)}>{foundText(path)}</Status>}
              />
            ))}
          </List>
        </Card>
      </>
    )}
    {explanation.is_cut && <p className={classes.text}>There was more than is shown.</p>}
  </>
);

function toneOf({ applied, found, unusable = 0 }: ExplainedPath) {
  if (applied === 0) return 'calm';
  return found > unusable ? 'good' : 'bad';
}

function foundText({ applied, found, unusable = 0 }: ExplainedPath): string {
  if (applied === 0) return 'Not reached';
  if (found === 0) return 'Nothing found';
  return unusable === 0 ? `${found} found` : `${found} found, ${unusable} of them unusable`;
}

function PathNote({ at, sample, existing }: ExplainedPath) {
  return (
    <>
      <code>{at}</code>
      {sample.length > 0 && <> · {sample.join(', ')}</>}
      {existing && (
        <>
          {' · '}
          <code>{existing.path}</code> has {counted(existing.members.length, 'member')}
          {existing.members.length > 0 && `: ${existing.members.join(', ')}`}
        </>
      )}
    </>
  );
}

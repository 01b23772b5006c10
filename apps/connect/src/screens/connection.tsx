import { useState } from 'react';
import { explainCause } from '@trellis/client/causes';
import type { AccountChoice, Api, Client, Configuration, Technology } from '../api.js';
import { textOf, troubleOf } from '../errors/problems.js';
import { useWords } from '../texts/words-context.js';
import type { Words } from '../texts/words.js';
import { KindIcon, Sign } from './icons.js';
import { Details, Loading, Notice, Screen, Steps } from './screen.js';
import { useClient } from './use-client.js';

interface ConnectionProps {
  api: Api;
  id: string;
  technologyOf(type: string): Technology;
  configuration: Configuration | undefined;
  message: string | undefined;
  /** Whether a sign-in to another account than before was just refused. */
  isOtherAccount: boolean;
  onError(error: unknown): void;
  onChange(technology: Technology): void;
  onBack?: (() => void) | undefined;
  onAnother?: (() => void) | undefined;
  onDone(client: Client): void;
}

/** The state of a connection, which is polled while it is shown. */
export function Connection({ api, id, ...props }: ConnectionProps) {
  const words = useWords();
  const { client, isSlow, refresh } = useClient(api, id, props.onError);
  if (!client) return <Loading />;
  const technology = props.technologyOf(client.type_id);
  const name = technology.name;
  const signIn = (account?: AccountChoice) =>
    void api
      .authorize(id, account)
      .then((address) => window.location.assign(address), props.onError);
  const shared = { client, technology, signIn };
  return (
    <Screen title={titleOf(client, name, words)} onBack={props.onBack}>
      {props.message && <Notice kind="hint">{props.message}</Notice>}
      {client.status !== 'STARTED' && !client.paused && !client.needs_authorization && (
        <Steps
          technology={technology}
          when="after"

          configuration={props.configuration ?? {}}
        />
      )}
      <div role="status">
        {client.needs_authorization && client.status === 'STARTING' && !client.paused ? (
          <p>{words.signInHint(name)}</p>
        ) : (
          <State {...shared} isSlow={isSlow} />
        )}
      </div>
      <Actions {...shared} {...props} poll={() => void api.poll(id).then(refresh, refresh)} />
    </Screen>
  );
}

function titleOf(client: Client, name: string, words: Words) {
  const { status, paused, needs_authorization: waits } = client;
  if (paused) return name;
  if (status === 'STARTED') return words.connected(name);
  if (status === 'ERROR') return name;
  return waits ? words.signInTitle(name) : words.starting(name);
}

interface StateProps {
  client: Client;
  technology: Technology;
  isSlow: boolean;
}

function State({ client, technology, isSlow }: StateProps) {
  const words = useWords();
  const { status, error, things, things_count: count, warnings } = client;
  if (client.paused || status === 'ERROR') {
    const trouble = troubleOf(client, technology);
    const { title } = words.problems[trouble.words];
    return (
      <div className="notice warning">
        <h2>
          <Sign name="warning" />
          {title}
        </h2>
        <p>{textOf(trouble, words)}</p>
        {client.next_poll && !client.paused && <p>{words.nextAttempt(client.next_poll)}</p>}
        {error && !client.paused && (
          <Details text={[error.detail, error.address].filter(Boolean).join(' ')} />
        )}
      </div>
    );
  }
  if (status === 'STARTING') {
    return (
      <p className="progress">
        <span className="spinner" aria-hidden="true" />
        {isSlow ? words.waitingHint : words.startingHint}
      </p>
    );
  }
  return (
    <>
      <p className="success">
        <Sign name="check" />
        {count === 0 ? words.foundNone : words.found(count)}
      </p>
      <Things things={things} count={count} />
      {warnings.length > 0 && (
        <div className="notice warning">
          <h2>
            <Sign name="warning" />
            {words.warnings}
          </h2>
          <ul>
            {warnings.map(({ code, detail, cause }, index) => {
              const text = words.warningTexts[code] ?? explainCause(cause)?.[words.language];
              return (
                <li key={index} lang={text === undefined ? 'en' : undefined}>
                  {text ?? detail}
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </>
  );
}

function Things({ things, count }: { things: Client['things']; count: number }) {
  const words = useWords();
  if (things.length === 0) return null;
  // A longer list scrolls, so it has to be reachable by keyboard.
  const scrolled = things.length > 3 && { tabIndex: 0, 'aria-label': words.found(count) };
  return (
    <ul className="things" {...scrolled}>
      {things.map(({ id, title, types }) => (
        <li key={id}>
          <KindIcon types={types} />
          {title}
        </li>
      ))}
      {count > things.length && <li className="more">{words.andMore(count - things.length)}</li>}
    </ul>
  );
}

interface ActionsProps extends Pick<
  ConnectionProps,
  'onChange' | 'onAnother' | 'onDone' | 'isOtherAccount'
> {
  client: Client;
  technology: Technology;
  signIn(account?: AccountChoice): void;
  poll(): void;
}

/** The possible next steps, the most likely one first. */
function Actions({ client, technology, signIn, poll, isOtherAccount, ...on }: ActionsProps) {
  const words = useWords();
  const [isBusy, setBusy] = useState(false);
  const signsIn = technology.connect.method === 'oauth2';
  const isTroubled = client.paused || client.status === 'ERROR';
  const trouble = isTroubled ? troubleOf(client, technology) : undefined;
  const needsSignIn = client.needs_authorization || trouble?.action === 'sign in';
  const begin = (account?: AccountChoice) => () => {
    setBusy(true);
    signIn(account);
  };
  const correct = trouble ? words.correct : words.changeSettings;
  const actions = [
    isOtherAccount && { text: words.accountBefore, act: begin('before') },
    isOtherAccount && { text: words.useOtherAccount, act: begin('other') },
    (client.paused || client.status === 'STARTED') && {
      text: words.done,
      act: () => on.onDone(client),
    },
    needsSignIn &&
      !isOtherAccount && {
        text: client.status === 'STARTING' ? words.continueToSignIn(technology.name) : words.signIn,
        act: begin(),
      },
    trouble?.action === 'correct' && { text: correct, act: () => on.onChange(technology) },
    trouble?.action === 'try again' && { text: words.tryAgain, act: poll },
    trouble?.action !== 'correct' && { text: correct, act: () => on.onChange(technology) },
    trouble?.action === 'correct' && { text: words.tryAgain, act: poll },
    signsIn && !needsSignIn && !isOtherAccount && { text: words.signInAgain, act: begin() },
    on.onAnother && { text: words.another, act: on.onAnother },
  ].filter((action) => action !== false && action !== undefined);
  return (
    <div className="actions">
      {actions.map(({ text, act }, index) => (
        <button
          type="button"
          key={text}
          className={
            index === 0 && (client.status !== 'STARTING' || needsSignIn) ? 'primary' : 'secondary'
          }
          aria-disabled={isBusy}
          onClick={act}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

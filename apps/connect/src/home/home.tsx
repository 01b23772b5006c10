import { useEffect, useState } from 'react';
import type { Api, PairedAgent } from '../api.js';
import { QrCode } from '../code/qr-code.js';
import { Loading, Notice, Screen } from '../screens/screen.js';
import { CopyButton } from './copy-button.js';
import { useWords } from '../texts/words-context.js';

/** How often it is looked whether the agent was paired (ms). */
const lookMs = 2_000;

interface HomeProps {
  api: Api;
  onBack(): void;
  /** Called when the agent is connected. */
  onConnected(): void;
  onError(error: unknown): void;
}

/** Shows how the program in the home is paired, and waits for it. */
export function Home({ api, onBack, onConnected, onError }: HomeProps) {
  const words = useWords();
  const [agent, setAgent] = useState<PairedAgent>();
  const [isExpired, setExpired] = useState(false);

  useEffect(() => {
    let isOver = false;
    api.createAgent(words.homeName).then(
      (created) => !isOver && setAgent(created),
      (error: unknown) => !isOver && onError(error),
    );
    return () => {
      isOver = true;
    };
  }, [api, onError, words]);

  const id = agent?.id;
  const expires = agent && Date.parse(agent.pairing.expires);
  useEffect(() => {
    if (id === undefined) return undefined;
    const timer = setInterval(() => {
      if (expires !== undefined && Date.now() > expires) setExpired(true);
      api.readPage().then(
        ({ agents }) => {
          if (agents.some((one) => one.id === id && one.state === 'online')) onConnected();
        },
        () => undefined,
      );
    }, lookMs);
    return () => clearInterval(timer);
  }, [api, id, expires, onConnected]);

  if (!agent) return <Loading />;
  const { code } = agent.pairing;
  const command = `npx @trellis/agent --url ${location.origin} --code ${code}`;
  return (
    <Screen title={words.homeTitle} onBack={onBack}>
      <p>{words.homeIntro}</p>
      <ul className="steps">
        <li>
          <p>{words.homeRun}</p>
          <pre className="command">{command}</pre>
          <CopyButton text={command} />
          <p>{words.homeQrCode}</p>
          <QrCode text={command} label={words.homeQrCode} />
        </li>
        <li>
          <p>{words.homeCode(location.origin)}</p>
          <p className="code">{code}</p>
        </li>
      </ul>
      {isExpired ? (
        <Notice>
          <p>{words.homeExpired}</p>
        </Notice>
      ) : (
        <p role="status">
          <span className="spinner small" aria-hidden="true" /> {words.homeWaiting}
        </p>
      )}
    </Screen>
  );
}

import type { Agent } from '../api.js';
import { useWords } from '../texts/words-context.js';
import { Notice } from './screen.js';

interface OwnHomeProps {
  agents: Agent[];
  onHome(): void;
}

/** The agents of the end user, and the way to another one. */
export function OwnHome({ agents, onHome }: OwnHomeProps) {
  const words = useWords();
  const paired = agents.filter(({ state }) => state !== 'unpaired');
  return (
    <Notice kind="hint">
      <h2>{words.homeQuestion}</h2>
      {paired.length === 0 ? (
        <p>{words.homeHint}</p>
      ) : (
        <ul>
          {paired.map(({ id, name, state }) => (
            <li key={id}>
              {name}: {state === 'online' ? words.homeOnline : words.homeOffline}
            </li>
          ))}
        </ul>
      )}
      <button type="button" className="secondary" onClick={onHome}>
        {paired.length === 0 ? words.connectHome : words.connectAnotherHome}
      </button>
    </Notice>
  );
}

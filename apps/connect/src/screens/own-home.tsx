import type { Agent } from '../api.js';
import { isPaired } from '../session/session.js';
import { useWords } from '../texts/words-context.js';
import { Notice } from './screen.js';

interface OwnHomeProps {
  agents: Agent[];
  onHome(): void;
  onRemoveHome?: ((agent: Agent) => void) | undefined;
}

/** The agents of the end user, and the way to another one. */
export function OwnHome({ agents, onHome, onRemoveHome }: OwnHomeProps) {
  const words = useWords();
  const paired = agents.filter(isPaired);
  return (
    <Notice kind="hint">
      <h2>{words.homeQuestion}</h2>
      {paired.length === 0 ? (
        <p>{words.homeHint}</p>
      ) : (
        <ul className="homes">
          {paired.map((agent) => (
            <li key={agent.id}>
              {agent.name}: {agent.state === 'online' ? words.homeOnline : words.homeOffline}
              {onRemoveHome && (
                <button
                  type="button"
                  className="link"
                  aria-label={words.removeHome(agent.name)}
                  onClick={() => onRemoveHome(agent)}
                >
                  {words.removeIt}
                </button>
              )}
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

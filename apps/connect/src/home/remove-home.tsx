import { useState } from 'react';
import type { Agent } from '../api.js';
import { Screen } from '../screens/screen.js';
import { useWords } from '../texts/words-context.js';

interface RemoveHomeProps {
  agent: Agent;
  onRemove(): Promise<void>;
  onBack(): void;
}

/** Asks whether a home is to be removed, since its connections stop working. */
export function RemoveHome({ agent, onRemove, onBack }: RemoveHomeProps) {
  const words = useWords();
  const [isBusy, setBusy] = useState(false);
  const remove = () => {
    if (isBusy) return;
    setBusy(true);
    void onRemove();
  };
  return (
    <Screen title={words.removeHomeQuestion(agent.name)} onBack={onBack}>
      <p>{words.removeHomeHint}</p>
      <div className="actions">
        <button type="button" className="primary" aria-disabled={isBusy} onClick={remove}>
          {words.removeIt}
        </button>
        <button type="button" className="secondary" onClick={onBack}>
          {words.cancel}
        </button>
      </div>
    </Screen>
  );
}

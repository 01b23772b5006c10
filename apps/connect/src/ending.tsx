import type { Page } from './api.js';
import type { Outcome } from './leave.js';
import { Screen } from './screen.js';
import type { View } from './view.js';
import type { Words } from './words.js';

interface EndingProps {
  page: Page | undefined;
  view: View;
  words: Words;
  show(view: View): void;
  load(): Promise<void>;
  end(outcome: Outcome): void;
}

/** What remains to be said at the end. */
export function Ending({ page, view, words, load, show, end }: EndingProps) {
  if (view.screen === 'done') {
    return (
      <Screen title={words.done} words={words}>
        <p>{words.doneHint}</p>
      </Screen>
    );
  }
  const isExpired = view.screen === 'expired';
  const again = () => {
    show({ screen: 'choice' });
    void load();
  };
  return (
    <Screen title={isExpired ? words.expired : words.failed} words={words}>
      <p>{isExpired ? words.expiredHint : words.failedHint}</p>
      {(!isExpired || page?.return_url !== undefined) && (
        <div className="actions">
          {!isExpired && (
            <button type="button" className="primary" onClick={again}>
              {words.tryAgain}
            </button>
          )}
          {page?.return_url !== undefined && (
            <button
              type="button"
              className="secondary"
              onClick={() => end({ status: 'cancelled' })}
            >
              {words.goBack}
            </button>
          )}
        </div>
      )}
    </Screen>
  );
}

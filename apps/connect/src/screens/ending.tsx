import type { Page } from '../api.js';
import { hintOf } from '../errors/problems.js';
import { firstView, type Opened, type Outcome, type View } from '../session/session.js';
import { useWords } from '../texts/words-context.js';
import { Details, Screen } from './screen.js';

interface EndingProps {
  page: Page | undefined;
  view: View;
  opened: Opened;
  /** Shows a view; undefined starts again as if the page had just been opened. */
  show(view: View | undefined): void;
  load(): Promise<void>;
  end(outcome: Outcome): void;
}

export function Ending({ page, view, opened, load, show, end }: EndingProps) {
  const words = useWords();
  if (view.screen === 'done') {
    return (
      <Screen title={words.done}>
        <p>{words.doneHint}</p>
      </Screen>
    );
  }
  const isExpired = view.screen !== 'failed';
  const isRevoked = view.screen === 'expired' && view.isRevoked === true;
  const { hint, detail } =
    view.screen === 'failed'
      ? hintOf(view.error, words)
      : { hint: isRevoked ? words.revokedHint : words.expiredHint };
  const again = () => {
    show(page && firstView(page, opened));
    void load();
  };
  return (
    <Screen title={isRevoked ? words.revoked : isExpired ? words.expired : words.failed}>
      <p>{hint}</p>
      {detail && <Details text={detail} />}
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

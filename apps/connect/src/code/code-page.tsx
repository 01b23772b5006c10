import { useEffect, useState } from 'react';
import { Header, paint } from '../screens/frame.js';
import { Loading, Notice, Screen } from '../screens/screen.js';
import { WordsContext, useWords } from '../texts/words-context.js';
import { languageOf, wordsOf } from '../texts/words.js';
import { cancelCode, readCode, type DeviceCode } from './device-code.js';
import { QrCode } from './qr-code.js';

/** How often the page asks whether the end user has entered the code (ms). Trellis asks the vendor at its own pace. */
const intervalMs = 2_000;

/** The page on which an end user sees the code to enter at the vendor. It leads back to the app in the end. */
export function CodePage({ state }: { state: string }) {
  const { code, isOver } = useDeviceCode(state);
  const language = languageOf(undefined, navigator.languages);
  const color = code?.branding?.color;
  useEffect(() => {
    document.documentElement.lang = language;
    if (color !== undefined) paint(color);
  }, [language, color]);
  return (
    <WordsContext value={wordsOf(language)}>
      <div className="shell">
        <Header name={code?.branding?.name} subjectName={undefined} />
        <main>
          <Shown code={code} isOver={isOver} onCancel={() => void cancel(state)} />
        </main>
      </div>
    </WordsContext>
  );
}

async function cancel(state: string): Promise<void> {
  const { location } = (await cancelCode(state)) ?? {};
  if (location === undefined) window.location.reload();
  else window.location.replace(location);
}

/** Reads the code until it was entered, and then leads back to the app if that has an address. */
function useDeviceCode(state: string): { code: DeviceCode | undefined; isOver: boolean } {
  const [code, setCode] = useState<DeviceCode>();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    let timer: number | undefined;
    let isGone = false;
    async function read(): Promise<void> {
      // A failed request is repeated: the code stays valid.
      const found = await readCode(state).catch(() => null);
      if (isGone) return;
      if (found === undefined) return setOver(true);
      if (found) setCode(found);
      if (found?.ended?.location !== undefined) {
        return window.location.replace(found.ended.location);
      }
      if (!found?.ended) timer = window.setTimeout(() => void read(), intervalMs);
    }
    void read();
    return () => {
      isGone = true;
      window.clearTimeout(timer);
    };
  }, [state]);
  return { code, isOver };
}

interface ShownProps {
  code: DeviceCode | undefined;
  isOver: boolean;
  onCancel(): void;
}

function Shown({ code, isOver, onCancel }: ShownProps) {
  const words = useWords();
  if (isOver) {
    return (
      <Screen title={words.codeExpired}>
        <p>{words.codeExpiredHint}</p>
      </Screen>
    );
  }
  if (code?.ended) return <Ended {...code} error={code.ended.error} />;
  return code?.codes ? <Codes {...code} codes={code.codes} onCancel={onCancel} /> : <Loading />;
}

function Ended({ name, error }: { name: string; error: string | undefined }) {
  const words = useWords();
  return error === undefined ? (
    <Screen title={words.connected(name)}>
      <p>{words.doneHint}</p>
    </Screen>
  ) : (
    <Screen title={words.failed}>
      <p>{error === 'expired_token' ? words.codeExpiredHint : words.codeRefused}</p>
    </Screen>
  );
}

interface CodesProps {
  name: string;
  codes: NonNullable<DeviceCode['codes']>;
  onCancel(): void;
}

function Codes({ name, codes, onCancel }: CodesProps) {
  const words = useWords();
  const { user_code, verification_uri, verification_uri_complete: complete } = codes;
  const address = complete ?? verification_uri;
  return (
    <Screen title={words.signInTitle(name)}>
      <p>{words.codeHint(name)}</p>
      <p className="code" aria-label={words.code}>
        {user_code}
      </p>
      <div className="actions">
        <a className="primary" href={address} target="_blank" rel="noopener noreferrer">
          {words.openAddress(new URL(verification_uri).host)}
        </a>
        <button type="button" className="secondary" onClick={onCancel}>
          {words.cancel}
        </button>
      </div>
      <Notice kind="hint">
        <p>{words.codeElsewhere}</p>
        <p className="address">{verification_uri}</p>
        <QrCode text={address} label={words.qrCode} />
      </Notice>
      <p className="progress" role="status">
        <span className="spinner" aria-hidden="true" />
        {words.codeWaiting}
      </p>
    </Screen>
  );
}

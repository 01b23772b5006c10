import { useState } from 'react';
import { useWords } from '../texts/words-context.js';

/** Copies a text, where the browser allows it: it does on secure pages. */
export function CopyButton({ text }: { text: string }) {
  const words = useWords();
  const [isCopied, setCopied] = useState(false);
  const { clipboard } = navigator as Partial<Navigator>;
  if (!clipboard) return null;
  const copy = () =>
    clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <>
      <button type="button" className="secondary" onClick={() => void copy()}>
        {isCopied ? words.copied : words.copy}
      </button>
      <span role="status" className="visually-hidden">
        {isCopied && words.copied}
      </span>
    </>
  );
}

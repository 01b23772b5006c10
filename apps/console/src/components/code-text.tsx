import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { jsonTokens, prettyJson } from './json-text.js';
import classes from './code-text.module.css';

interface CopyProps {
  text: string;
  label: string;
}

const shownMs = 1_500;

/** Copies a text, and says for a moment that it did. */
function useCopy(text: string) {
  const [isCopied, setIsCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), shownMs);
  }
  return { isCopied, copy };
}

export function CopyTextButton({ text }: { text: string }) {
  const { isCopied, copy } = useCopy(text);
  return (
    <Button variant="default" onClick={() => void copy()}>
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  );
}

export function CopyButton({ text, label }: CopyProps) {
  const { isCopied, copy } = useCopy(text);
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <ActionIcon
      size="xs"
      aria-label={isCopied ? 'Copied' : `Copy ${label}`}
      title={`Copy ${label}`}
      onClick={() => void copy()}
    >
      <Icon size={13} aria-hidden="true" />
    </ActionIcon>
  );
}

/** An id with a button that copies it. */
export const CopyableCode = ({ text, label }: CopyProps) => (
  <span className={classes.copyable}>
    <code className={classes.id}>{text}</code>
    <CopyButton text={text} label={label} />
  </span>
);

/** A text of others, in colors if it is JSON. */
export function CodeText({ text, label }: CopyProps) {
  const json = prettyJson(text);
  return (
    // Focusable, so that it can be scrolled with the keyboard.
    <pre className={classes.code} tabIndex={0} aria-label={label} role="region">
      {json === undefined
        ? text
        : jsonTokens(json).map((token, index) =>
            token.role === 'other' ? (
              token.text
            ) : (
              <span key={index} className={classes[token.role]}>
                {token.text}
              </span>
            ),
          )}
    </pre>
  );
}

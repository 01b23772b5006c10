import { Button, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import classes from './copy-text.module.css';

/** A text to be copied: by its button, or by hand where a browser gives pages without TLS no clipboard. */
export function CopyText({ label, text }: { label: string; text: string }) {
  const { copied, copy } = useClipboard();
  return (
    <div className={classes.copy}>
      <TextInput
        label={label}
        value={text}
        readOnly
        classNames={{ input: classes.text! }}
        onFocus={(event) => event.currentTarget.select()}
      />
      {window.isSecureContext && (
        <Button
          variant="default"
          size="sm"
          aria-label={`Copy: ${label}`}
          onClick={() => copy(text)}
        >
          <span role="status">{copied ? 'Copied' : 'Copy'}</span>
        </Button>
      )}
    </div>
  );
}

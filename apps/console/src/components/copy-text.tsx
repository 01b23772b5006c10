import { Button, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import classes from './copy-text.module.css';

/** A text to copy. Without TLS there is no clipboard access, and so no button. */
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

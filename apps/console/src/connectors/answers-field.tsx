import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import form from '../forms/form.module.css';

/** An answer that is used in place of a request. */
export interface Answer {
  /** The name of the request, or its path; empty for any request. */
  to: string;
  body: string;
}

interface AnswersFieldProps {
  answers: Answer[];
  onChange(answers: Answer[]): void;
}

const maxAnswers = 100;

export const isAnswered = ({ body }: Answer): boolean => body.trim() !== '';

/** Returns the answers as a trial takes them: a path and query, an address, or the name of a request. */
export const toAnswers = (answers: readonly Answer[]) =>
  answers.filter(isAnswered).map(({ to, body }) => {
    const name = to.trim();
    if (name === '') return { body };
    return /^(\/|https?:)/.test(name) ? { url: name, body } : { request: name, body };
  });

/** Answers of an API that are used in place of requests: nothing is sent then. */
export function AnswersField({ answers, onChange }: AnswersFieldProps) {
  const set = (index: number, changed: Partial<Answer>) =>
    onChange(answers.map((one, other) => (other === index ? { ...one, ...changed } : one)));
  return (
    <fieldset className={form.group}>
      <legend>Answers (optional)</legend>
      <div className={form.note}>
        With answers from the documentation of the API, nothing is sent, and no credentials are
        needed.
      </div>
      {answers.map(({ to, body }, index) => (
        <div className={form.item} key={index}>
          <fieldset className={form.group}>
            <legend>Answer {index + 1}</legend>
            <TextInput
              label="Request"
              description="Its path and query, such as /sensors?page=1, or its name in the description; any if empty."
              maxLength={2048}
              value={to}
              onChange={({ target }) => set(index, { to: target.value })}
            />
            <Textarea
              label="Body"
              autosize
              minRows={3}
              maxRows={12}
              spellCheck={false}
              value={body}
              onChange={({ target }) => set(index, { body: target.value })}
            />
          </fieldset>
          <ActionIcon
            size="lg"
            aria-label={`Remove answer ${index + 1}`}
            onClick={() => onChange(answers.filter((_, other) => other !== index))}
          >
            <IconTrash size={16} stroke={1.6} />
          </ActionIcon>
        </div>
      ))}
      {answers.length < maxAnswers && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            onClick={() => onChange([...answers, { to: '', body: '' }])}
          >
            Add answer
          </Button>
        </div>
      )}
    </fieldset>
  );
}

import { Button, Input, type InputProps } from '@mantine/core';
import type { InputHTMLAttributes, SubmitEvent } from 'react';
import classes from './line-form.module.css';

type Attributes = Omit<InputHTMLAttributes<HTMLInputElement>, keyof InputProps | 'onSubmit'>;

interface LineFormProps extends Attributes {
  label: string;
  submitLabel: string;
  isPrimary?: boolean;
  isBusy?: boolean;
  onSubmit(text: string, form: HTMLFormElement): void;
}

/** An input of one line with a button, so that incomplete input is not sent. */
export function LineForm(props: LineFormProps) {
  const { label, submitLabel, isPrimary, isBusy, onSubmit, ...input } = props;
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    onSubmit(String(new FormData(form).get('text')), form);
  }
  return (
    <form className={classes.line} onSubmit={submit}>
      <Input name="text" size="xs" aria-label={label} required {...input} />
      <Button type="submit" variant={isPrimary ? undefined : 'default'} loading={isBusy}>
        {submitLabel}
      </Button>
    </form>
  );
}

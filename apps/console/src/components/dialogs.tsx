import { Button, Group, Modal, TextInput, type ButtonProps, type ModalProps } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import type { Removal } from '../api/connectors.js';
import classes from './dialogs.module.css';
import { counted } from './format.js';
import { Loaded } from './list.js';
import { ProblemAlert } from './problem-alert.js';

interface DialogButtonProps extends Omit<ButtonProps, 'children' | 'title'> {
  label: string;
  /** Title of the dialog; the label by default. */
  title?: string;
  /** Whether the button is the main one of the screen. */
  isPrimary?: boolean;
  modal?: Partial<ModalProps>;
  /** Renders the content of the dialog, which is mounted while the dialog is open. */
  children(close: () => void): ReactNode;
}

export function DialogButton(props: DialogButtonProps) {
  const { label, title, isPrimary, modal, children, ...button } = props;
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        variant={isPrimary ? undefined : 'default'}
        {...button}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title ?? label} {...modal}>
        {children(close)}
      </Modal>
    </>
  );
}

interface FormProps<Result> {
  submitLabel: string;
  submitColor?: string;
  withCancel?: boolean;
  /** Sends the input. The dialog shows the error if it rejects. */
  onSubmit(entered: FormData): Promise<Result>;
  /** Called after the dialog was closed. */
  onDone(result: Result): unknown;
  children: ReactNode;
}

type FormDialogProps<Result> = Omit<DialogButtonProps, 'children'> & FormProps<Result>;

export const FormDialog = <Result,>(props: FormDialogProps<Result>) => {
  const { submitLabel, submitColor, withCancel, onSubmit, onDone, children, ...button } = props;
  const form = { submitLabel, submitColor, withCancel, onSubmit, onDone, children };
  return <DialogButton {...button}>{(close) => <Form {...form} close={close} />}</DialogButton>;
};

function Form<Result>({ close, ...form }: FormProps<Result> & { close(): void }) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: form.onSubmit,
    meta: { showsProblem: true },
    // The response may contain a secret.
    gcTime: 0,
    onSuccess: (result) => {
      close();
      form.onDone(result);
    },
  });
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    mutate(new FormData(event.currentTarget));
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      {form.children}
      {error && <ProblemAlert error={error} />}
      <Group justify={form.withCancel ? 'flex-end' : 'flex-start'}>
        {form.withCancel && (
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
        )}
        <Button type="submit" color={form.submitColor} loading={isPending}>
          {form.submitLabel}
        </Button>
      </Group>
    </form>
  );
}

interface DeleteDialogProps<Outcome> {
  title: string;
  /** Label of the buttons; `Delete` by default. The one that deletes has no `…`. */
  label?: string;
  children?: ReactNode;
  /** Reads what would be deleted, if the interface supports that. */
  preview?: () => Promise<{ data?: unknown }>;
  onDelete(): Promise<Outcome>;
  onDeleted(outcome: Outcome): unknown;
}

/** A button that deletes something after a confirmation. */
export const DeleteDialog = <Outcome,>(props: DeleteDialogProps<Outcome>) => {
  const { title, label = 'Delete', children, preview, onDelete, onDeleted } = props;
  return (
    <FormDialog
      label={label}
      title={title}
      c="red"
      submitLabel={label.replace('…', '')}
      submitColor="red"
      withCancel
      onSubmit={onDelete}
      onDone={onDeleted}
    >
      {preview && <Preview title={title} preview={preview} />}
      {children}
    </FormDialog>
  );
};

/** A field of a dialog that cannot be undone: it takes only this text. */
export const TypedConfirmation = ({ text, title }: { text: string; title: string }) => (
  <TextInput
    label={`Type ${text} to confirm`}
    name="confirmation"
    autoComplete="off"
    required
    pattern={text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}
    title={title}
    data-autofocus
  />
);

/** Query of a request that only reports what it would delete. */
export const dryRun = { dry_run: 'true' } as const;

type PreviewProps = Required<Pick<DeleteDialogProps<unknown>, 'title' | 'preview'>>;

function Preview({ title, preview }: PreviewProps) {
  const query = useQuery({
    queryKey: ['preview', title],
    queryFn: async () => (await preview()).data as Removal,
    gcTime: 0,
  });
  return (
    <Loaded query={query}>
      {({ clients, things, links }) => {
        const parts = [
          clients.length > 0 && counted(clients.length, 'client'),
          things.length > 0 && counted(things.length, 'thing'),
          links.length > 0 && counted(links.length, 'link'),
        ].filter(Boolean);
        return (
          <p className={classes.text}>
            {parts.length === 0
              ? 'Nothing else is deleted with it.'
              : `This deletes ${parts.join(', ')}.`}
          </p>
        );
      }}
    </Loaded>
  );
}

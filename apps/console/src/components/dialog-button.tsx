import { Button, Modal, type ButtonProps, type ModalProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';

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

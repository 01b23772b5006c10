import { Button, Modal, type ButtonProps, type ModalProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';

interface DialogButtonProps extends Omit<ButtonProps, 'children' | 'title'> {
  label: string;
  /** Title of the dialog; the label by default. */
  title?: string;
  modal?: Partial<ModalProps>;
  /** Renders the content of the dialog, which is mounted while the dialog is open. */
  children(close: () => void): ReactNode;
}

export function DialogButton({ label, title, modal, children, ...button }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="default" {...button} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title ?? label} {...modal}>
        {children(close)}
      </Modal>
    </>
  );
}

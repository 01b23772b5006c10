import { Button, Loader, Modal } from '@mantine/core';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { DataSchema } from '../api/things.js';

const ValueForm = lazy(() => import('../forms/value-form.js'));

interface ValueDialogProps {
  label: string;
  title: string;
  schema: DataSchema;
  value?: unknown;
  icon?: ReactNode;
  onSubmit(value: unknown): Promise<unknown>;
}

/** A button that opens a form for a value. */
export function ValueDialog({ label, title, schema, value, icon, onSubmit }: ValueDialogProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="default" leftSection={icon} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title}>
        <Suspense fallback={<Loader />}>
          <ValueForm
            schema={schema}
            value={value}
            submitLabel={title}
            onSubmit={async (entered) => {
              await onSubmit(entered);
              close();
            }}
          />
        </Suspense>
      </Modal>
    </>
  );
}

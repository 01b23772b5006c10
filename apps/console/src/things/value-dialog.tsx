import { Loader } from '@mantine/core';
import { lazy, Suspense, type ReactNode } from 'react';
import type { DataSchema } from '../api/things.js';
import { DialogButton } from '../components/dialogs.js';

const ValueForm = lazy(() => import('../forms/value-form.js'));

interface ValueDialogProps {
  label: string;
  title: string;
  schema: DataSchema;
  value?: unknown;
  icon?: ReactNode;
  onSubmit(value: unknown): Promise<unknown>;
}

export const ValueDialog = ({ label, title, icon, onSubmit, ...value }: ValueDialogProps) => (
  <DialogButton label={label} title={title} leftSection={icon}>
    {(close) => (
      <Suspense fallback={<Loader />}>
        <ValueForm
          {...value}
          submitLabel={title}
          onSubmit={async (entered) => {
            await onSubmit(entered);
            close();
          }}
        />
      </Suspense>
    )}
  </DialogButton>
);

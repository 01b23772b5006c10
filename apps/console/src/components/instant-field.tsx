import { TextInput } from '@mantine/core';

interface InstantFieldProps {
  className?: string | undefined;
  label: string;
  value: string | undefined;
  onChange(instant: string): void;
}

/** An instant in the time zone of the browser; its value is in UTC. */
export const InstantField = ({ className, label, value, onChange }: InstantFieldProps) => (
  <TextInput
    className={className}
    type="datetime-local"
    aria-label={label}
    leftSection={label}
    leftSectionWidth={52}
    value={toLocal(value)}
    onChange={({ target }) => onChange(toUtc(target.value))}
  />
);

function toLocal(instant: string | undefined): string {
  const time = Date.parse(instant ?? '');
  if (Number.isNaN(time)) return '';
  const offsetMs = new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time - offsetMs).toISOString().slice(0, 16);
}

function toUtc(local: string): string {
  const time = Date.parse(local);
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
}

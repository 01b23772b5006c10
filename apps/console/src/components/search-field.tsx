import { CloseButton, Input } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

interface SearchFieldProps {
  label: string;
  value: string | undefined;
  onChange(text: string | undefined): void;
}

export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value ?? '');
  const search = useDebouncedCallback((typed: string) => onChange(typed.trim() || undefined), 250);
  const type = (typed: string) => {
    setText(typed);
    search(typed);
  };
  return (
    <Input
      type="search"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      maxLength={100}
      value={text}
      onChange={({ target }) => type(target.value)}
      leftSection={<IconSearch size={15} stroke={1.6} aria-hidden="true" />}
      rightSectionPointerEvents="all"
      rightSection={
        text && <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} />
      }
    />
  );
}

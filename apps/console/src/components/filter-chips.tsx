import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import classes from './filter-chips.module.css';

interface FilterChipsProps<Name extends string> {
  filters: { name: Name; label: string; text?: string }[];
  onRemove(name: Name): void;
}

/** Shows the filters that no control shows; a click removes one. */
export const FilterChips = <Name extends string>({ filters, onRemove }: FilterChipsProps<Name>) => (
  <div className={classes.chips}>
    {filters.map(({ name, label, text = label }) => (
      <Button
        key={name}
        variant="light"
        size="compact-xs"
        rightSection={<IconX size={12} aria-hidden="true" />}
        onClick={() => onRemove(name)}
        aria-label={`Remove the filter: ${label}`}
      >
        {text}
      </Button>
    ))}
  </div>
);

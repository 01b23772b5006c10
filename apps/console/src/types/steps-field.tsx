import { ActionIcon, Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import form from '../forms/form.module.css';
import type { Draft, ErrorAt } from './draft.js';

type Steps = Draft['steps'];
type Step = Steps[number];

interface StepsFieldProps {
  steps: Steps;
  errorAt: ErrorAt;
  onChange(steps: Steps): void;
}

const maxSteps = 10;

const whens = [
  { value: 'before', label: 'Before the form' },
  { value: 'after', label: 'After the form' },
];

/** The steps of end users at the device or vendor. */
export function StepsField({ steps, errorAt, onChange }: StepsFieldProps) {
  const set = (index: number, changed: Partial<Step>) =>
    onChange(steps.map((step, other) => (other === index ? { ...step, ...changed } : step)));
  return (
    <fieldset className={form.group}>
      <legend>Steps for end users</legend>
      {steps.map((step, index) => (
        <div className={form.item} key={index}>
          <fieldset className={form.group}>
            <legend>Step {index + 1}</legend>
            <TextInput
              label="Title"
              required
              maxLength={100}
              value={step.title}
              onChange={({ target }) => set(index, { title: target.value })}
              error={errorAt(`/steps/${index}/title`)}
            />
            <Textarea
              label="Explanation"
              autosize
              maxLength={1000}
              value={step.description}
              onChange={({ target }) => set(index, { description: target.value })}
              error={errorAt(`/steps/${index}/description`)}
            />
            <NativeSelect
              label="When"
              data={whens}
              value={step.when}
              onChange={({ target }) => set(index, { when: target.value as Step['when'] })}
            />
          </fieldset>
          <ActionIcon
            size="lg"
            aria-label={`Remove step ${index + 1}`}
            onClick={() => onChange(steps.filter((_, other) => other !== index))}
          >
            <IconTrash size={16} stroke={1.6} />
          </ActionIcon>
        </div>
      ))}
      {steps.length < maxSteps && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            onClick={() => onChange([...steps, { title: '', description: '', when: 'before' }])}
          >
            Add step
          </Button>
        </div>
      )}
    </fieldset>
  );
}

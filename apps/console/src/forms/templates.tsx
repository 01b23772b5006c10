import { ActionIcon, Button, Input } from '@mantine/core';
import {
  ADDITIONAL_PROPERTY_FLAG,
  canExpand,
  descriptionId,
  errorId,
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTemplateProps,
  type FieldTemplateProps,
  type MultiSchemaFieldTemplateProps,
  type ObjectFieldTemplateProps,
  type WrapIfAdditionalTemplateProps,
} from '@rjsf/utils';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import classes from './form.module.css';

/** A field with its label, description and errors. */
export function Field(props: FieldTemplateProps) {
  const {
    id,
    label,
    required,
    displayLabel,
    rawDescription,
    rawErrors = [],
    hidden,
    children,
  } = props;
  if (hidden) return <div hidden>{children}</div>;
  const errors = [...new Set(rawErrors)].join(' ');
  return (
    <WrapIfAdditional {...props}>
      <Input.Wrapper
        id={id}
        label={displayLabel ? label : undefined}
        description={displayLabel && rawDescription ? withCode(rawDescription) : undefined}
        error={errors || undefined}
        required={(required ?? false) && displayLabel === true}
        descriptionProps={{ id: descriptionId(id) }}
        errorProps={{ id: errorId(id), role: 'alert' }}
      >
        {children}
      </Input.Wrapper>
    </WrapIfAdditional>
  );
}

/** A text in which what is between backticks is code. */
const withCode = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));

/** A member whose name is given by who fills in the form. */
export function WrapIfAdditional(props: WrapIfAdditionalTemplateProps | FieldTemplateProps) {
  const { id, label, schema, children, onKeyRenameBlur, onRemoveProperty } = props;
  if (!(ADDITIONAL_PROPERTY_FLAG in schema)) return children;
  return (
    <div className={classes.pair}>
      <Input.Wrapper id={`${id}-key`} label="Name">
        <Input id={`${id}-key`} defaultValue={label} onBlur={onKeyRenameBlur} />
      </Input.Wrapper>
      {children}
      <Remove label={`Remove ${label}`} onClick={onRemoveProperty} />
    </div>
  );
}

export function ObjectFields(props: ObjectFieldTemplateProps) {
  const { title, description, properties, schema, uiSchema, formData, onAddProperty, fieldPathId } =
    props;
  const isRoot = fieldPathId.path.length === 0;
  const contents = properties.map(({ content }) => content);
  // Of some choices nothing is left to enter, such as of no authentication.
  const isEmpty = properties.every(({ hidden }) => hidden);
  if (isEmpty && !canExpand(schema, uiSchema, formData)) return contents;
  const fields = (
    <>
      {!isRoot && description && <div className={classes.note}>{description}</div>}
      {contents}
      {canExpand(schema, uiSchema, formData) && <Add onClick={onAddProperty} />}
    </>
  );
  return isRoot ? (
    <div className={classes.fields}>{fields}</div>
  ) : (
    <fieldset className={classes.group}>
      <legend>{title}</legend>
      {fields}
    </fieldset>
  );
}

export const ArrayFields = ({
  title,
  schema,
  items,
  canAdd,
  onAddClick,
}: ArrayFieldTemplateProps) => (
  <fieldset className={classes.group}>
    <legend>{title}</legend>
    {schema.description && <div className={classes.note}>{schema.description}</div>}
    {items}
    {canAdd && <Add onClick={onAddClick} />}
  </fieldset>
);

export const ArrayItem = ({ children, buttonsProps, index }: ArrayFieldItemTemplateProps) => (
  <div className={classes.item}>
    <div>{children}</div>
    {buttonsProps.hasRemove && (
      <Remove label={`Remove entry ${index + 1}`} onClick={buttonsProps.onRemoveItem} />
    )}
  </div>
);

/** One of several kinds, and the fields of that kind. */
export const Alternatives = ({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) => (
  <div className={classes.fields}>
    {selector}
    {optionSchemaField}
  </div>
);

const Add = ({ onClick }: { onClick: ((event?: never) => void) | (() => void) }) => (
  <div>
    <Button
      variant="default"
      leftSection={<IconPlus size={14} aria-hidden="true" />}
      onClick={() => onClick()}
    >
      Add
    </Button>
  </div>
);

const Remove = ({ label, onClick }: { label: string; onClick(): void }) => (
  <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={() => onClick()}>
    <IconTrash size={16} stroke={1.6} />
  </ActionIcon>
);

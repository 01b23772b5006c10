import { Button } from '@mantine/core';
// The whole package also imports a validator that compiles schemas.
import withTheme from '@rjsf/core/lib/withTheme.js';
import { useMemo, useState } from 'react';
import { ProblemAlert } from '../components/problem-alert.js';
import classes from './form.module.css';
import { problemErrors } from './problem-errors.js';
import { formSchemaOf, uiSchemaOf, type JsonSchema } from './schemas.js';
import {
  Alternatives,
  ArrayFields,
  ArrayItem,
  Field,
  ObjectFields,
  WrapIfAdditional,
} from './templates.js';
import { validator } from './validator.js';
import { CheckInput, ChoiceInput, LineInput, LongInput } from './widgets.js';

const Form = withTheme({
  templates: {
    ArrayFieldItemTemplate: ArrayItem,
    ArrayFieldTemplate: ArrayFields,
    BaseInputTemplate: LineInput,
    FieldTemplate: Field,
    MultiSchemaFieldTemplate: Alternatives,
    ObjectFieldTemplate: ObjectFields,
    WrapIfAdditionalTemplate: WrapIfAdditional,
  },
  widgets: { CheckboxWidget: CheckInput, SelectWidget: ChoiceInput, TextareaWidget: LongInput },
});

interface SchemaFormProps {
  schema: JsonSchema;
  /** Where the data are in what is sent, such as `/configuration`: by that, problems name members. */
  prefix: string;
  /** What the fields hold at first. */
  initial?: unknown;
  submitLabel: string;
  /** Sends the data; what it throws is shown. */
  onSubmit(data: Record<string, unknown>): Promise<unknown>;
}

/** Without a handler the library writes the errors to the browser's console. */
const shownByFields = () => undefined;

/** A form made from a JSON Schema. */
export function SchemaForm(props: SchemaFormProps) {
  const { schema, prefix, initial = {}, submitLabel, onSubmit } = props;
  const [data, setData] = useState<unknown>(initial);
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const formSchema = useMemo(() => formSchemaOf(schema), [schema]);
  const uiSchema = useMemo(() => uiSchemaOf(schema), [schema]);
  const { fields, hasOthers } = useMemo(() => problemErrors(error, prefix), [error, prefix]);

  async function submit(formData: unknown) {
    setIsBusy(true);
    setError(undefined);
    try {
      await onSubmit((formData ?? {}) as Record<string, unknown>);
    } catch (reason) {
      setError(reason);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Form
      schema={formSchema}
      uiSchema={uiSchema}
      formData={data}
      validator={validator}
      extraErrors={fields}
      extraErrorsBlockSubmit={false}
      showErrorList={false}
      noHtml5Validate
      focusOnFirstError
      idPrefix="form"
      onChange={({ formData }) => setData(formData)}
      onSubmit={({ formData }) => void submit(formData)}
      onError={shownByFields}
    >
      {error !== undefined && hasOthers && <ProblemAlert error={error} />}
      <div className={classes.foot}>
        <Button type="submit" loading={isBusy}>
          {submitLabel}
        </Button>
      </div>
    </Form>
  );
}

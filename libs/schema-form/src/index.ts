export { assignErrors, validate, type InputError } from './errors.js';
export {
  chosenVariant,
  fieldsOf,
  itemCount,
  itemFields,
  shownFields,
  type Field,
  type Values,
} from './fields.js';
export { toPatch } from './patch.js';
export { pathOf, setAt } from './pointer.js';
export { hasMembers, type Schema } from './schema.js';
export { initialValues, removeItem, toConfiguration, valuesOf } from './values.js';

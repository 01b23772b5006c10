import type { Connector } from '@trellis/connector-sdk';
import { Problem, typeLimits, typeTexts, type TypeTexts } from '@trellis/contracts';
import type { Binding } from '@trellis/sealing';
import type { Runtime } from '../../runtime.js';
import { checkConfiguration } from '../../secrets/configuration.js';

interface OfType {
  developer: string;
  typeId: string;
}

export const bindingOf = ({ developer, typeId }: OfType): Binding => ({
  purpose: 'connector_type_versions.configuration',
  developer,
  id: typeId,
});

/** Opens the description of a version. */
export const openVersion = (
  { registry, configurations }: Pick<Runtime, 'registry' | 'configurations'>,
  row: OfType & { configuration: string },
): Record<string, unknown> =>
  configurations.open({
    schema: registry.get(row.typeId).instance.schema,
    binding: bindingOf(row),
    sealed: row.configuration,
  });

/** Returns the texts of a stored version. */
export const textsOf = ({ texts }: { texts: string }): TypeTexts =>
  typeTexts.parse(JSON.parse(texts));

/** Checks the description of a new version; throws `invalid_configuration`. */
export function checkDescription(connector: Connector, given: unknown): Record<string, unknown> {
  const checked = checkConfiguration(connector.instance.schema, given);
  const { configurationLength } = typeLimits;
  if (JSON.stringify(checked).length <= configurationLength) return checked;
  const detail = `Must have at most ${configurationLength} characters.`;
  throw new Problem('invalid_configuration', 'The description is not valid.', {
    errors: [{ pointer: '/configuration', detail }],
  });
}

import {
  type PrivateType,
  privateType,
  privateTypeId,
  shownConfiguration,
  type ShownConfiguration,
  type TypeTrial,
  typeTexts,
  typeTrial,
} from '@trellis/contracts';
import { z } from 'zod';
import type { Hrefs } from '../resources/hrefs.js';
import { reference } from '../resources/reference.js';

const texts = {
  name: typeTexts.shape.name.describe('As developers and end users see it.'),
  description: typeTexts.shape.description.describe('What it connects.'),
  category: typeTexts.shape.category.describe('A kind of your own, such as `energy`.'),
  steps: typeTexts.shape.steps.describe(
    'What an end user has to do `before` filling in the form or `after`, such as finding a key.',
  ),
  translations: typeTexts.shape.translations.describe(
    'Translations of these texts, and of titles and descriptions of parameters, by language and text.',
  ),
};

const configuration = z.record(z.string(), z.unknown()).meta({
  writeOnly: true,
  description:
    'The description of the API: a configuration of an instance of `http-json`. Its `parameters` are the form of ' +
    'end users.',
});

const example = {
  name: 'SolarEdge',
  description: 'Inverters of SolarEdge.',
  category: 'energy',
  translations: { de: { 'Inverters of SolarEdge.': 'Wechselrichter von SolarEdge.' } },
  configuration: {
    base_url: 'https://monitoringapi.solaredge.com',
    parameters: { site: { title: 'Site' }, api_key: { title: 'API key', secret: true } },
    authentication: { scheme: 'api_key', in: 'query', name: 'api_key', key: '{api_key}' },
    requests: { overview: { path: '/site/{site}/overview' } },
    devices: [
      {
        request: 'overview',
        entities: '$.overview',
        id: '{site}',
        properties: [{ capability: 'power', value: '$.currentPower.power' }],
      },
    ],
  },
};

export const newTypeVersion = z
  .strictObject({ ...texts, configuration })
  .meta({ id: 'NewConnectorTypeVersion', example });

export const newType = newTypeVersion
  .extend({ type_id: privateTypeId.describe('Its `connector_type_id`, which never changes.') })
  .meta({ id: 'NewConnectorType', example: { type_id: 'x-solaredge', ...example } });

export const typePatch = z
  .strictObject({ version: z.number().int().describe('The retained version to use again.') })
  .meta({ id: 'ConnectorTypePatch', example: { version: 1 } });

export const listedType = privateType
  .omit({ number: true, tag: true })
  .extend({
    logo: z.string().describe('Its address; empty without one.'),
    connector: reference,
  })
  .meta({ id: 'ListedConnectorType' });

const ownDescription = {
  configuration: shownConfiguration.shape.configuration.describe(
    'The description of the API without its secrets.',
  ),
  secrets: shownConfiguration.shape.secrets.describe(
    'JSON Pointers of the secrets that are stored.',
  ),
};

export const typeResource = listedType.extend(ownDescription).meta({ id: 'ConnectorType' });

const trialResource = typeTrial.extend({
  client: reference,
  found: typeTrial.shape.found.describe('How many devices it would find.'),
  error: typeTrial.shape.error.describe('Why it would fail.'),
});

export const changedType = typeResource
  .extend({ trials: z.array(trialResource).describe('What clients have found with the version.') })
  .meta({ id: 'ChangedConnectorType' });

export const typeVersionResource = z
  .object({
    version: z.number().int(),
    created: z.iso.datetime(),
    name: z.string(),
    is_current: z.boolean(),
  })
  .meta({ id: 'ConnectorTypeVersion' });

export function listedTypeToJson(
  { number, tag: _tag, logo, ...type }: PrivateType,
  hrefs: Hrefs,
): z.output<typeof listedType> {
  return {
    ...type,
    logo: logo === undefined ? '' : hrefs.typeLogo(logo),
    connector: { href: hrefs.description(number) },
  };
}

export const typeToJson = (
  type: PrivateType,
  { configuration, secrets }: ShownConfiguration,
  hrefs: Hrefs,
): z.output<typeof typeResource> => ({ ...listedTypeToJson(type, hrefs), configuration, secrets });

export const trialsToJson = (trials: TypeTrial[], hrefs: Hrefs) =>
  trials.map(({ client, ...trial }) => ({ client: { href: hrefs.client(client) }, ...trial }));

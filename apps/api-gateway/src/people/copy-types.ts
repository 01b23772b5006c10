import { mergePatch, shownConfiguration, typeTexts } from '@trellis/contracts';
import { problemsOf } from '../operation.js';
import {
  type Copying,
  type CopyNeeds,
  maxInstances,
  type Outcome,
  toOutcome,
} from './copy-outcome.js';

const refusals = problemsOf('types.create');

/** Copies the connector types of an environment that another one does not have, with their logos. */
export async function copyTypes(request: CopyNeeds, copying: Copying): Promise<Outcome[]> {
  const { connectors } = request;
  const list = (caller: Copying['from']) =>
    connectors('types.list', { caller, page: { limit: maxInstances } });
  const existing = new Set((await list(copying.to)).items.map(({ type_id }) => type_id));
  const outcomes: Outcome[] = [];
  for (const [index, { type_id: type }] of (await list(copying.from)).items.entries()) {
    const outcome = existing.has(type)
      ? ({ status: 'exists' } as const)
      : await copyType(request, copying, { type, id: request.newId(maxInstances + index) });
    outcomes.push({ connector_type_id: type, ...outcome });
  }
  return outcomes;
}

async function copyType(
  { connectors, sealing }: CopyNeeds,
  { from, to, secrets }: Copying,
  { type, id }: { type: string; id: string },
): Promise<Omit<Outcome, 'connector_type_id'>> {
  const { shown, logo, ...found } = await connectors('types.read', { caller: from, type_id: type });
  const binding = { purpose: 'shown-configuration', developer: from.developer, id: type } as const;
  const description = shownConfiguration.parse(sealing.open(binding, shown));
  const given = secrets[type];
  if (description.secrets.length > 0 && !given) {
    return { status: 'secrets_needed', secrets: description.secrets };
  }
  const purpose = 'connector_type_versions.configuration';
  const configuration = sealing.seal(
    { purpose, developer: to.developer, id: type },
    mergePatch(description.configuration, given ?? {}),
  );
  const copy = { caller: to, id, type_id: type, texts: typeTexts.parse(found) };
  const failure = await connectors('types.create', { ...copy, configuration }).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure !== undefined) return toOutcome(failure, refusals);
  if (logo !== undefined) {
    const file = await connectors('types.read_logo', { caller: from, type_id: type });
    const { type: media, bytes } = file;
    await connectors('types.put_logo', {
      caller: to,
      type_id: type,
      logo: { type: media, bytes },
    });
  }
  return { status: 'copied' };
}

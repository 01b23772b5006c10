import { mergePatch, shownConfiguration, typeTexts } from '@trellis/contracts';
import { problemsOf } from '../operation.js';
import {
  type Copying,
  type CopyNeeds,
  isSame,
  maxInstances,
  missingSecrets,
  type Outcome,
  toOutcome,
} from './copy-outcome.js';

const refusals = problemsOf('types.create');
const replacementRefusals = problemsOf('types.update').filter((code) => code !== 'not_found');

type Copy = Omit<Outcome, 'connector_type_id'>;

/** Copies the connector types of an environment that another one does not have, or replaces those that differ. */
export async function copyTypes(request: CopyNeeds, copying: Copying): Promise<Outcome[]> {
  const { connectors } = request;
  const list = (caller: Copying['from']) =>
    connectors('types.list', { caller, page: { limit: maxInstances } });
  const existing = new Set((await list(copying.to)).items.map(({ type_id }) => type_id));
  const outcomes: Outcome[] = [];
  for (const [index, { type_id: type }] of (await list(copying.from)).items.entries()) {
    const outcome = existing.has(type)
      ? await compareType(request, copying, type)
      : await copyType(request, copying, { type, id: request.newId(maxInstances + index) });
    outcomes.push({ connector_type_id: type, ...outcome });
  }
  return outcomes;
}

async function copyType(
  request: CopyNeeds,
  { from, to, secrets }: Copying,
  { type, id }: { type: string; id: string },
): Promise<Copy> {
  const { connectors } = request;
  const { shown, texts, logo } = await readType(request, from, type);
  const given = secrets[type];
  if (shown.secrets.length > 0 && !given) {
    return { status: 'secrets_needed', secrets: shown.secrets };
  }
  const configuration = seal(request, { to, type }, mergePatch(shown.configuration, given ?? {}));
  const copy = { caller: to, id, type_id: type, texts, configuration };
  const failure = await connectors('types.create', copy).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure !== undefined) return toOutcome(failure, refusals);
  if (logo) await connectors('types.put_logo', { caller: to, type_id: type, logo });
  return { status: 'copied' };
}

/** Compares a type that both environments have; with `replace`, one that differs gets a new version. */
async function compareType(
  request: CopyNeeds,
  { from, to, secrets, replace }: Copying,
  type: string,
): Promise<Copy> {
  const { connectors } = request;
  const { shown, texts, logo } = await readType(request, from, type);
  const { shown: before, ...own } = await readType(request, to, type);
  // A logo that only the other environment has stays.
  const rest = { texts: own.texts, logo: logo && own.logo };
  if (isSame({ shown, rest: { texts, logo } }, { shown: before, rest })) {
    return { status: 'exists' };
  }
  if (!replace) return { status: 'differs' };
  const given = secrets[type];
  const missing = missingSecrets(shown, before);
  if (missing.length > 0 && !given) return { status: 'secrets_needed', secrets: missing };
  const configuration = seal(request, { to, type }, mergePatch(shown.configuration, given ?? {}));
  const version = { caller: to, type_id: type, texts, configuration, force: false };
  const failure = await connectors('types.update', version).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure !== undefined) return toOutcome(failure, replacementRefusals);
  if (logo) await connectors('types.put_logo', { caller: to, type_id: type, logo });
  return { status: 'replaced' };
}

async function readType({ connectors, sealing }: CopyNeeds, caller: Copying['from'], type: string) {
  const { shown, logo, ...found } = await connectors('types.read', { caller, type_id: type });
  const { developer } = caller;
  const binding = { purpose: 'shown-configuration', developer, id: type } as const;
  const file =
    logo === undefined ? undefined : await connectors('types.read_logo', { caller, type_id: type });
  return {
    shown: shownConfiguration.parse(sealing.open(binding, shown)),
    texts: typeTexts.parse(found),
    logo: file && { type: file.type, bytes: file.bytes },
  };
}

const seal = (
  { sealing }: CopyNeeds,
  { to: { developer }, type }: { to: Copying['to']; type: string },
  configuration: unknown,
): string =>
  sealing.seal(
    { purpose: 'connector_type_versions.configuration', developer, id: type },
    configuration,
  );

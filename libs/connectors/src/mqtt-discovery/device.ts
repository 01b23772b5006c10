import {
  combineParts,
  groupBy,
  inRole,
  kindOf,
  leftOut,
  Misconfigured,
  withKeys,
  type AbilityKind,
  type Device,
  type DeviceProblem,
} from '@trellis/connector-sdk';
import { isUndecided, readAvailability } from './availability.js';
import {
  type Publication,
  afterComponent,
  isUnnamed,
  partOfComponent,
  type Component,
  type ComponentAbility,
  type ComponentPart,
} from './component-kind.js';
import { abilitiesOf } from './components/kinds.js';
import type { ComponentGroup } from './grouping.js';
import { identityOf } from './identity.js';
import { nameAfterComponents, describeDevice, labelOf, withTitles } from './names.js';
import type { State } from './payload.js';
import { roleOfComponent } from './roles.js';

/** Creates a device from its messages, its availability perhaps from more; undefined without a known ability. */
export function toDevice(
  group: ComponentGroup,
  state: State,
  availability = state,
): Device<Publication[]> | undefined {
  const parts = readParts(group, state);
  if (parts.length === 0) return undefined;
  const { title, description } = describeDevice(group);
  const named = withNames(withTitles(parts, { ...group, title }), group.identifiers);
  return {
    id: group.id,
    ...identityOf(group),
    title,
    description,
    abilities: combineParts(named.map((part) => withLabel(part, group.identifiers))),
    available: isAvailable(group, availability),
  };
}

const withLabel = ({ component, abilities }: ComponentPart, identifiers: string[]) => ({
  abilities,
  label: () => labelOf(component, identifiers),
});

/** Returns what `toDevice` left out of a device because of limits. */
export function problemsOf({ id, leftOut: count, templates }: ComponentGroup): DeviceProblem[] {
  const problem = (detail: string) => ({
    device: id,
    failure: new Misconfigured(detail, { cause: 'parts_left_out' }),
  });
  return [
    ...(count > 0 ? [problem(`${count} of its components were left out: too many.`)] : []),
    ...(templates.isExhausted
      ? [problem('Some of its templates were not evaluated: together they take too much work.')]
      : []),
  ];
}

/** Returns a warning about the components that cannot be read or set, by kind. */
export function leftOutKinds(groups: ComponentGroup[]): DeviceProblem[] {
  const state: State = { get: () => undefined };
  const isReadable = ({ kind, settings }: ComponentGroup['components'][number]) =>
    abilitiesOf(kind, { settings, state }).length > 0;
  const unreadable = groups.flatMap(({ components }) =>
    components.filter((component) => !isReadable(component)).map(({ kind }) => kind),
  );
  return leftOut('Components that cannot be read or set', unreadable);
}

/**
 * Returns the topics of a device: those that are requested while it is built, and those of its events. Polls need no
 * pictures: the time of a retained one is not known.
 */
export function stateTopics(group: ComponentGroup, { withPictures = false } = {}): Set<string> {
  const topics = new Set<string>();
  const recorder: State = {
    get(topic) {
      topics.add(topic);
      return undefined;
    },
  };
  const parts = readParts(group, recorder);
  for (const { eventTopic, pictureTopic } of parts.flatMap(({ abilities }) => abilities)) {
    if (eventTopic) topics.add(eventTopic.topic);
    if (pictureTopic !== undefined && !withPictures) topics.delete(pictureTopic);
  }
  if (parts.length > 0) isAvailable(group, recorder);
  return topics;
}

function readParts({ components }: ComponentGroup, state: State): ComponentPart[] {
  const parts = components.map((component) => ({
    component,
    abilities: withKeys(
      stableId(component),
      inRoles(
        component,
        abilitiesOf(component.kind, { settings: component.settings, state }).map(
          withoutContradiction,
        ),
      ),
    ),
  }));
  return withoutRepetition(parts).filter(({ abilities }) => abilities.length > 0);
}

/** Returns the id of a component that stays when it is announced in another topic. */
const stableId = ({ kind, id, settings }: Component): string => {
  const uniqueId = settings.text('unique_id');
  return uniqueId === undefined ? id : `${kind} ${uniqueId}`;
};

/** Gives the abilities of a component its role. */
function inRoles(component: Component, abilities: ComponentAbility[]): ComponentAbility[] {
  const role = roleOfComponent(component);
  return abilities.map((ability) =>
    inRole(ability, role, abilities.length > 1 ? partOfComponent(ability.name) : afterComponent),
  );
}

const measurementOf = ({ capability, measures }: ComponentAbility): string | undefined =>
  capability && measures;

/**
 * Leaves out sensors for what another component shows as well, such as the temperature of a thermostat, which gets their
 * keys as well: it has the same name, whichever was announced first.
 */
function withoutRepetition(parts: ComponentPart[]): ComponentPart[] {
  const [sensors, others] = [true, false].map((isSensor) =>
    groupBy(
      parts
        .filter(({ component }) => (component.kind === 'sensor') === isSensor)
        .flatMap(({ abilities }) => abilities),
      measurementOf,
    ),
  );
  const withKeysOfSensors = (ability: ComponentAbility): ComponentAbility => {
    const same = sensors!.get(measurementOf(ability) ?? '') ?? [];
    const further = same
      .filter(({ capability }) => capability === ability.capability)
      .flatMap(({ keys = [] }) => keys);
    return further.length === 0 || !ability.keys
      ? ability
      : Object.assign({}, ability, { keys: [...ability.keys, ...further] });
  };
  return parts.map(({ component, abilities }) => ({
    component,
    abilities:
      component.kind === 'sensor'
        ? abilities.filter(({ measures }) => measures === undefined || !others!.has(measures))
        : abilities.map(withKeysOfSensors),
  }));
}

/** Removes contradictory limits, which would invalidate the whole device. */
function withoutContradiction(ability: ComponentAbility): ComponentAbility {
  if (!('property' in ability)) return ability;
  const { minimum, maximum, ...rest } = ability.property;
  const isPossible = minimum === undefined || maximum === undefined || minimum <= maximum;
  return isPossible ? ability : { ...ability, property: rest };
}

/** Returns whether the retained messages do not determine the availability; see `isUndecided`. */
export const isUnclear = ({ components }: ComponentGroup, state: State): boolean =>
  components.some(({ settings }) => isUndecided({ settings, state }));

/** Returns whether a device is available, if it says: unless all components that report their availability are not. */
function isAvailable({ components }: ComponentGroup, state: State): boolean | undefined {
  const reports = components
    .map(({ settings }) => readAvailability({ settings, state }))
    .filter((report) => report !== undefined);
  return reports.length === 0 ? undefined : reports.includes(true);
}

/** Names the abilities that are named after their components; properties, actions and events separately. */
function withNames(parts: ComponentPart[], identifiers: string[]): ComponentPart[] {
  const namesOf = (kind: AbilityKind) =>
    nameAfterComponents(
      parts
        .filter(({ abilities }) => abilities.some((one) => kindOf(one) === kind && isUnnamed(one)))
        .map(({ component }) => component),
      identifiers,
    );
  const names = {
    property: namesOf('property'),
    action: namesOf('action'),
    event: namesOf('event'),
  };
  return parts.map(({ component, abilities }) => ({
    component,
    abilities: abilities.map((ability) => {
      if (!isUnnamed(ability)) return ability;
      const name = names[kindOf(ability)].get(component) ?? component.key;
      return { ...ability, name: `${name}${ability.name}` };
    }),
  }));
}

import type { Ability } from '@trellis/connector-sdk';
import { dataOf, type ServiceCall } from '../domains/domain.js';
import { abilitiesOf as abilitiesOfState } from '../domains/index.js';

/** An entity for a test: its id, its state, its attributes. */
type TestEntity = [id: string, state: string, attributes?: Record<string, unknown>];

/** The house is set to other units than those of the capabilities. */
const units = { temperature: '°F', pressure: 'inHg', wind_speed: 'mph' };

const url = 'http://homeassistant.local:8123/';

export const abilitiesOf = (
  ...[entity_id, state, attributes = {}]: TestEntity
): Ability<ServiceCall>[] => abilitiesOfState({ entity_id, state, attributes }, units, url);

export const propertiesOf = (...entity: TestEntity) =>
  abilitiesOf(...entity).filter((ability) => 'property' in ability);

const actionsOf = (...entity: TestEntity) =>
  abilitiesOf(...entity).filter((ability) => 'action' in ability);

/** The values of the properties by name; null for unknown ones. */
export const valuesOf = (...entity: TestEntity) =>
  Object.fromEntries(propertiesOf(...entity).map(({ name, value }) => [name, value ?? null]));

export const propertyOf = (name: string, ...entity: TestEntity) =>
  propertiesOf(...entity).find((ability) => ability.name === name)?.property;

export const actionOf = (name: string, ...entity: TestEntity) =>
  actionsOf(...entity).find((ability) => ability.name === name)?.action;

export const namesOf = (...entity: TestEntity) => ({
  properties: propertiesOf(...entity).map(({ name }) => name),
  actions: actionsOf(...entity).map(({ name }) => name),
});

/** The call that writes a property, or that invokes an action: its service and its data. */
export function callOf(name: string, input: unknown, ...entity: TestEntity) {
  const write = propertiesOf(...entity).find((ability) => ability.name === name)?.write;
  const invoke = actionsOf(...entity).find((ability) => ability.name === name)?.invoke;
  const call = (write ?? invoke)!(input);
  const { domain, service, data, entityId } = call;
  if (entityId !== entity[0]) throw new Error(`The call is for ${entityId}.`);
  return [`${domain}.${service}`, ...(data ? [dataOf(call)] : [])];
}

import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { splitName } from '@trellis/contracts';
import type { z } from 'zod';
import { isAllowed } from '../allowed.js';
import {
  another,
  effects,
  sentenceOf,
  type Effect,
  type Expected,
  type Step,
} from '../capabilities/effects.js';
import type { ClientSchema, Connector } from '../connector.js';
import type { PropertyAffordance } from '../device.js';
import { discover, invokeAction, writeProperty } from '../dispatch.js';
import type { Entity } from '../entity.js';
import { groupBy, isObject } from '../json.js';
import type { CapabilityName } from '../vocabulary.js';
import { contextFor } from './context.js';
import { record } from './observe.js';
import type { TestPeer } from './peer.js';

/** How long a device may take to report what was written (ms). */
const reportedWithinMs = 3_000;

/** One of the equal parts of a device, whose properties have names with this suffix. */
interface Part {
  capability: CapabilityName;
  suffix: string;
  entity: Entity;
  /** Its properties that can be written, without the suffix. */
  writable: string[];
  /** The properties that effects have written, and the actions that they have invoked. */
  exercised: Set<string>;
}

/** Tests that writes to the devices of a peer have the effects of the capabilities, as they are read afterwards. */
export function testEffects<
  Instance extends z.ZodObject,
  Client extends ClientSchema,
  Command,
  Remote,
>(
  connector: Connector<Instance, Client, Command, Remote>,
  start: () => Promise<TestPeer>,
  offered: readonly CapabilityName[],
): void {
  describe('its writes have the effects of the capabilities:', () => {
    let peer: TestPeer;
    let parts: Part[];
    /** The failures of each effect, of all parts that it applies to. */
    const failures = new Map<Effect, unknown[]>();
    beforeAll(async () => {
      peer = await start();
      const { connector: recording, devices } = record(connector);
      const { entities } = await discover(recording, contextOf());
      parts = devices.flatMap(({ id, abilities }) => {
        const entity = entities.find((one) => one.id === id)!;
        const isActing = entity.available && !peer.recorded?.includes(id);
        return isActing ? partsOf(entity, abilities) : [];
      });
      // Some technologies take long to be read.
      await Promise.all(parts.map(tryEffects));
    }, 180_000);
    afterAll(() => peer?.stop());
    const contextOf = () => contextFor(connector, peer.reach);

    test('its peer has devices with the capabilities that are declared, and no others', () => {
      const found = parts.map(({ capability }) => capability).filter((one) => one in effects);
      expect([...new Set(found)].sort()).toEqual([...offered].sort());
    });

    test('what can be written of its capabilities is written, but for what has a reason', () => {
      const left = parts
        .filter(({ capability }) => offered.includes(capability))
        .flatMap(unwritten);
      expect([...new Set(left)].sort()).toEqual(Object.keys(peer.unwritten ?? {}).sort());
    });

    const cases = offered.flatMap((capability) =>
      effects[capability]!.map((effect) => ({ capability, effect, sentence: sentenceOf(effect) })),
    );
    if (cases.length === 0) return;
    test.each(cases)('$capability: $sentence', ({ effect }) => {
      for (const error of failures.get(effect) ?? []) throw error;
    });

    async function tryEffects(part: Part): Promise<void> {
      if (!offered.includes(part.capability)) return;
      for (const effect of effects[part.capability]!) {
        if (!has(part, effect)) continue;
        for (const step of effect.steps) part.exercised.add('set' in step ? step.set : step.invoke);
        await expectEffect(part, effect).catch((error: unknown) => {
          failures.set(effect, [...(failures.get(effect) ?? []), error]);
        });
      }
    }

    async function expectEffect(part: Part, { steps, reads }: Effect): Promise<void> {
      const written = new Map<string, unknown>();
      for (const step of steps) {
        await take(step, part, written);
        // The next write may depend on the state that the device reports.
        if (step === steps.at(-1)) await expectValues(part, reads, written);
        else if ('set' in step) await expectValues(part, { [step.set]: 'as written' }, written);
      }
    }

    async function take(step: Step, part: Part, written: Map<string, unknown>): Promise<void> {
      const { suffix } = part;
      const reference = { device: part.entity.id, handle: part.entity.handle };
      if ('invoke' in step) {
        const invoked = { action: step.invoke + suffix, input: peer.inputs?.[step.invoke] };
        await invokeAction(connector, contextOf(), { ...reference, ...invoked });
        return;
      }
      const property = step.set + suffix;
      const isRelative = step.to === another;
      const value = valueOf(step.to, property, isRelative ? await read(part) : part.entity);
      written.set(step.set, value);
      await writeProperty(connector, contextOf(), { ...reference, property, value });
    }

    async function expectValues(
      part: Part,
      reads: Effect['reads'],
      written: ReadonlyMap<string, unknown>,
    ): Promise<void> {
      const endsAt = performance.now() + reportedWithinMs;
      for (;;) {
        const { id, values } = await read(part);
        const wrong = wrongIn(part, values, { reads, written });
        if (wrong.length === 0) return;
        if (performance.now() > endsAt) {
          expect({ id, suffix: part.suffix, written: [...written], values, wrong }).toEqual('met');
        }
        await pause(20);
      }
    }

    async function read({ entity }: Part): Promise<Entity> {
      const { entities } = await discover(connector, contextOf());
      return entities.find(({ id }) => id === entity.id)!;
    }
  });
}

function partsOf(
  entity: Entity,
  abilities: { name: string; capability?: CapabilityName }[],
): Part[] {
  const groups = groupBy(abilities, ({ name, capability }) =>
    capability ? `${capability} ${splitName(name).number}` : undefined,
  );
  return [...groups].map(([key, together]) => {
    const [capability, suffix] = key.split(' ') as [CapabilityName, string];
    const writable = together
      .filter(({ name }) => entity.properties[name] && !entity.properties[name].readOnly)
      .map(({ name }) => splitName(name).base);
    return { capability, suffix, entity, writable, exercised: new Set<string>() };
  });
}

/** Returns the writable properties of a part that no effect has written; its capability if no effect applied at all. */
const unwritten = ({ capability, writable, exercised }: Part): string[] =>
  exercised.size === 0
    ? [capability]
    : writable.filter((name) => !exercised.has(name)).map((name) => `${capability}.${name}`);

/** Returns the expectations that values do not meet; what the part cannot show is not expected. */
const wrongIn = (
  { entity, suffix }: Part,
  values: Entity['values'],
  { reads, written }: { reads: Effect['reads']; written: ReadonlyMap<string, unknown> },
) =>
  Object.entries(reads).filter(([name, expected]) => {
    const property = entity.properties[name + suffix];
    if (!property || property.writeOnly) return false;
    const value = expected === 'as written' ? written.get(name) : expected;
    return !meets(values[name + suffix], value);
  });

/** Tells whether a part can take the steps of an effect. */
const has = ({ entity, suffix }: Part, { needs, steps }: Effect): boolean =>
  (needs === undefined || entity.properties[needs + suffix] !== undefined) &&
  steps.every((step) => {
    if ('invoke' in step) return entity.actions[step.invoke + suffix] !== undefined;
    const property = entity.properties[step.set + suffix];
    return property !== undefined && !property.readOnly && isPossible(step.to, property);
  });

/** Tells whether a value can be written: a fan that is never off has no speed of 0. */
function isPossible(given: unknown, property: PropertyAffordance): boolean {
  if (isObject(given)) return 'another' in given ? (property.enum?.length ?? 0) > 1 : true;
  const isStep = typeof given !== 'number' || given % (property.multipleOf ?? 1) === 0;
  return isStep && isAllowed(given, property);
}

/** Returns the value to write, where it depends on the range or the options of the property. */
function valueOf(given: unknown, name: string, { properties, values }: Entity): unknown {
  const property = properties[name]!;
  if (!isObject(given)) return given;
  if ('another' in given) return property.enum?.find((one) => one !== values[name]);
  return typeof given.share === 'number' ? shareOf(property, given.share) : given;
}

/** Returns a number within the range of a property, in whole steps; without a range, one that suits a room. */
function shareOf(
  { minimum = 10, maximum = 30, multipleOf = 1 }: PropertyAffordance,
  share: number,
) {
  return Math.round((minimum + (maximum - minimum) * share) / multipleOf) * multipleOf;
}

/** Tells whether a value is as expected. Conversions of colors, temperatures and the like may round it. */
function meets(value: unknown, expected: Expected | unknown): boolean {
  if (expected === 'no value') return value === undefined;
  if (!isObject(expected)) return isClose(value, expected);
  if ('above' in expected) return typeof value === 'number' && value > Number(expected.above);
  if (Array.isArray(expected.oneOf)) return expected.oneOf.includes(value);
  return (
    isObject(value) && Object.entries(expected).every(([name, one]) => isNear(value[name], one, 2))
  );
}

const isNear = (value: unknown, expected: unknown, tolerance: number): boolean =>
  typeof value === 'number' &&
  typeof expected === 'number' &&
  Math.abs(value - expected) <= tolerance;

/** A percentage is read as it was written; what is larger, such as a color temperature, within one percent. */
const isClose = (value: unknown, expected: unknown): boolean =>
  value === expected ||
  isNear(value, expected, Number(expected) > 100 ? Number(expected) / 100 : 0);

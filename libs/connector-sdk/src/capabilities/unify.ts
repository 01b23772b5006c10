import { colorProperties, levels, splitName } from '@trellis/contracts';
import type { Ability, Device, PropertyAbility } from '../device.js';

/**
 * Gives writes and values of lamps and fans the same meaning with every connector: a level of 0 % is off, and while the
 * color mode is known, only the property that it names has a value. `vocabulary.ts` describes both.
 */
export function unify<Command>(device: Device<Command>): Device<Command> {
  const properties = new Map(
    device.abilities
      .filter(isUnified)
      .map((ability) => [keyOf(ability.capability, ability.name), ability]),
  );
  if (properties.size === 0) return device;
  const abilities = device.abilities.map((ability) => {
    if (!isUnified(ability)) return ability;
    const { base, number } = splitName(ability.name);
    const sibling = (name: string) => properties.get(keyOf(ability.capability, `${name}${number}`));
    if (levels.has(base)) return offAtZero(ability, sibling('on'));
    return colorProperties.has(base) ? inMode(ability, base, sibling('color_mode')) : ability;
  });
  return { ...device, abilities };
}

const isUnified = <Command>(ability: Ability<Command>): ability is PropertyAbility<Command> =>
  'property' in ability && (ability.capability === 'light' || ability.capability === 'fan');

const keyOf = (capability: string | undefined, name: string) => `${capability} ${name}`;

function offAtZero<Command>(
  level: PropertyAbility<Command>,
  on: PropertyAbility<Command> | undefined,
): PropertyAbility<Command> {
  const { write } = level;
  const switchOn = on?.write;
  if (!write || !switchOn) return level;
  return {
    ...level,
    write: (percent, transitionMs) =>
      percent === 0 ? switchOn(false, transitionMs) : write(percent, transitionMs),
  };
}

function inMode<Command>(
  { value, ...ability }: PropertyAbility<Command>,
  name: string,
  mode: PropertyAbility<Command> | undefined,
): PropertyAbility<Command> {
  const isKnown = mode !== undefined && (mode.value !== undefined || mode.isUnknown === true);
  if (!isKnown || mode.value === name) return value === undefined ? ability : { ...ability, value };
  return { ...ability, isUnknown: true };
}

const colored = ['hs', 'xy', 'rgb', 'rgbw', 'rgbww'];
const neither = ['onoff', 'brightness', 'white', 'unknown'];

/**
 * Returns the color mode for one of Home Assistant (developers.home-assistant.io, "Light entity"): null for those in
 * which neither a color nor a color temperature holds, undefined for anything else.
 */
export function colorModeByName(mode: unknown): string | null | undefined {
  if (mode === null) return null;
  if (typeof mode !== 'string') return undefined;
  if (colored.includes(mode)) return 'color';
  if (mode === 'color_temp') return 'color_temperature';
  return neither.includes(mode) ? null : undefined;
}

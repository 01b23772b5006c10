import { readFileSync } from 'node:fs';
import type { UnitMap } from './pymodbus.js';

/**
 * The registers of devices with SunSpec, from "SunS" to the last model, encoded from the published definitions of the
 * models: points without a value are not implemented.
 */
const devices = JSON.parse(
  readFileSync(new URL('sunspec.json', import.meta.url), 'utf8'),
) as Record<'inverter' | 'meter' | 'float' | 'der', number[]>;

export const sunspecRegisters = (name: keyof typeof devices): number[] => [...devices[name]];

/** Returns the registers of a device at one of the addresses where SunSpec begins. */
export const sunspecMap = (name: keyof typeof devices, base = 40_000): UnitMap => ({
  holding: { [base]: sunspecRegisters(name) },
});

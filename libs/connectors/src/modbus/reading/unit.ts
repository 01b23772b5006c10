import {
  requireSameDevice,
  type ConnectorFailure,
  type Device,
  type Memory,
} from '@trellis/connector-sdk';
import type { Connection } from '../protocol/connection.js';
import type { Command } from './abilities.js';

/** A device of a client. */
export interface UnitSettings {
  /** Its id as a device; that of each of its parts begins with it. */
  id: string;
  host: string;
  unit: number;
  model: string;
}

/** How a device is read. */
export interface Reading {
  connection: Connection;
  settings: UnitSettings;
  memory: Memory;
  /** Whether only the registers are read that a command depends on. */
  isForCommand: boolean;
}

/** The devices behind a unit id, and the parts of them that could not be read. */
export interface Found {
  devices: Device<Command>[];
  failures: ConnectorFailure[];
}

/** Refuses another device than before; one that says nothing about itself is accepted. */
export async function requireIdentity(
  memory: Memory,
  { unit, value }: { unit: string; value: unknown },
): Promise<void> {
  if (value === undefined) return;
  await requireSameDevice(memory, 'device', String(value), `identity ${unit}`);
}

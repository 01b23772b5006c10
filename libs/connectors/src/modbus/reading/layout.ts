import type { Conversion } from '../../described/conversion.js';
import type { Property } from '../description/devices.js';
import {
  registersOf,
  type DataType,
  type Order,
  type Registers,
} from '../description/registers.js';
import { isBits, type Range, type Table } from '../protocol/requests.js';

/** Where a value is, with the address as it is sent and with everything that the device says by default. */
export interface Located extends Range {
  type: DataType | 'bit';
  order: Order;
  bit: number;
  bits: number;
  nothing: readonly number[];
  scale?: Range | undefined;
}

/** A property of a device with the registers that it is read from and written to. */
export interface Laid {
  /** The path of the property in the description, or its point in SunSpec. */
  at: string;
  property: Omit<Property, 'value' | 'write'> & Conversion;
  value: Located;
  write?: { table: 'holding' | 'coil'; address: number; multiple: boolean } | undefined;
}

interface Defaults {
  first_address: 0 | 1;
  table: Table;
  order: Order;
}

export function locate(value: Registers, defaults: Defaults): Located {
  const { first_address: first } = defaults;
  const table = value.table ?? defaults.table;
  const { type, bit, bits, nothing, scale } = value;
  const length = isBits(table) ? 1 : (registersOf[type] ?? value.length ?? 1);
  return {
    table,
    address: value.address - first,
    length,
    type: isBits(table) ? 'bit' : type,
    order: value.order ?? defaults.order,
    bit,
    bits,
    nothing,
    scale: scale && {
      table: scale.table ?? table,
      address: scale.address - first,
      length: 1,
    },
  };
}

export function layProperty(property: Property, defaults: Defaults, at: string): Laid {
  const { value: registers, write, ...rest } = property;
  const value = locate(registers, defaults);
  const table = value.table === 'coil' ? 'coil' : 'holding';
  return {
    at,
    property: rest,
    value,
    write: write && {
      table,
      address: write.address === undefined ? value.address : write.address - defaults.first_address,
      multiple: write.multiple,
    },
  };
}

/** The registers of a value, and that of its scale. */
export const rangesOf = ({ table, address, length, scale }: Located): Range[] => [
  { table, address, length },
  ...(scale ? [scale] : []),
];

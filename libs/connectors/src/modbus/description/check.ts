import { standardNames } from '@trellis/connector-sdk';
import { capabilitiesOf, membersOf, propertyOfCapability } from '../../described/capabilities.js';
import { checkValues, type Path, type ReportIssue } from '../../described/check-values.js';
import { canConvert } from '../../described/conversion.js';
import { isBits } from '../protocol/requests.js';
import type { DescribedDevice, Property } from './devices.js';
import { registersOf, type Registers } from './registers.js';

export function checkDevices(devices: readonly DescribedDevice[], report: ReportIssue): void {
  devices.forEach((device, index) => {
    const within = (path: Path, detail: string) => report([index, ...path], detail);
    const isTaken = devices.findIndex(({ name }) => name === device.name) < index;
    if (isTaken) within(['name'], 'Is there twice.');
    if (device.name === 'sunspec') within(['name'], 'Is the name of what SunSpec describes.');
    if (device.identity) {
      checkRegisters(device.identity, device, (path, detail) =>
        within(['identity', ...path], detail),
      );
    }
    const seen = new Set<string>();
    device.properties.forEach((property, at) => {
      const ofProperty = (path: Path, detail: string) =>
        within(['properties', at, ...path], detail);
      const name = property.capability?.split('.').at(-1) ?? property.name ?? '';
      if (seen.has(name)) ofProperty([], 'Is there twice.');
      seen.add(name);
      checkName(property, ofProperty);
      checkUnit(property, ofProperty);
      checkRegisters(property.value, device, (path, detail) =>
        ofProperty(['value', ...path], detail),
      );
      if (property.write) checkWrite(property, device, ofProperty);
    });
  });
}

function checkName({ capability, name, type, unit, role }: Property, report: ReportIssue): void {
  if ((capability === undefined) === (name === undefined)) {
    return report([], 'Must have either a capability or a name.');
  }
  if (name !== undefined) {
    if (type === undefined) report(['type'], 'Is required.');
    if (standardNames.properties.has(name)) {
      const all = capabilitiesOf('property', name).join(', ');
      report(
        ['name'],
        `Is the name of what a capability defines (${all}). Use that, or another name.`,
      );
    }
    return;
  }
  if (role !== undefined) report(['role'], 'A capability defines it.');
  if (type !== undefined) report(['type'], 'A capability defines it.');
  if (unit !== undefined) report(['unit'], 'A capability defines it.');
  if (propertyOfCapability(capability!)) return;
  const members = membersOf('property', capability!);
  const which = members.length === 0 ? '' : ` Say which one: ${members.join(', ')}.`;
  report(['capability'], `There is no such property.${which}`);
}

function checkUnit(property: Property, report: ReportIssue): void {
  const { capability, unit, remote_unit, factor } = property;
  const defined = capability === undefined ? undefined : propertyOfCapability(capability);
  checkValues({ ...defined?.affordance, ...property }, report);
  if (factor === 0) report(['factor'], 'Must not be 0.');
  const target = (defined?.affordance.unit as string | undefined) ?? unit;
  if (remote_unit === undefined || (capability !== undefined && !defined)) return;
  if (!canConvert(remote_unit, target)) {
    report(['remote_unit'], `Cannot be converted to ${target ?? 'a property without a unit'}.`);
  }
}

function checkRegisters(value: Registers, device: DescribedDevice, report: ReportIssue): void {
  const { type, length, bit, bits, scale, address, table = device.table } = value;
  const count = isBits(table) ? 1 : (registersOf[type] ?? length ?? 1);
  checkAddress({ address, count, device }, (detail) => report(['address'], detail));
  if (count > device.max_registers) report(['length'], 'Is more than one request may read.');
  if ((type === 'string' && !isBits(table)) !== (length !== undefined)) {
    report(['length'], 'Is for texts, which need it.');
  }
  if (bit + bits > 16) report(['bits'], 'A register has 16 bits.');
  const isNumber = !isBits(table) && type !== 'string' && type !== 'bits';
  if (scale && !isNumber) report(['scale'], 'Is for numbers.');
  if (scale && isBits(scale.table ?? table)) report(['scale', 'table'], 'Must have registers.');
  if (scale)
    checkAddress({ address: scale.address, device }, (detail) =>
      report(['scale', 'address'], detail),
    );
}

interface Addressed {
  address: number;
  count?: number;
  device: DescribedDevice;
}

function checkAddress(
  { address, count = 1, device }: Addressed,
  report: (detail: string) => void,
): void {
  const { first_address: first } = device;
  if (address < first) report('Addresses begin at 1 here.');
  if (address - first + count > 65_536) report('Is beyond the last register.');
}

/** Everything that is written has bounds: a wrong value may damage a machine. */
function checkWrite(property: Property, device: DescribedDevice, report: ReportIssue): void {
  const { capability, value, map, type } = property;
  const { table = device.table } = value;
  const address = property.write?.address;
  if (table !== 'holding' && table !== 'coil') {
    return report(['write'], 'Only holding registers and coils can be written.');
  }
  if (address !== undefined) {
    const count = isBits(table) ? 1 : (registersOf[value.type] ?? 1);
    const ofAddress = (detail: string) => report(['write', 'address'], detail);
    checkAddress({ address, count, device }, ofAddress);
  }
  if (table === 'coil') return;
  if (value.type === 'bits' || value.type === 'string') {
    return report(['write'], 'Neither bits of a register nor texts can be written.');
  }
  const defined = capability === undefined ? undefined : propertyOfCapability(capability);
  const { minimum, maximum } = { ...defined?.affordance, ...withoutUndefined(property) };
  const kind = defined?.affordance.type ?? type;
  if (map) return;
  if (kind === 'boolean' || kind === 'string') {
    return report(['map'], 'Is required to write a value that is no number.');
  }
  if (minimum === undefined) report(['minimum'], 'Is required for what is written.');
  if (maximum === undefined) report(['maximum'], 'Is required for what is written.');
}

const withoutUndefined = ({ minimum, maximum }: Property) => ({
  ...(minimum !== undefined && { minimum }),
  ...(maximum !== undefined && { maximum }),
});

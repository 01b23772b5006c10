import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError } from '../command-line.js';

const template = fileURLToPath(new URL('../vendor-template', import.meta.url));

interface NewVendor {
  /** `connector_type_id`: `acme-cloud`. */
  id: string;
  name: string;
  number: number;
}

/** Creates the folder of a vendor from the template. */
export function createVendor(vendors: string, { id, name, number }: NewVendor): void {
  if (!/^[a-wyz][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) {
    throw new CommandError('The id has lowercase letters, digits and hyphens, as in acme-cloud.');
  }
  if (!/^[^'":#\\\n]{1,60}$/.test(name)) {
    throw new CommandError('The name has 1 to 60 characters, without quotes, colons and #.');
  }
  const folder = join(vendors, id);
  if (existsSync(folder)) throw new CommandError(`The vendor ${id} exists already.`);
  cpSync(template, folder, { recursive: true });
  for (const file of readdirSync(folder).map((one) => join(folder, one))) {
    const text = readFileSync(file, 'utf8')
      .replaceAll('Vendor Template', name)
      .replace('number: 0', `number: ${number}`);
    writeFileSync(file, text);
  }
}

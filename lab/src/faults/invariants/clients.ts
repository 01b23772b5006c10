import { keyOf, present, type Fact } from '../traffic/model.js';
import { lamp, subjectOf, unwrittenBrightness } from '../traffic/clients.js';
import type { Sender } from '../traffic/requests.js';
import { read } from './read.js';
import { lastSegment, type ShownClient, type Snapshot } from './shown.js';

export async function noteClient(
  { facts, violations }: Snapshot,
  { id, subject: reference, status, mappings }: ShownClient,
  sender: Sender,
): Promise<void> {
  const subject = lastSegment(reference);
  const label = subject.replace('-', ' ');
  if (subjectOf({ label }) !== subject || facts.has(label)) {
    violations.push(`client ${id} of ${subject} is not the only one`);
  }
  facts.set(label, present);
  if (status === 'ERROR') violations.push(`${label} is ERROR, although its technology is not`);
  const thing = mappings.find((one) => one.connector_thing_id === lamp)?.thing_id;
  if (thing === undefined) return;
  const path = `/things/${thing}/properties/brightness`;
  const { body } = await read<number>(sender, path, subject);
  const fact: Fact = { kind: 'value', of: [label], name: 'brightness' };
  if (body !== unwrittenBrightness) facts.set(keyOf(fact), String(body));
}

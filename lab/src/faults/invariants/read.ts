import pMap from 'p-map';
import type { Sender } from '../traffic/requests.js';

export interface Reference {
  href: string;
}

export interface ShownClient {
  id: string;
  subject: Reference;
  status: string;
  mappings: { connector_thing_id: string; thing_id: string }[];
}

interface Page<Body> {
  body: Body;
  next: string | undefined;
}

const concurrency = 8;

/** Reads the resources of a list, or those whose references are wanted. */
export async function readAll<Resource>(
  sender: Sender,
  list: string,
  isWanted: (reference: Reference) => boolean = () => true,
): Promise<Resource[]> {
  const references = (await readPages<Reference>(sender, list)).filter(isWanted);
  const readOne = async ({ href }: Reference) => (await read<Resource>(sender, href)).body;
  return pMap(references, readOne, { concurrency });
}

export async function readPages<Item>(sender: Sender, list: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let path: string | undefined = list; path;) {
    const page: Page<Item[]> = await read(sender, path);
    items.push(...page.body);
    path = page.next;
  }
  return items;
}

export async function read<Body>(
  sender: Sender,
  path: string,
  subject?: string,
): Promise<Page<Body>> {
  const { status, body, next } = await sender.send({
    method: 'GET',
    path,
    subject,
    isRepeated: true,
  });
  if (status !== 200) throw new Error(`GET ${path} was answered ${status}.`);
  return { body: body as Body, next };
}

import type { Sender } from '../traffic/requests.js';
import type { Reference } from './shown.js';

const concurrency = 8;

/** Reads the resources of a list, or those whose references are wanted. */
export async function readAll<Resource>(
  sender: Sender,
  list: string,
  isWanted: (reference: Reference) => boolean = () => true,
): Promise<Resource[]> {
  const references = (await readPages<Reference>(sender, list)).filter(isWanted);
  const found: Resource[] = [];
  const rest = references.values();
  const worker = async () => {
    for (const { href } of rest) found.push((await read<Resource>(sender, href)).body);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return found;
}

/** Reads all items of a list. */
export async function readPages<Item>(sender: Sender, list: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let path: string | undefined = list; path;) {
    const page: Page<Item[]> = await read(sender, path);
    items.push(...page.body);
    path = page.next;
  }
  return items;
}

interface Page<Body> {
  body: Body;
  next: string | undefined;
}

export async function read<Body>(
  sender: Sender,
  path: string,
  subject?: string,
): Promise<Page<Body>> {
  const reply = await sender.send({
    method: 'GET',
    path,
    isRepeated: true,
    ...(subject !== undefined && { subject }),
  });
  if (reply.status !== 200) throw new Error(`GET ${path} was answered ${reply.status}.`);
  return { body: reply.body as Body, next: reply.next };
}

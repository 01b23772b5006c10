import type { Page, PageOfIds } from '@trellis/contracts';

interface ShownList<Item> {
  list: (page: Page) => Promise<PageOfIds>;
  /** The items with these ids: those of the first `covered` ids, for which an answer has room. */
  show: (ids: string[]) => Promise<{ items: Item[]; covered: number }>;
}

/** Returns the items of a page. Where an answer has no room for all of them, it is a page of fewer items. */
export async function readShownPage<Item>(
  page: Page,
  { list, show }: ShownList<Item>,
): Promise<{ items: Item[]; next?: string | undefined }> {
  for (let { limit } = page; ;) {
    const { items: ids, next } = await list({ ...page, limit });
    if (ids.length === 0) return { items: [], next };
    const { items, covered } = await show(ids);
    if (covered === ids.length) return { items, next };
    limit = covered;
  }
}

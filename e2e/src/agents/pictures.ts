import { join } from 'node:path';
import type { Page } from 'playwright-core';

/**
 * Takes a picture for docs/agent-at-home.md into the folder `PICTURES`, if it is set (`npm run docs:pictures`). Texts that
 * differ between runs, such as ports, are replaced.
 */
export async function takePicture(
  page: Page,
  name: string,
  { replace }: { replace: Record<string, string> },
): Promise<void> {
  const folder = process.env.PICTURES;
  if (!folder) return;
  await page.setViewportSize({ width: 720, height: 400 });
  for (const [text, other] of Object.entries(replace)) await replaceText(page, text, other);
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

const replaceText = (page: Page, text: string, other: string): Promise<void> =>
  page.evaluate(
    ([text, other]) => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const { currentNode } = walker;
        currentNode.nodeValue = currentNode.nodeValue!.replaceAll(text, other);
      }
    },
    [text, other] as const,
  );

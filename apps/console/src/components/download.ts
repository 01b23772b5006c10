import type { Trellis } from '@trellis/client';

interface Download {
  path: string;
  name: string;
  headers?: Record<string, string>;
  timeoutMs?: number;
}

/** Downloads an answer as a file. */
export async function download(
  trellis: Trellis,
  { path, name, headers = {}, timeoutMs }: Download,
) {
  const response = await trellis.fetch(path, {
    headers,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  save(await response.blob(), name);
}

/** Saves content as a file. */
export function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

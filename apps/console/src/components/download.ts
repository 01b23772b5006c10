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
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

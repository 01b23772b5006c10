import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';

/** An https server with the descriptions of agents. Its certificate is that of an authority of its own. */
export async function startDescriptions() {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  const documents = new Map<string, object>();
  let reads = 0;
  const server = createServer({ cert, key }, ({ url = '' }, response) => {
    reads += 1;
    const found = documents.get(url);
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? {}));
  }).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const authority = join(mkdtempSync(join(tmpdir(), 'trellis-agents-')), 'authority.pem');
  writeFileSync(authority, cert);
  return {
    /** The file with the certificate to trust. */
    authority,
    reads: () => reads,
    /** Publishes a description; returns its address, which is the client id. */
    publish(path: string, description: object): string {
      const client_id = `https://localhost:${port}${path}`;
      documents.set(path, { client_id, ...description });
      return client_id;
    },
    close: () => server.close(),
  };
}

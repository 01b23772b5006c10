import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A remote technology that answers every request with one thing, after a time (ms). */
const waitMs = Number(process.env.WAIT_MS);

const description = JSON.stringify({
  '@context': 'https://www.w3.org/2022/wot/td/v1.1',
  id: 'urn:example:thing',
  title: 'Thing',
  security: ['none'],
  securityDefinitions: { none: { scheme: 'nosec' } },
  properties: {},
});

const server = createServer((_request, response) => {
  setTimeout(() => {
    response.setHeader('content-type', 'application/td+json');
    response.end(description);
  }, waitMs);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}` });
});
process.on('disconnect', () => process.exit(0));

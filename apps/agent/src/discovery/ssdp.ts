import { createSocket } from 'node:dgram';
import type { FoundService } from '@trellis/contracts';
import type { Sightings } from './sightings.js';

/** UPnP Device Architecture 2.0, section 1.3.2: a search is sent to this address. */
const group = { address: '239.255.255.250', port: 1900 };

const search = [
  'M-SEARCH * HTTP/1.1',
  `HOST: ${group.address}:${group.port}`,
  'MAN: "ssdp:discover"',
  'MX: 2',
  'ST: ssdp:all',
  '',
  '',
].join('\r\n');

/** How often the search is repeated (ms). */
const searchMs = 120_000;

/** How long a device that does not answer any more counts as there (ms): two answers may get lost. */
const expiresMs = 3 * searchMs;

const maxDevices = 200;
const maxLength = 200;

/** Searches for devices by SSDP; returns a function that ends it. */
export function searchSsdp({ add, remove }: Sightings): () => void {
  /** When each device has answered last. */
  const answered = new Map<string, { service: FoundService; at: number }>();
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  // A network without multicast is no reason to end.
  socket.on('error', () => undefined);
  socket.on('message', (message) => {
    const headers = parseHeaders(message.toString('latin1'));
    const location = headers.get('location') ?? '';
    const target = headers.get('st') ?? '';
    if (!isDevice(target) || !URL.canParse(location)) return;
    const { hostname, port, protocol } = new URL(location);
    const name = headers.get('server') ?? hostname;
    const service = {
      type: target.slice(0, maxLength),
      name: `${name} ${hostname}`.slice(0, maxLength),
      address: hostname.slice(0, 64),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
    };
    const key = `${service.type} ${service.name}`;
    if (!answered.has(key) && answered.size >= maxDevices) return;
    answered.set(key, { service, at: Date.now() });
    add(service);
  });
  function send(): void {
    for (const [key, { service, at }] of answered) {
      if (Date.now() - at <= expiresMs) continue;
      answered.delete(key);
      remove(service);
    }
    socket.send(search, group.port, group.address, () => undefined);
  }
  socket.bind(0, send);
  const timer = setInterval(send, searchMs).unref();
  return () => {
    clearInterval(timer);
    socket.close();
  };
}

/** Devices answer for each of their services as well. */
const isDevice = (target: string): boolean => target.includes(':device:');

function parseHeaders(message: string): Map<string, string> {
  const lines = message.split('\r\n').slice(1);
  return new Map(
    lines.flatMap((line) => {
      const at = line.indexOf(':');
      return at > 0 ? [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]] : [];
    }),
  );
}

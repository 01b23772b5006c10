import multicastDns from 'multicast-dns';

/** How long devices may take to answer (ms). */
const waitMs = 3_000;

/** Looks up the IPv4 addresses of a name such as `bridge.local` by multicast DNS (RFC 6762); none if nothing answers. */
export function lookupMdns(name: string): Promise<string[]> {
  const wanted = name.toLowerCase().replace(/\.$/, '');
  const socket = multicastDns();
  return new Promise<string[]>((resolve) => {
    const timer = setTimeout(() => resolve([]), waitMs);
    const end = (addresses: string[]) => {
      clearTimeout(timer);
      resolve(addresses);
    };
    // A network without multicast has no such names.
    socket.on('error', () => end([]));
    socket.on('response', ({ answers, additionals }) => {
      const found = [...answers, ...additionals].flatMap((record) =>
        record.type === 'A' && record.name.toLowerCase() === wanted ? [record.data] : [],
      );
      if (found.length > 0) end(found);
    });
    socket.query(wanted, 'A');
  }).finally(() => socket.destroy());
}

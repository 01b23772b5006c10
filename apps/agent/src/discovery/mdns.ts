import { Bonjour, type Service } from 'bonjour-service';
import ipaddr from 'ipaddr.js';
import type { Sightings } from './sightings.js';

/** The services to look for (RFC 6763): those of the technologies that Trellis knows, and what leads to others. */
const types = [
  'hue',
  'home-assistant',
  'mqtt',
  'secure-mqtt',
  'matter',
  'matterc',
  'shelly',
  'webthing',
  'wot',
  'esphomelib',
  'hap',
  'hwenergy',
  'modbus',
  'zwave-js-server',
  'elg',
  'nanoleafapi',
  'wled',
];

const maxNameLength = 200;

/** Interval of queries for services (ms): answers get lost, and addresses change. */
const updateMs = 60_000;

/** Browses for services by multicast DNS (RFC 6762); returns a function that ends it. */
export function browseMdns({ add, remove }: Sightings): () => void {
  // An interface without multicast is no reason to end.
  const bonjour = new Bonjour({}, () => undefined);
  const browsers = types.map((type) =>
    bonjour.find({ type }).on('up', see).on('down', forget).on('srv-update', see),
  );

  function see(service: Service): void {
    const address = addressOf(service);
    if (address === undefined) return;
    add({ ...named(service), address, port: service.port });
  }
  function forget(service: Service): void {
    remove(named(service));
  }

  const timer = setInterval(() => {
    for (const browser of browsers) browser.update();
  }, updateMs).unref();
  return () => {
    clearInterval(timer);
    bonjour.destroy();
  };
}

const named = ({ type, protocol, name }: Service) => ({
  type: `_${type}._${protocol}`,
  name: printable(name),
});

/** Returns a name as it can be shown. */
const printable = (name: string): string =>
  [...name.replace(/\p{C}/gu, ' ').trim()].slice(0, maxNameLength).join('') || '?';

/** Returns an address of a service, of IPv4 if it has one. */
function addressOf({ addresses = [], referer }: Service): string | undefined {
  const all = [...addresses, ...(referer ? [referer.address] : [])].filter((one) =>
    ipaddr.isValid(one),
  );
  return all.find((one) => ipaddr.parse(one).kind() === 'ipv4') ?? all[0];
}

import { connect } from 'node:tls';
import { isLocal } from '../session/session.js';
import type { Check } from './check.js';

const timeoutMs = 10_000;
const dayMs = 24 * 60 * 60_000;

/** From this difference on, tokens and signatures may be refused (ms). */
const maxSkewMs = 60_000;

/** The network, the certificate, the clocks, and the health of the parts; needs no access token. */
export async function checkDeployment(url: string): Promise<Check[]> {
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(`${url}/health`, { redirect: 'manual', signal }).catch(
    (error: Error & { cause?: { message?: string } }) => error,
  );
  if (response instanceof Error) {
    const detail = `${url} does not answer: ${reasonOf(response)}`;
    const remedy = 'Check the address, the network and the name, and whether Trellis runs.';
    return [{ what: 'Address', state: 'wrong', detail, remedy }, ...(await checkCertificate(url))];
  }
  const location = response.status >= 300 && response.headers.get('location');
  if (location) {
    // Commands do not follow it, since the access token would go along.
    const detail = `${url} redirects to ${location}.`;
    const remedy = 'Log in to the address where Trellis is: trellis login --url …';
    return [{ what: 'Address', state: 'wrong', detail, remedy }];
  }
  const tookMs = Math.round(performance.now() - startedAt);
  const health = (await response.json().catch(() => undefined)) as Health | undefined;
  if (!health?.services) {
    const detail = `${url} answers ${response.status}, but not as Trellis does.`;
    return [
      {
        what: 'Address',
        state: 'wrong',
        detail,
        remedy: 'Check the address: trellis login --url …',
      },
    ];
  }
  return [
    { what: 'Address', state: 'ok', detail: `${url} answers within ${tookMs} ms.` },
    ...(await checkCertificate(url)),
    checkClock(response.headers.get('date')),
    ...checkParts(health),
    ...(await checkVersion(url)),
  ];
}

const reasonOf = ({ message, cause }: Error & { cause?: { message?: string } }): string =>
  cause?.message || message;

async function checkVersion(url: string): Promise<Check[]> {
  const signal = AbortSignal.timeout(timeoutMs);
  const document = await fetch(`${url}/api/v1/openapi.json`, { signal })
    .then((response) => response.json() as Promise<{ info?: { version?: string } }>)
    .catch(() => undefined);
  const version = document?.info?.version;
  if (version === undefined) return [];
  return [{ what: 'Version', state: 'ok', detail: `The version of the interface is ${version}.` }];
}

interface Health {
  services?: Record<string, { status: string }>;
}

function checkParts({ services = {} }: Health): Check[] {
  const failing = Object.entries(services).filter(([, { status }]) => status !== 'ok');
  if (failing.length === 0) {
    const detail = `${Object.keys(services).join(', ')} can do their work.`;
    return [{ what: 'Services', state: 'ok', detail }];
  }
  return failing.map(([name, { status }]) => ({
    ...{ what: 'Services', state: 'wrong', detail: `${name} is ${status}.` },
    remedy: 'The operator finds out why by `npm run doctor` there, and in its logs.',
  }));
}

function checkClock(date: string | null): Check {
  const skewMs = date === null ? NaN : Date.now() - Date.parse(date);
  if (Number.isNaN(skewMs)) {
    return { what: 'Clock', state: 'warning', detail: 'The time there is not known.' };
  }
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (Math.abs(skewMs) < maxSkewMs) {
    return { what: 'Clock', state: 'ok', detail: 'This machine and Trellis agree about the time.' };
  }
  const detail = `The clock of this machine is ${seconds} seconds ${skewMs > 0 ? 'ahead' : 'behind'}.`;
  return { what: 'Clock', state: 'wrong', detail, remedy: 'Set the clock, best by NTP.' };
}

/** When the certificate expires, and whether it is trusted. */
async function checkCertificate(url: string): Promise<Check[]> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'https:') {
    if (isLocal(url)) return [];
    const detail =
      'The connection is not encrypted: others on the way can read tokens and secrets.';
    return [{ what: 'TLS', state: 'warning', detail, remedy: 'Use an https address.' }];
  }
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const end = (check: Check) => {
      socket.destroy();
      resolve([check]);
    };
    const options = { host, port: Number(port || 443), servername: host, timeout: timeoutMs };
    const socket = connect(options, () =>
      end(judge(new Date(socket.getPeerCertificate().valid_to))),
    );
    socket.on('timeout', () => end({ what: 'TLS', state: 'wrong', detail: 'No answer.' }));
    socket.on('error', ({ message }) => {
      const remedy = 'Renew it, or trust its authority by NODE_EXTRA_CA_CERTS.';
      end({ what: 'TLS', state: 'wrong', detail: `No trusted connection: ${message}`, remedy });
    });
  });
}

function judge(expires: Date): Check {
  const days = Math.floor((expires.getTime() - Date.now()) / dayMs);
  const detail = `The certificate is valid for ${days} more days.`;
  if (days >= 14) return { what: 'TLS', state: 'ok', detail };
  return { what: 'TLS', state: 'warning', detail, remedy: 'The operator renews it.' };
}

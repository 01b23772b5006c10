import { connect } from 'node:tls';
import { isLocal } from '../session/session.js';
import type { Check } from './check.js';

const timeoutMs = 10_000;
const dayMs = 24 * 60 * 60_000;

/** Clock skew from which on tokens and signatures may be rejected (ms). */
const maxSkewMs = 60_000;

/** Checks the network, the certificate, the clock and the health of the services, without an access token. */
export async function checkDeployment(url: string): Promise<Check[]> {
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(`${url}/health`, { redirect: 'manual', signal }).catch(
    (error: Error & { cause?: { message?: string } }) => error,
  );
  if (response instanceof Error) {
    const detail = `${url} does not respond: ${reasonOf(response)}`;
    const remedy = 'Check the address, the network and DNS, and whether Trellis is running.';
    return [{ what: 'Address', state: 'wrong', detail, remedy }, ...(await checkCertificate(url))];
  }
  const location = response.status >= 300 && response.headers.get('location');
  if (location) {
    // Commands do not follow redirects, which would receive the access token.
    const detail = `${url} redirects to ${location}.`;
    const remedy = 'Log in at the actual address: trellis login --url …';
    return [{ what: 'Address', state: 'wrong', detail, remedy }];
  }
  const tookMs = Math.round(performance.now() - startedAt);
  const health = (await response.json().catch(() => undefined)) as Health | undefined;
  if (!health?.services) {
    const detail = `${url} responds with ${response.status}, but is not Trellis.`;
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
    { what: 'Address', state: 'ok', detail: `${url} responds within ${tookMs} ms.` },
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
  return [{ what: 'Version', state: 'ok', detail: `The API version is ${version}.` }];
}

interface Health {
  services?: Record<string, { status: string }>;
}

function checkParts({ services = {} }: Health): Check[] {
  const failing = Object.entries(services).filter(([, { status }]) => status !== 'ok');
  if (failing.length === 0) {
    const detail = `${Object.keys(services).join(', ')} are healthy.`;
    return [{ what: 'Services', state: 'ok', detail }];
  }
  return failing.map(([name, { status }]) => ({
    what: 'Services',
    state: 'wrong',
    detail: `${name} is ${status}.`,
    remedy: 'The operator can run `npm run doctor` there, and read the logs.',
  }));
}

function checkClock(date: string | null): Check {
  const skewMs = date === null ? NaN : Date.now() - Date.parse(date);
  if (Number.isNaN(skewMs)) {
    return { what: 'Clock', state: 'warning', detail: 'The time of the deployment is unknown.' };
  }
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (Math.abs(skewMs) < maxSkewMs) {
    return { what: 'Clock', state: 'ok', detail: 'The clocks of this machine and Trellis agree.' };
  }
  const detail = `The clock of this machine is ${seconds} seconds ${skewMs > 0 ? 'ahead' : 'behind'}.`;
  return { what: 'Clock', state: 'wrong', detail, remedy: 'Set the clock, preferably with NTP.' };
}

/** Checks whether the certificate is trusted, and when it expires. */
async function checkCertificate(url: string): Promise<Check[]> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'https:') {
    if (isLocal(url)) return [];
    const detail = 'The connection is not encrypted: tokens and secrets can be intercepted.';
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
    socket.on('timeout', () => end({ what: 'TLS', state: 'wrong', detail: 'No response.' }));
    socket.on('error', ({ message }) => {
      const remedy = 'Renew the certificate, or trust its authority with NODE_EXTRA_CA_CERTS.';
      end({
        what: 'TLS',
        state: 'wrong',
        detail: `The connection is not trusted: ${message}`,
        remedy,
      });
    });
  });
}

function judge(expires: Date): Check {
  const days = Math.floor((expires.getTime() - Date.now()) / dayMs);
  const detail = `The certificate expires in ${days} days.`;
  if (days >= 14) return { what: 'TLS', state: 'ok', detail };
  return { what: 'TLS', state: 'warning', detail, remedy: 'The operator has to renew it.' };
}

import { connect } from 'node:tls';
import { isLocal } from '../session/session.js';
import { ok, warning, wrong, type Check } from './check.js';

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
    return [wrong('Address', detail, remedy), ...(await checkCertificate(url))];
  }
  const location = response.status >= 300 && response.headers.get('location');
  if (location) {
    // Commands do not follow redirects, which would receive the access token.
    const detail = `${url} redirects to ${location}.`;
    const remedy = 'Log in at the actual address: trellis login --url …';
    return [wrong('Address', detail, remedy)];
  }
  const tookMs = Math.round(performance.now() - startedAt);
  const health = (await response.json().catch(() => undefined)) as Health | undefined;
  if (!health?.services) {
    const detail = `${url} responds with ${response.status}, but is not Trellis.`;
    return [wrong('Address', detail, 'Check the address: trellis login --url …')];
  }
  return [
    ok('Address', `${url} responds within ${tookMs} ms.`),
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
  return [ok('Version', `The API version is ${version}.`)];
}

interface Health {
  services?: Record<string, { status: string }>;
}

function checkParts({ services = {} }: Health): Check[] {
  const failing = Object.entries(services).filter(([, { status }]) => status !== 'ok');
  if (failing.length === 0) {
    return [ok('Services', `${Object.keys(services).join(', ')} are healthy.`)];
  }
  const remedy = 'The operator can run `npm run doctor` there, and read the logs.';
  return failing.map(([name, { status }]) => wrong('Services', `${name} is ${status}.`, remedy));
}

function checkClock(date: string | null): Check {
  const skewMs = date === null ? NaN : Date.now() - Date.parse(date);
  if (Number.isNaN(skewMs)) return warning('Clock', 'The time of the deployment is unknown.');
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (Math.abs(skewMs) < maxSkewMs) {
    return ok('Clock', 'The clocks of this machine and Trellis agree.');
  }
  const detail = `The clock of this machine is ${seconds} seconds ${skewMs > 0 ? 'ahead' : 'behind'}.`;
  return wrong('Clock', detail, 'Set the clock, preferably with NTP.');
}

/** Checks whether the certificate is trusted, and when it expires. */
async function checkCertificate(url: string): Promise<Check[]> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'https:') {
    if (isLocal(url)) return [];
    const detail = 'The connection is not encrypted: tokens and secrets can be intercepted.';
    return [warning('TLS', detail, 'Use an https address.')];
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
    socket.on('timeout', () => end(wrong('TLS', 'No response.')));
    socket.on('error', ({ message }) => {
      const remedy = 'Renew the certificate, or trust its authority with NODE_EXTRA_CA_CERTS.';
      end(wrong('TLS', `The connection is not trusted: ${message}`, remedy));
    });
  });
}

function judge(expires: Date): Check {
  const days = Math.floor((expires.getTime() - Date.now()) / dayMs);
  const detail = `The certificate expires in ${days} days.`;
  if (days >= 14) return ok('TLS', detail);
  return warning('TLS', detail, 'The operator has to renew it.');
}

import { serviceNames, type ServiceName } from '../services.js';
import type { Environment } from './configuration.js';

export interface Welcome {
  address: string;
  /** The services that the launcher runs. */
  services: ServiceName[];
  /** The environment of the services. */
  environment: Environment;
  demoApp: { client_id: string; client_secret: string };
  /** Signs in to the console as the demo app, once. */
  signInCode: string;
}

/** Returns the text for the person who started the product. */
export function welcome(given: Welcome): string {
  const { address, services, environment } = given;
  const missing = serviceNames.filter((service) => !services.includes(service));
  return services.length === 0
    ? infrastructureText()
    : [
        `\nTrellis runs at ${address} (the interface: ${address}/docs).\n`,
        missing.length > 0 ? missingText(missing) : tryItText(given),
        `${egressText(environment)}\n`,
        'Ctrl-C stops it; the data stay.\n',
      ].join('\n');
}

const infrastructureText = () => `
The database runs, and its schemas are up to date. Run each service in a terminal of its own:
${serveCommands(serviceNames)}

Ctrl-C stops it; the data stay.
`;

const missingText = (missing: ServiceName[]) => `It waits for the rest. In another terminal:
${serveCommands(missing)}
`;

const serveCommands = (names: ServiceName[]) =>
  names.map((service) => `  npx nx serve ${service}`).join('\n');

function tryItText({ address, demoApp, signInCode }: Welcome): string {
  const { client_id, client_secret } = demoApp;
  const parse = `node -pe 'JSON.parse(fs.readFileSync(0)).access_token'`;
  const fragment = new URLSearchParams({ client_id, code: signInCode, keep: 'true' });
  return `Open the console, and sign in as the demo app; the link works once:
  ${address}/console#${fragment}

Sign in with an e-mail address of your own instead, as a member of an organization:
  npm run invite -- --email you@example.com --organization Home --environment demo

Log in on the command line as the demo app, and see what there is (npx trellis --help):
  echo ${client_secret} | npx trellis login --url ${address} --client-id ${client_id} --client-secret-stdin

Get an access token of the demo app, valid for an hour:
  TOKEN=$(curl -s -u ${client_id}:${client_secret} -d grant_type=client_credentials ${address}/oauth2/token | ${parse})

Try it:
  curl -s -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"name":"My house","type":"building"}' ${address}/api/v1/units
  curl -s -H "Authorization: Bearer $TOKEN" ${address}/api/v1/units
`;
}

/** Describes the networks that connectors may reach. */
export function egressText(environment: Environment): string {
  const { EGRESS_PRIVATE, EGRESS_PRIVATE_NETWORKS, EGRESS_DENY } = environment;
  const reached =
    EGRESS_PRIVATE === 'allow'
      ? 'this machine and all private networks (EGRESS_PRIVATE=allow)'
      : EGRESS_PRIVATE_NETWORKS
        ? `the private networks ${EGRESS_PRIVATE_NETWORKS} (EGRESS_PRIVATE_NETWORKS)`
        : 'public addresses only (EGRESS_PRIVATE=deny)';
  const denied = ['the database', 'the queue', ...(EGRESS_DENY ? [EGRESS_DENY] : [])];
  return `Connectors may reach ${reached}, but never ${denied.join(', ')}.`;
}

import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import ipaddr from 'ipaddr.js';

export interface PageSettings {
  /** 0 for no page. */
  port: number;
  /** The address on which it listens. */
  host: string;
  /** The proxy that alone may open it, and that knows who its visitors are. */
  from: string | undefined;
}

/** The settings of the agent, from options or variables of the environment. */
export interface Settings {
  /** The address of Trellis; undefined when the agent was paired before. */
  url: string | undefined;
  /** The pairing code. */
  code: string | undefined;
  /** The folder of the key. */
  data: string;
  /** Networks that may be reached in addition to the agent's own, such as `10.0.20.0/24` or `127.0.0.1/32`. */
  allow: string[];
  /** The page that shows what the agent does. */
  page: PageSettings;
  /** Whether to look for devices. */
  discovers: boolean;
}

export const help = `Usage: trellis-agent [options]

Connects the devices of this network to Trellis, through a connection that it opens itself.

Options:
  --url <address>    Address of Trellis, such as https://trellis.example (TRELLIS_URL)
  --code <code>      Pairing code, needed once (TRELLIS_CODE)
  --data <folder>    Where the key is stored (TRELLIS_DATA; default ~/.trellis-agent)
  --allow <network>  Another network that may be reached, such as 10.0.20.0/24; repeatable (TRELLIS_ALLOW,
                     separated by commas). By default: the private networks of this computer, and no loopback address.
  --page <port>      Port of the page that shows what passes through (TRELLIS_PAGE; default 8767, 0 for none)
  --page-host <address>  Address on which the page listens (TRELLIS_PAGE_HOST; default 127.0.0.1, this computer alone).
                     With 0.0.0.0, everybody in this network can read it and stop the agent.
  --page-from <address>  The only computer that may open the page: a proxy that asks for a password
                     (TRELLIS_PAGE_FROM)
  --no-discovery     Does not look for devices (TRELLIS_DISCOVERY=off)
  --version          Prints the version
  --help             Prints this

Stop it with Ctrl-C. The first start needs --url and --code; later ones find them with the key.
`;

/** Reports a mistake in the options. */
export class UsageError extends Error {}

const options = {
  url: { type: 'string' },
  code: { type: 'string' },
  data: { type: 'string' },
  allow: { type: 'string', multiple: true },
  page: { type: 'string' },
  'page-host': { type: 'string' },
  'page-from': { type: 'string' },
  'no-discovery': { type: 'boolean' },
  version: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** Parses options; those that are left out come from the environment. Throws `UsageError`. */
export function parseSettings(
  args: string[],
  env: NodeJS.ProcessEnv,
): Settings | 'help' | 'version' {
  const given = parse(args);
  if (given.help) return 'help';
  if (given.version) return 'version';
  const allow = [...(given.allow ?? []), ...(env.TRELLIS_ALLOW ?? '').split(',')].filter(Boolean);
  for (const network of allow) {
    if (!ipaddr.isValidCIDR(network)) throw new UsageError(`--allow: ${network} is no network.`);
  }
  const url = given.url ?? env.TRELLIS_URL;
  if (url !== undefined && !/^https?:\/\//.test(url)) {
    throw new UsageError(`--url: ${url} must begin with https:// or http://.`);
  }
  if (url !== undefined && !URL.canParse(url)) throw new UsageError(`--url: ${url} is no address.`);
  return {
    url,
    code: given.code ?? env.TRELLIS_CODE,
    data: given.data ?? env.TRELLIS_DATA ?? join(homedir(), '.trellis-agent'),
    allow,
    page: pageSettings(given, env),
    discovers: !given['no-discovery'] && env.TRELLIS_DISCOVERY !== 'off',
  };
}

type Given = ReturnType<typeof parse>;

function pageSettings(given: Given, env: NodeJS.ProcessEnv): PageSettings {
  const port = given.page ?? env.TRELLIS_PAGE ?? '8767';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new UsageError(`--page: ${port} is no port.`);
  }
  const host = given['page-host'] ?? env.TRELLIS_PAGE_HOST ?? '127.0.0.1';
  const from = given['page-from'] ?? env.TRELLIS_PAGE_FROM;
  for (const [option, address = '::'] of [
    ['--page-host', host],
    ['--page-from', from],
  ] as const) {
    if (!ipaddr.isValid(address)) throw new UsageError(`${option}: ${address} is no IP address.`);
  }
  return { port: Number(port), host, from };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, strict: true }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

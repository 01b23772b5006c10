import { execFileSync } from 'node:child_process';

/** A home in a network namespace of its own, behind a router in another one that translates its addresses. */
export interface HomeNetwork {
  /** The address at which the home reaches this computer. */
  outside: string;
  /** The command that runs a program in the home. */
  prefix: readonly string[];
  /** Drops packets in both directions (a share of 0 to 1). */
  lose(share: number): void;
  /** Forgets connections on which nothing has passed for a time (s), and drops their packets. */
  forgetIdleAfter(seconds: number): void;
  /** Gives the router another address outside, as providers do: it forgets all connections. */
  changeAddress(): void;
  remove(): void;
}

const run = (line: string): string =>
  execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8', stdio: 'pipe' });

/** Returns why the namespaces of this test cannot be created; undefined if they can. */
export function whyNoNamespaces(): string | undefined {
  const name = `probe${process.pid}`;
  try {
    run(
      `ip netns add ${name} && ip netns exec ${name} sh -c '
        ip link add probe0 type veth peer name probe1 &&
        iptables -t nat -A POSTROUTING -o probe0 -j MASQUERADE &&
        iptables -A FORWARD -m statistic --mode random --probability 0.01 -j DROP'`,
    );
    return undefined;
  } catch (error) {
    return String((error as { stderr?: string }).stderr ?? error).trim();
  } finally {
    try {
      run(`ip netns del ${name}`);
    } catch {
      // It was not created.
    }
  }
}

/** The addresses of every home: all are the same. */
const inside = { router: '192.168.1.1', devices: ['192.168.1.10', '192.168.1.20'] };

/** Creates a home; `number` distinguishes it from others at the same time. */
export function createHome(number: number): HomeNetwork {
  const id = `t${process.pid % 10_000}n${number}`;
  const [router, home] = [`${id}r`, `${id}h`];
  const net = `198.18.${number}`;
  const outside = `${net}.1`;
  let address = 2;
  const inRouter = (line: string) => run(`ip netns exec ${router} sh -c '${line}'`);
  run(`
    set -e
    ip netns add ${router}
    ip netns add ${home}
    ip link add ${id}o type veth peer name wan netns ${router}
    ip addr add ${outside}/24 dev ${id}o
    ip link set ${id}o up
    ip -n ${router} link add lan type veth peer name eth netns ${home}
    ip -n ${router} addr add ${inside.router}/24 dev lan
    ip -n ${router} link set lan up
    ip -n ${router} link set lo up
    ip -n ${home} link set lo up
    ip -n ${home} addr add ${inside.devices[0]}/24 dev eth
    ip -n ${home} addr add ${inside.devices[1]}/24 dev eth
    ip -n ${home} link set eth up
    ip -n ${home} route add default via ${inside.router}`);
  const connect = () =>
    run(`ip -n ${router} addr add ${net}.${address}/24 dev wan && ip -n ${router} link set wan up`);
  connect();
  // Like the router of a home: no connection from outside, and nothing that belongs to no connection.
  inRouter(`
    sysctl -qw net.ipv4.ip_forward=1 net.netfilter.nf_conntrack_tcp_loose=0 &&
    iptables -t nat -A POSTROUTING -o wan -j MASQUERADE &&
    iptables -A FORWARD -m conntrack --ctstate INVALID -j DROP &&
    iptables -A FORWARD -i wan -m conntrack ! --ctstate ESTABLISHED,RELATED -j DROP`);
  return {
    outside,
    prefix: ['ip', 'netns', 'exec', home],
    lose: (share) =>
      void inRouter(
        `iptables -I FORWARD -m statistic --mode random --probability ${share} -j DROP`,
      ),
    forgetIdleAfter: (seconds) =>
      void inRouter(`sysctl -qw net.netfilter.nf_conntrack_tcp_timeout_established=${seconds}`),
    changeAddress() {
      run(`ip -n ${router} link set wan down && ip -n ${router} addr flush dev wan`);
      address += 1;
      connect();
    },
    remove: () =>
      void run(`ip netns del ${home}; ip netns del ${router}; ip link del ${id}o || true`),
  };
}

/** The address of this machine, and the network of its IPv6 address, to which addresses are shortened. */
const loopback = /^(?:127\.\d+\.\d+\.\d+|::1?)$/;

/** Returns an IP address in its shortest form; behind a proxy on the same machine, loopback says nothing. */
export function addressText(address: string, isLocal: boolean): string {
  const inUrl = `http://[${address}]`;
  // Else it is an IPv4 address, or none.
  const text = URL.canParse(inUrl) ? new URL(inUrl).hostname.slice(1, -1) : address;
  if (!loopback.test(text)) return text;
  return isLocal ? 'This computer' : '';
}

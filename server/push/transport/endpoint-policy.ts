import { BlockList, isIP } from 'node:net';

/**
 * Which addresses this server may send messages to. Whoever is signed in chooses an endpoint, so a message must never
 * become a way into the network this server stands in. Handed to `buildApp`; no setting of the environment widens it.
 */
export type EndpointPolicy = {
  /** Of the address as it is written: asked when a device subscribes, and again before a connection. */
  allowsUrl(url: URL): boolean;
  /** Of the IP address that a name led to, or that stands in the URL: asked at each connection. */
  allowsAddress(address: string): boolean;
  /** Certificate authorities, PEM, in the place of those this machine trusts. */
  ca?: string;
};

/** Not the internet: RFC 6890 and its successors in IANA's registry of special-purpose addresses. */
const notPublic = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  notPublic.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  // Teredo, benchmarking, ORCHID and whatever else is not plain routing.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 carries an IPv4 address of its own.
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(network, bits, 'ipv6');

/** What is handed out for the public internet (RFC 4291): everything else in IPv6 is local, multicast or unassigned. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** Prefixes of 96 bits after which an IPv4 address stands: mapped addresses, and NAT64 of networks without IPv4. */
const CARRIES_IPV4 = new BlockList();
CARRIES_IPV4.addSubnet('::ffff:0:0', 96, 'ipv6');
CARRIES_IPV4.addSubnet('64:ff9b::', 96, 'ipv6');

/** The last 32 bits of an IPv6 address, as an IPv4 address. */
const lastFourBytes = (address: string): string => {
  // The URL parser writes every form of an address in one way, without dots.
  const { hostname } = new URL(`http://[${address}]`);
  const groups = hostname.slice(1, -1).split(':');
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
};

/** Whether an IP address is one of the public internet. Anything that is no IP address is not. */
export const isPublicAddress = (text: string): boolean => {
  const address = text.split('%', 1)[0] ?? '';
  const version = isIP(address);
  if (version === 4) return !notPublic.check(address, 'ipv4');
  if (version !== 6) return false;
  if (CARRIES_IPV4.check(address, 'ipv6')) return isPublicAddress(lastFourBytes(address));
  return globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
};

/** The IP address that stands in a URL; null for a name. The URL parser has made 127.1, 0x7f000001 and 2130706433 one. */
export const literalAddress = ({ hostname }: Pick<URL, 'hostname'>): string | null => {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) === 0 ? null : host;
};

/** Names that mean this machine or its own network (RFC 6761, RFC 6762, RFC 8375), and names without a dot. */
const LOCAL_NAME = /^[^.]+\.?$|\.(localhost|local|internal|lan|home|corp|home\.arpa)\.?$/i;

/** The policy of every deployment: https to the public internet. */
export const publicEndpoints: EndpointPolicy = {
  allowsUrl: (url) => {
    if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
    const address = literalAddress(url);
    return address === null ? !LOCAL_NAME.test(url.hostname) : isPublicAddress(address);
  },
  allowsAddress: isPublicAddress,
};

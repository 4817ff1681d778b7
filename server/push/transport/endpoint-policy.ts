import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Which hosts this server may call (SSRF protection). Any user can choose an endpoint, so a message must never reach
 * the server's own network. Passed to `buildApp`; no environment variable widens it.
 */
export type EndpointPolicy = {
  /** Checks the URL when subscribing, and again before connecting. */
  allowsUrl(url: URL): boolean;
  /** Checks the resolved or literal IP address of each connection. */
  allowsAddress(address: string): boolean;
  /** Certificate authorities (PEM) instead of the system's. */
  ca?: string;
};

/** Not public: RFC 6890 and its successors in IANA's registry of special-purpose addresses. */
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
  // Teredo, benchmarking, ORCHID and other special-purpose ranges.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 embeds an IPv4 address.
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(network, bits, 'ipv6');

/** Global unicast (RFC 4291): other IPv6 addresses are local, multicast or unassigned. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** 96-bit prefixes followed by an IPv4 address: mapped addresses and NAT64. */
const CARRIES_IPV4 = new BlockList();
CARRIES_IPV4.addSubnet('::ffff:0:0', 96, 'ipv6');
CARRIES_IPV4.addSubnet('64:ff9b::', 96, 'ipv6');

/** The last 32 bits of an IPv6 address, as an IPv4 address. */
const lastFourBytes = (address: string): string => ipaddr.parse(address).toByteArray().slice(-4).join('.');

/** Whether this is a public IP address; false for anything else. */
export const isPublicAddress = (text: string): boolean => {
  const address = text.split('%', 1)[0] ?? '';
  const version = isIP(address);
  if (version === 4) return !notPublic.check(address, 'ipv4');
  if (version !== 6) return false;
  if (CARRIES_IPV4.check(address, 'ipv6')) return isPublicAddress(lastFourBytes(address));
  return globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
};

/** The literal IP address of a URL; null for a name. The URL parser normalises 127.1, 0x7f000001 and 2130706433. */
export const parseIpAddress = ({ hostname }: Pick<URL, 'hostname'>): string | null => {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) === 0 ? null : host;
};

/** Names of this machine or network (RFC 6761, RFC 6762, RFC 8375), and names without a dot. */
const LOCAL_NAME = /^[^.]+\.?$|\.(localhost|local|internal|lan|home|corp|home\.arpa)\.?$/i;

/** The default policy: https to the public internet. */
export const publicEndpoints: EndpointPolicy = {
  allowsUrl: (url) => {
    if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
    const address = parseIpAddress(url);
    return address === null ? !LOCAL_NAME.test(url.hostname) : isPublicAddress(address);
  },
  allowsAddress: isPublicAddress,
};

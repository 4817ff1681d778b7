import { isIP } from 'node:net';
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

/** RFC 4291: other IPv6 addresses are local, multicast or unassigned. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether this is a public IP address (RFC 6890 and its successors); false for anything else. */
export const isPublicAddress = (text: string): boolean => {
  const [plain = ''] = text.split('%', 1);
  if (isIP(plain) === 0) return false;
  // An IPv4 address that is mapped to IPv6 becomes one again.
  const address = ipaddr.process(plain);
  const range = address.range();
  // NAT64 (RFC 6052) ends with an IPv4 address.
  if (range === 'rfc6052') return isPublicAddress(address.toByteArray().slice(-4).join('.'));
  return range === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST));
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

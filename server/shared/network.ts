import ipaddr from 'ipaddr.js';

/** An IPv4 address, or the /64 of an IPv6 address, because a household has a whole one. */
export const toNetwork = (given: string): string => {
  // Some proxies append the port.
  const address = given.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
};

import { describe, expect, it } from 'vitest';
import { isPublicAddress, publicEndpoints } from './endpoint-policy.ts';

const allows = (address: string) => publicEndpoints.allowsUrl(new URL(address));

describe('publicEndpoints', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://8.8.8.8/abc',
    'https://[2606:4700::6810:84e5]/abc',
  ])('allows %s', (address) => {
    expect(allows(address)).toBe(true);
  });

  it.each([
    ['plain http', 'http://fcm.googleapis.com/x'],
    ['another protocol', 'ftp://fcm.googleapis.com/x'],
    ['credentials', 'https://user:secret@push.example.org/x'],
    ['a user name', 'https://user@push.example.org/x'],
    ['a password', 'https://:secret@push.example.org/x'],
    ['this machine', 'https://localhost/x'],
    ['this machine with a dot at the end', 'https://localhost./x'],
    ['a name without a dot', 'https://postgres:5432/x'],
    ['a name of the local network', 'https://printer.local/x'],
    ['the metadata name of a cloud', 'https://metadata.google.internal/x'],
    ['loopback', 'https://127.0.0.1/x'],
    ['loopback, short', 'https://127.1/x'],
    ['loopback, decimal', 'https://2130706433/x'],
    ['loopback, hexadecimal', 'https://0x7f000001/x'],
    ['loopback, octal', 'https://0177.0.0.1/x'],
    ['loopback, percent-encoded', 'https://%31%32%37.0.0.1/x'],
    ['loopback in full-width digits', 'https://１２７.０.０.１/x'],
    ['IPv6 loopback', 'https://[::1]/x'],
    ['IPv6 loopback, long', 'https://[0:0:0:0:0:0:0:1]/x'],
    ['IPv4 in IPv6', 'https://[::ffff:127.0.0.1]/x'],
    ['IPv4 in IPv6, hexadecimal', 'https://[::ffff:a00:1]/x'],
    ['NAT64 of a private address', 'https://[64:ff9b::a9fe:a9fe]/x'],
    ['6to4', 'https://[2002:7f00:1::]/x'],
    ['a private network', 'https://10.1.2.3/x'],
    ['another private network', 'https://172.31.255.255/x'],
    ['a home network', 'https://192.168.1.1/x'],
    ['the metadata address of a cloud', 'https://169.254.169.254/latest/meta-data'],
    ['the metadata address of a cloud in IPv6', 'https://[fd00:ec2::254]/x'],
    ['carrier-grade NAT', 'https://100.64.0.1/x'],
    ['the unspecified address', 'https://0.0.0.0/x'],
    ['IPv6 unspecified', 'https://[::]/x'],
    ['multicast', 'https://224.0.0.1/x'],
    ['broadcast', 'https://255.255.255.255/x'],
    ['IPv6 link-local', 'https://[fe80::1]/x'],
    ['IPv6 multicast', 'https://[ff02::1]/x'],
    ['documentation', 'https://[2001:db8::1]/x'],
  ])('rejects %s', (_what, address) => {
    expect(allows(address)).toBe(false);
  });

  it.each(['localhost', 'local', 'internal', 'lan', 'home', 'corp', 'home.arpa'])(
    'rejects names that end in .%s, also with a dot at the end',
    (name) => {
      for (const host of [`push.${name}`, `push.${name}.`])
        expect(allows(`https://${host}/x`), host).toBe(false);
      for (const host of [`${name}.example`, `push.my${name}`, `push.${name}.example`])
        expect(allows(`https://${host}/x`), host).toBe(true);
    },
  );

  it('checks resolved addresses too', () => {
    expect(publicEndpoints.allowsAddress('142.250.1.1')).toBe(true);
    expect(publicEndpoints.allowsAddress('64:ff9b::8efa:101')).toBe(true);
    for (const address of ['127.0.0.1', '10.0.0.1', '::1', 'fe80::1%eth0', '::ffff:192.168.0.1', 'x', ''])
      expect(isPublicAddress(address), address).toBe(false);
  });
});

describe('isPublicAddress', () => {
  /** The last public address before a range, its first and last address, and the first public address after it. */
  const ranges: [string | undefined, string, string, string | undefined][] = [
    [undefined, '0.0.0.0', '0.255.255.255', '1.0.0.0'],
    ['9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
    ['100.63.255.255', '100.64.0.0', '100.127.255.255', '100.128.0.0'],
    ['126.255.255.255', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
    ['169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
    ['172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
    ['191.255.255.255', '192.0.0.0', '192.0.0.255', '192.0.1.0'],
    ['192.0.1.255', '192.0.2.0', '192.0.2.255', '192.0.3.0'],
    ['192.88.98.255', '192.88.99.0', '192.88.99.255', '192.88.100.0'],
    ['192.167.255.255', '192.168.0.0', '192.168.255.255', '192.169.0.0'],
    ['198.17.255.255', '198.18.0.0', '198.19.255.255', '198.20.0.0'],
    ['198.51.99.255', '198.51.100.0', '198.51.100.255', '198.51.101.0'],
    ['203.0.112.255', '203.0.113.0', '203.0.113.255', '203.0.114.0'],
    ['223.255.255.255', '224.0.0.0', '239.255.255.255', undefined],
    [undefined, '240.0.0.0', '255.255.255.255', undefined],
  ];
  const ones = 'ffff:ffff:ffff:ffff:ffff:ffff';
  const ranges6: typeof ranges = [
    [undefined, '::', `1fff:ffff:${ones}`, '2000::'],
    [`2000:ffff:${ones}`, '2001::', `2001:1ff:${ones}`, '2001:200::'],
    [`2001:db7:${ones}`, '2001:db8::', `2001:db8:${ones}`, '2001:db9::'],
    [`2001:ffff:${ones}`, '2002::', `2002:ffff:${ones}`, '2003::'],
    [`3ffe:ffff:${ones}`, '3fff::', `3fff:fff:${ones}`, '3fff:1000::'],
    [`3fff:ffff:${ones}`, '4000::', `ffff:ffff:${ones}`, undefined],
  ];
  const check = (address: string | undefined, expected: boolean) => {
    if (address !== undefined) expect(isPublicAddress(address), address).toBe(expected);
  };

  it.each([...ranges, ...ranges6])(
    'returns true up to %s, false from %s to %s, and true from %s',
    (...range) => {
      const [before, first, last, after] = range;
      for (const address of [before, after]) check(address, true);
      for (const address of [first, last]) check(address, false);
    },
  );

  it.each(ranges)('returns the same for %s, %s, %s and %s in IPv6', (...range) => {
    const [before, first, last, after] = range;
    for (const prefix of ['::ffff:', '64:ff9b::'])
      for (const address of [before, first, last, after])
        check(address && prefix + address, address === before || address === after);
  });

  it('returns false for prefixes that only resemble those that carry an IPv4 address', () => {
    for (const address of ['::fffe:808:808', '::1:ffff:808:808', '64:ff9b::1:808:808', '64:ff9a::808:808'])
      check(address, false);
  });
});

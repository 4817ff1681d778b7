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

  it('checks resolved addresses too', () => {
    expect(publicEndpoints.allowsAddress('142.250.1.1')).toBe(true);
    expect(publicEndpoints.allowsAddress('64:ff9b::8efa:101')).toBe(true);
    for (const address of ['127.0.0.1', '10.0.0.1', '::1', 'fe80::1%eth0', '::ffff:192.168.0.1', 'x', ''])
      expect(isPublicAddress(address), address).toBe(false);
  });
});

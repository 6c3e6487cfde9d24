import { describe, expect, it } from 'vitest';
import { createAddressGuard } from './address-guard.ts';

const guard = createAddressGuard({ allowedNetworks: [], allowsLoopback: false });

describe('the address guard of outgoing requests', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['0.0.0.0', 'this host'],
    ['0.1.2.3', 'this network'],
    ['10.0.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'carrier-grade NAT'],
    ['100.100.100.200', 'metadata of Alibaba Cloud'],
    ['169.254.1.1', 'link-local'],
    ['169.254.169.254', 'metadata of most clouds'],
    ['169.254.170.2', 'metadata of Amazon ECS'],
    ['168.63.129.16', 'metadata of Azure, a public address'],
    ['192.0.0.192', 'metadata of Oracle Cloud'],
    ['192.0.2.1', 'documentation'],
    ['198.18.0.1', 'benchmarking'],
    ['198.51.100.1', 'documentation'],
    ['203.0.113.1', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.250', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::127.0.0.1', 'IPv4-compatible'],
    ['::ffff:127.0.0.1', 'mapped loopback'],
    ['::ffff:7f00:1', 'mapped loopback in hexadecimal'],
    ['::ffff:169.254.169.254', 'mapped metadata'],
    ['::ffff:8.8.8.8', 'mapped public'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b::808:808', 'NAT64 of a public address'],
    ['64:ff9b:1::a00:1', 'local NAT64'],
    ['2002:7f00:1::', '6to4'],
    ['2001:0:7f00:1::', 'Teredo'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', 'metadata of Amazon EC2'],
    ['fe80::1', 'link-local'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['100::1', 'discard'],
    ['2001:db8::1', 'documentation'],
    ['5f00::1', 'segment routing'],
    ['4000::1', 'not assigned'],
    ['localhost', 'no address'],
    ['2130706433', 'no address'],
    ['', 'no address'],
  ])('refuses “%s” (%s)', (address) => {
    expect(guard.isAllowed(address)).toBe(false);
  });

  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '2606:4700::1111',
    '2400:6180::1',
  ])('allows %s', (address) => {
    expect(guard.isAllowed(address)).toBe(true);
  });

  it('allows the configured networks, but no metadata service in them', () => {
    const own = createAddressGuard({
      allowedNetworks: ['10.20.0.0/16', '192.168.7.7', 'fd12::/16', '169.254.0.0/16'],
      allowsLoopback: false,
    });
    const verdicts = [
      '10.20.255.1',
      '192.168.7.7',
      'fd12::5',
      '10.21.0.1',
      '192.168.7.8',
      'fd13::5',
      '169.254.169.254',
      '::ffff:10.20.0.1',
    ].map((address) => own.isAllowed(address));
    expect(verdicts).toEqual([true, true, true, false, false, false, false, false]);
  });

  it('allows loopback, but no private network, in evaluation mode', () => {
    const evaluation = createAddressGuard({ allowedNetworks: [], allowsLoopback: true });
    expect(['127.0.0.1', '::1', '10.0.0.1'].map((address) => evaluation.isAllowed(address))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { addressOf } from '../caller.ts';

/**
 * `proxy-untrusted`: a proxy forwards requests, but VID does not read visitors' addresses from it.
 * `proxy-one-address`: all visitors seem to have the same address.
 */
export type ProxyProblem = 'proxy-untrusted' | 'proxy-one-address';

const repeatMs = 3_600_000;
/** Number of consecutive new visitors with the same address that rules out a coincidence. */
const visitorsInARow = 50;
/** Headers in which proxies name the visitor. VID reads only the header of `VID_PROXY_HEADER`. */
const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'];
/** Networks that may contain the operator's proxy. In other networks, anyone can send forwarding headers. */
const ownNetworks: ReadonlySet<string> = new Set([
  'loopback',
  'private',
  'uniqueLocal',
  'linkLocal',
  'carrierGradeNat',
]);

/**
 * Reports, at most once an hour per problem, that all users share a proxy's address and therefore its rate
 * limits: the proxy is not in `VID_TRUSTED_PROXIES`, or it does not send the header of `VID_PROXY_HEADER`.
 */
export function createProxyWatch(
  report: (problem: ProxyProblem, address: string) => void,
  nowMs: () => number,
): (request: FastifyRequest) => void {
  const reportedAt = new Map<ProxyProblem, number>();
  let visitors = { address: '', count: 0 };

  const reportHourly = (problem: ProxyProblem, address: string): void => {
    if (nowMs() - (reportedAt.get(problem) ?? Number.NEGATIVE_INFINITY) < repeatMs) return;
    reportedAt.set(problem, nowMs());
    report(problem, address);
  };

  return (request) => {
    const peer = request.socket.remoteAddress;
    const isForwarded = forwardingHeaders.some((name) => request.headers[name] !== undefined);
    if (isForwarded && peer !== undefined && !namesVisitor(request) && isOwn(peer))
      reportHourly('proxy-untrusted', peer);
    if (!isNewVisitor(request)) return;
    const address = addressOf(request);
    visitors = { address, count: visitors.address === address ? visitors.count + 1 : 1 };
    if (visitors.count >= visitorsInARow && isOwn(address)) reportHourly('proxy-one-address', address);
  };
}

/**
 * Returns whether Fastify trusts the peer and read an address from its header. The address may equal the
 * peer's, because a visitor can be on the proxy's machine.
 */
export function namesVisitor({ ips = [] }: FastifyRequest): boolean {
  return ips.length > 1;
}

/**
 * Returns whether a browser opens a page and sends no cookie, as on a first visit. Monitoring tools send no Fetch
 * Metadata.
 */
function isNewVisitor({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && headers.cookie === undefined;
}

function isOwn(address: string): boolean {
  return ipaddr.isValid(address) && ownNetworks.has(ipaddr.process(address).range());
}

import { otpLimits } from '@vid/contract/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cookies } from './cookies.ts';

/** What a browser sends in place of an otpToken, so that no script ever has to hold one (S8). */
const inCookie = 'cookie';

/** The otpToken of a call: the one given, or the flow cookie's where the body says `cookie`. Empty when there is none. */
export function readFlowToken(cookies: Cookies, request: FastifyRequest, given: string): string {
  return given === inCookie ? (cookies.read(request, 'vid_flow') ?? '') : given;
}

export function writeFlowToken(cookies: Cookies, reply: FastifyReply, token: string): void {
  cookies.write(reply, 'vid_flow', token, otpLimits.tokenLifeSeconds);
}

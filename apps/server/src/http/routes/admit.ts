import { finished } from 'node:stream';
import type { Endpoint } from '@vid/contract/endpoint';
import type { ManagementScope } from '@vid/contract/management-scopes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Availability } from '#database/availability/availability.ts';
import { continueFor } from '#database/request-subject.ts';
import { AppError } from '#lib/app-error.ts';
import type { Keys } from '#lib/keys.ts';
import { checkClientToken } from '../browser/client-token.ts';
import type { Cookies } from '../browser/cookies.ts';
import type { PreSession, PreSessions } from '../browser/pre-session.ts';
import { managesAll, requireAdmin, type CallSession, type ManagerRight } from '../call-session.ts';
import { callerOf, type Caller, type Machine } from '../caller.ts';
import type { Turns } from './turns.ts';

/**
 * The administrator, manager or machine client that makes the call; for a change, with the reason from the
 * body.
 */
export type CallActor = {
  /**
   * The account id of an administrator or manager, or `client:` and the machine client's id. Account ids
   * contain no colon.
   */
  readonly actorId: string;
  readonly caller: Caller;
  readonly reason?: string;
  readonly isMachine?: boolean;
  readonly isAdmin?: boolean;
  /** The application named in the call, or the application of the machine client. */
  readonly within?: string;
};

export type ManagerActor = CallActor & { readonly within: string };

export type TokenRequest = {
  readonly authorization: string | undefined;
  /** DPoP header with a proof of possession (RFC 9449 section 4). */
  readonly dpop: string | undefined;
  readonly method: string;
  readonly url: string;
};

type Hit = {
  readonly key: string;
  readonly windowSeconds: number;
  readonly limit: number;
  readonly points?: number;
};

export type AdmitDeps = {
  /** @throws AppError TOKEN_MISSING without a token, TOKEN_INVALID for an unknown or ended session */
  readonly authenticate: (token: string | undefined) => Promise<CallSession>;
  readonly findManagerRight: (session: CallSession, appId: string) => Promise<ManagerRight | null>;
  /**
   * @throws AppError ACCESS_TOKEN_INVALID without a valid token and proof, INSUFFICIENT_SCOPE if the token
   *   lacks `scope`, RATE_LIMITED over the limit of the client or its application
   */
  readonly authenticateMachine: (request: TokenRequest, scope: ManagementScope) => Promise<Machine>;
  /** @throws AppError RATE_LIMITED if a hit is over its limit */
  readonly counters: { readonly allow: (...hits: readonly Hit[]) => Promise<void> };
  /** Number of rows from member lists that an administrator or a manager may read in an hour. */
  readonly memberRowsHour: number;
  readonly preSessions: PreSessions;
  readonly cookies: Cookies;
  readonly keys: Keys;
  readonly availability: Availability;
  /** Limits an account's concurrent requests with a large body. */
  readonly uploadTurns: Turns;
  readonly nowMs: () => number;
};

type Http = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Waits for a turn of `part` among the concurrent calls of `subject`. */
  readonly takeTurn: (subject: string, part: string) => Promise<void>;
};

type Admitted = { readonly caller: Caller; readonly session?: CallSession };

/**
 * Admits a call by the access that its endpoint requires. The guards of a signed-in call run in this order:
 * session, forced password change, turn, role or application, confirmation, rate limit.
 */
export async function admit(endpoint: Endpoint, deps: AdmitDeps, http: Http): Promise<Admitted> {
  const { request, reply } = http;
  const call = {
    body: request.body,
    query: request.query,
    params: request.params,
    file: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    caller: callerOf(request),
    reply,
    request,
  };
  switch (endpoint.access) {
    case 'public':
      return call;
    case 'gateway':
      return Object.assign(call, { preSession: admitGateway(deps, http) });
    case 'visitor':
      return Object.assign(call, { preSession: deps.preSessions.ensure(request, reply) });
    case 'machine':
      return Object.assign(call, await admitMachine(endpoint, deps, { ...http, caller: call.caller }));
    case 'member':
    case 'manager':
    case 'admin':
      return Object.assign(call, await admitSession(endpoint, deps, { ...http, caller: call.caller }));
    default:
      return endpoint.access satisfies never;
  }
}

function admitGateway(deps: AdmitDeps, { request, reply }: Http): PreSession {
  const known = deps.preSessions.find(request);
  const preSession = deps.preSessions.ensure(request, reply);
  checkClientToken({
    header: single(request.headers['x-client-token']),
    keys: deps.keys,
    preSession: known,
    userAgent: request.headers['user-agent'],
    clientId: textIn(request.body, 'clientId'),
    nowMs: deps.nowMs(),
  });
  return preSession;
}

type Admission = Http & { readonly caller: Caller };

async function admitMachine(
  endpoint: Endpoint,
  deps: AdmitDeps,
  { request, takeTurn, ...admission }: Admission,
) {
  const { headers, method, url } = request;
  const proof = { authorization: headers.authorization, dpop: single(headers['dpop']), method, url };
  if (!endpoint.scope) throw new Error('an endpoint for machines has a scope');
  const machine = await deps.authenticateMachine(proof, endpoint.scope);
  const { applicationId: within } = machine;
  const appId = textIn(request.params, 'appId');
  if (appId !== undefined && appId !== within) throw new AppError('NOT_FOUND');
  continueFor(within);
  await takeTurn(within, machine.clientId);
  await countCall(deps, endpoint, within);
  const caller: Caller = { ...admission.caller, machine };
  const actor = actorOf(endpoint, request, { actorId: `client:${machine.clientId}`, caller });
  const by: CallActor = { ...actor, isMachine: true, within };
  return { machine, caller, by };
}

async function admitSession(
  endpoint: Endpoint,
  deps: AdmitDeps,
  { request, takeTurn, ...admission }: Admission,
) {
  const session = await getSession(endpoint, deps, request);
  const { id: accountId } = session.account;
  await takeTurn(accountId, session.id);
  if (endpoint.access === 'admin') requireAdmin(session);
  const manager: { readonly right?: ManagerRight } =
    endpoint.access === 'manager' ? { right: await requireManager(deps, session, request.params) } : {};
  requireConfirmation(endpoint, session);
  const within = textIn(request.params, 'appId');
  const managerOf = manager.right === 'manager' ? within : undefined;
  const subject =
    endpoint.access === 'manager' && within !== undefined ? `${within}:${accountId}` : accountId;
  if (largestBodyOf(endpoint) === undefined)
    await countCall(deps, endpoint, managerOf ?? subject, session.id);
  const signedIn = { sessionId: session.id, accountId };
  const caller: Caller = {
    ...admission.caller,
    signedIn: managerOf === undefined ? signedIn : { ...signedIn, managerOf },
  };
  const by: CallActor = {
    ...actorOf(endpoint, request, { actorId: accountId, caller }),
    isAdmin: managesAll(session),
    ...(within !== undefined && { within }),
  };
  return { session, caller, by, ...manager };
}

export const largestBodyOf = ({ file, bodyBytes }: Endpoint): number | undefined =>
  file?.maxBytes ?? bodyBytes;

/**
 * Admits and counts a call with a large body before the body is read, so that an unauthorized caller cannot
 * fill the memory. The account keeps its turn until the response has ended, so that unfinished uploads cannot
 * fill the memory either. `admit` reads the session again after the upload, which takes time.
 */
export function admitLarge(endpoint: Endpoint, deps: AdmitDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await deps.availability.guard(async () => {
      const session = await getSession(endpoint, deps, request);
      if (endpoint.access === 'admin') requireAdmin(session);
      requireConfirmation(endpoint, session);
      const endTurn = await deps.uploadTurns.take(session.account.id, session.id);
      finished(reply.raw, endTurn);
      await countCall(deps, endpoint, session.account.id, session.id);
    }, 'write');
  };
}

/** Factor between the limit of an account and the limit of one of its sessions. */
const sessionsFactor = 10;

/**
 * Counts a call for an account, or for an application whose managers and machine clients share the limit; the
 * corresponding endpoints of the management API and of the pages have the same id. Calls of the application's
 * owner and of administrators are counted separately, so that a manager who uses up the limit cannot keep
 * them from removing that manager. A call with a limit per session is counted for the session first, so that
 * calls over the session's limit do not count for the account.
 * @throws AppError RATE_LIMITED over a limit
 */
async function countCall(
  { counters }: Pick<AdmitDeps, 'counters'>,
  { id, limit }: Endpoint,
  subject: string,
  sessionId?: string,
): Promise<void> {
  if (!limit) return;
  const hit = (of: string, perHour: number) => ({
    key: `calls:${id}:${of}`,
    windowSeconds: 3_600,
    limit: perHour,
  });
  const { perHour } = limit;
  if (limit.of === 'session' && sessionId !== undefined)
    await counters.allow(hit(sessionId, perHour), hit(subject, sessionsFactor * perHour));
  else await counters.allow(hit(subject, perHour));
}

/**
 * Counts the items of a list of members that the account is about to read.
 * @throws AppError RATE_LIMITED over the hourly number of items
 */
export async function countMembers(
  { counters, memberRowsHour }: Pick<AdmitDeps, 'counters' | 'memberRowsHour'>,
  accountId: string,
  data: unknown,
): Promise<void> {
  const items: unknown = Reflect.get(Object(data), 'items');
  const points = Array.isArray(items) ? items.length : 0;
  if (points === 0) return;
  const key = `member-rows:${accountId}`;
  await counters.allow({ key, windowSeconds: 3_600, limit: memberRowsHour, points });
}

/** Adds the reason from the body. Fastify also parses the body of a DELETE, but validates only a declared body. */
function actorOf(
  { body }: Endpoint,
  request: FastifyRequest,
  actor: Pick<CallActor, 'actorId' | 'caller'>,
): CallActor {
  const reason = body === undefined ? undefined : textIn(request.body, 'reason');
  return { ...actor, ...(reason !== undefined && { reason }) };
}

/**
 * @throws AppError REAUTHENTICATION_REQUIRED if the endpoint asks for a confirmation and the session has no
 *   recent one
 */
function requireConfirmation({ confirm }: Endpoint, session: CallSession): void {
  const isAsked = confirm === true || (confirm === 'administrators' && managesAll(session));
  if (isAsked && !session.isConfirmed) throw new AppError('REAUTHENTICATION_REQUIRED');
}

/**
 * Returns the session if its account may call the endpoint now.
 * @throws AppError TOKEN_MISSING without a session cookie, TOKEN_INVALID for an ended session,
 *   PASSWORD_CHANGE_REQUIRED during a forced password change
 */
async function getSession(
  endpoint: Endpoint,
  { authenticate, cookies }: Pick<AdmitDeps, 'authenticate' | 'cookies'>,
  request: FastifyRequest,
): Promise<CallSession> {
  const session = await authenticate(cookies.read(request, 'vid_sid'));
  if (session.mustChangePassword && !endpoint.isOpenDuringForcedChange)
    throw new AppError('PASSWORD_CHANGE_REQUIRED');
  continueFor(session.account.id);
  return session;
}

/**
 * Returns the caller's right to manage an application.
 * @throws AppError NOT_FOUND without such a right, as for an unknown application
 */
async function requireManager(
  { findManagerRight }: Pick<AdmitDeps, 'findManagerRight'>,
  session: CallSession,
  params: unknown,
): Promise<ManagerRight> {
  const appId = textIn(params, 'appId');
  const right = appId === undefined ? null : await findManagerRight(session, appId);
  if (right === null) throw new AppError('NOT_FOUND');
  return right;
}

function textIn(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found: unknown = Reflect.get(value, name);
  return typeof found === 'string' ? found : undefined;
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

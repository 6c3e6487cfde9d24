import { finished } from 'node:stream';
import {
  commonErrors,
  type BodyOf,
  type DataOf,
  type Endpoint,
  type Method,
  type ParamsOf,
  type QueryOf,
} from '@vid/contract/endpoint';
import { endpoints, type EndpointName, type Endpoints } from '@vid/contract/endpoints/index';
import type { ManagementScope } from '@vid/contract/management-scopes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type, type TObject } from 'typebox';
import type { Availability } from '#database/availability/availability.ts';
import { continueFor } from '#database/request-subject.ts';
import { AppError } from '#lib/app-error.ts';
import type { Keys } from '#lib/keys.ts';
import { managesAll, requireAdmin, type CallSession, type ManagerRight } from '../call-session.ts';
import { callerOf, type Caller, type Machine } from '../caller.ts';
import { checkClientToken } from '../browser/client-token.ts';
import type { Cookies } from '../browser/cookies.ts';
import { eventStreamType, type EventSource, type EventStreams } from '../event-stream.ts';
import type { PreSession, PreSessions } from '../browser/pre-session.ts';
import type { Turns } from './turns.ts';

export type CallMachine = Machine;

/** The administrator or machine client that makes the call; for a change, with the reason from the body. */
export type CallActor = {
  /**
   * The administrator's account id, or `client:` and the machine client's id. Account ids contain no colon.
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

/** `session` and `preSession` are present if the endpoint's access requires them. */
export type Call<E> = E extends unknown ? CallOf<E> : never;
type CallOf<E> = {
  readonly body: BodyOf<E>;
  readonly query: QueryOf<E>;
  readonly params: ParamsOf<E>;
  readonly caller: Caller;
  readonly reply: FastifyReply;
  readonly request: FastifyRequest;
} & (E extends { access: 'member' | 'manager' | 'admin' } ? { readonly session: CallSession } : unknown) &
  (E extends { access: 'manager' } ? { readonly right: ManagerRight } : unknown) &
  (E extends { access: 'machine' } ? { readonly machine: CallMachine } : unknown) &
  (E extends { access: 'admin' } ? { readonly by: CallActor } : unknown) &
  (E extends { access: 'machine' | 'manager' } ? { readonly by: ManagerActor } : unknown) &
  (E extends { access: 'gateway' | 'visitor' } ? { readonly preSession: PreSession } : unknown) &
  (E extends { file: object } ? { readonly file: Buffer } : unknown);

/**
 * Data accepted by the serializer of a response: times may be dates, and fields outside the schema are
 * dropped.
 */
type Sendable<T> = T extends string
  ? string extends T
    ? string | Date
    : T
  : T extends readonly (infer Item)[]
    ? readonly Sendable<Item>[]
    : T extends object
      ? { readonly [K in keyof T]: Sendable<T[K]> }
      : T;
export type Answer<N extends EndpointName> = Sendable<DataOf<Endpoints[N]>>;

/** `void` is allowed if the endpoint's data is always `true`. */
type Outcome<E> = E extends { readonly isStream: true }
  ? EventSource<DataOf<E>>
  : DataOf<E> extends true
    ? true | void
    : Sendable<DataOf<E>>;
export type Handler<E> = (call: Call<E>) => Promise<Outcome<E>>;
export type Route = <N extends EndpointName>(name: N, handler: Handler<Endpoints[N]>) => void;
export type Handlers = { readonly [N in EndpointName]?: Handler<Endpoints[N]> };

export function addHandlers(route: Route, handlers: Handlers): void {
  for (const [name, handler] of Object.entries(handlers))
    // oxlint-disable-next-line no-unsafe-type-assertion -- the type of `handlers` pairs each name with its handler
    route(name as EndpointName, handler as Handler<Endpoints[EndpointName]>);
}

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

export type RouteDeps = {
  /** @throws AppError TOKEN_MISSING without a token, TOKEN_INVALID for an unknown or ended session */
  readonly authenticate: (token: string | undefined) => Promise<CallSession>;
  readonly findManagerRight: (session: CallSession, appId: string) => Promise<ManagerRight | null>;
  /** @throws AppError ACCESS_TOKEN_INVALID, INSUFFICIENT_SCOPE if the token lacks `scope`, RATE_LIMITED */
  readonly authenticateMachine: (request: TokenRequest, scope: ManagementScope) => Promise<CallMachine>;
  /** @throws AppError RATE_LIMITED if a hit is over its limit */
  readonly counters: { readonly allow: (...hits: readonly Hit[]) => Promise<void> };
  /** Items of lists of members that an administrator or a manager may read in an hour. */
  readonly memberRowsHour: number;
  readonly preSessions: PreSessions;
  readonly cookies: Cookies;
  readonly keys: Keys;
  readonly availability: Availability;
  readonly eventStreams: EventStreams;
  readonly callTurns: Turns;
  /** Limits an account's concurrent requests with a large body. */
  readonly uploadTurns: Turns;
  readonly nowMs: () => number;
};

type Admitted = { readonly caller: Caller; readonly session?: CallSession };

/**
 * Creates the function by which features add handlers to endpoints; the contract defines each endpoint's
 * schema, access and errors.
 */
export function createRoute(app: FastifyInstance, deps: RouteDeps): Route {
  return (name, handler) => {
    const endpoint: Endpoint = endpoints[name];
    const [method, url] = splitName(name);
    const handle = (request: FastifyRequest, reply: FastifyReply) =>
      deps.availability.guard(
        async () => {
          let endTurn: (() => void) | undefined;
          const takeTurn = async (subject: string, part: string): Promise<void> => {
            endTurn = await deps.callTurns.take(subject, part);
          };
          try {
            const call: Admitted = await admit(endpoint, deps, { request, reply, takeTurn });
            try {
              // oxlint-disable-next-line no-unsafe-type-assertion -- the schema has validated the shapes of Call<E>
              const data = await handler(call as unknown as Parameters<typeof handler>[0]);
              if (endpoint.listsMembers && call.session)
                await countMembers(deps, call.session.account.id, data);
              return data;
            } catch (error) {
              throw declared(endpoint, error);
            }
          } finally {
            endTurn?.();
          }
        },
        method === 'GET' ? 'read' : 'write',
      );
    const largest = largestBodyOf(endpoint);
    app.route({
      method,
      url,
      schema: routeSchema(endpoint),
      config: {
        endpoint: name,
        isStream: endpoint.isStream === true,
        // Browsers never add an access token by themselves, and the route reads no cookie, so a site cannot
        // forge a request.
        ...(endpoint.access === 'machine' ? { acceptsAnyOrigin: true } : {}),
        ...(endpoint.file ? { acceptsTypes: endpoint.file.types } : {}),
      },
      ...(largest === undefined ? {} : { bodyLimit: largest, onRequest: admitLarge(endpoint, deps) }),
      // A HEAD request would wait for the end of the stream.
      exposeHeadRoute: !endpoint.isStream,
      handler: endpoint.isStream
        ? (request, reply) =>
            deps.eventStreams.open(
              request,
              reply,
              // oxlint-disable-next-line no-unsafe-type-assertion -- the handler's type requires it of such an endpoint
              () => handle(request, reply) as Promise<EventSource<unknown>>,
            )
        : async (request, reply) => {
            const data: unknown = await handle(request, reply);
            return { data: data === undefined ? true : data };
          },
    });
  };
}

const largestBodyOf = ({ file, bodyBytes }: Endpoint): number | undefined => file?.maxBytes ?? bodyBytes;

/**
 * Admits and counts a call with a large body before the body is read, so that an unauthorized caller cannot
 * fill the memory. The account keeps its turn until the response has ended, so that unfinished uploads cannot
 * fill the memory either. The handler reads the session again, because an upload takes time.
 */
function admitLarge(endpoint: Endpoint, deps: RouteDeps) {
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

export function routeSchema(endpoint: Endpoint) {
  return {
    summary: endpoint.summary,
    tags: [endpoint.tag],
    ...(endpoint.body ? { body: endpoint.body } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.params ? { params: endpoint.params } : {}),
    response: { 200: endpoint.isStream ? eventsSchema(endpoint.data) : responseSchema(endpoint.data) },
  };
}

const responseSchemas = new WeakMap<object, TObject>();

/** Returns the same object in every app, because compiled serializers are cached by schema. */
function responseSchema(data: Endpoint['data']): TObject {
  const schema = responseSchemas.get(data) ?? Type.Object({ data });
  responseSchemas.set(data, schema);
  return schema;
}

/**
 * Returns the schema of an event stream by content type, as Fastify and OpenAPI expect. `schema` describes
 * the data of an event.
 */
function eventsSchema(schema: Endpoint['data']) {
  return { content: { [eventStreamType]: { schema } } };
}

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export function splitName(name: string): [Method, string] {
  const [word, url = ''] = name.split(' ');
  const method = methods.find((candidate) => candidate === word);
  if (!method) throw new Error(`no method in ${name}`);
  return [method, url];
}

type Http = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Waits for a turn of `part` among the concurrent calls of `subject`. */
  readonly takeTurn: (subject: string, part: string) => Promise<void>;
};

/**
 * Runs the guards in this order: pre-session, client token, session, forced password change, turn, role or
 * application, confirmation, rate limit.
 */
async function admit(endpoint: Endpoint, deps: RouteDeps, { request, reply, takeTurn }: Http) {
  const call = {
    body: request.body,
    query: request.query,
    params: request.params,
    file: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    caller: callerOf(request),
    reply,
    request,
  };
  // Fastify also parses the body of a DELETE, but validates only a declared body.
  const checkedBody = endpoint.body === undefined ? undefined : request.body;
  switch (endpoint.access) {
    case 'public':
      return call;
    case 'gateway': {
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
      return Object.assign(call, { preSession });
    }
    case 'visitor':
      return Object.assign(call, { preSession: deps.preSessions.ensure(request, reply) });
    case 'machine': {
      const { headers, method, url } = request;
      const proof = { authorization: headers.authorization, dpop: single(headers['dpop']), method, url };
      if (!endpoint.scope) throw new Error('an endpoint for machines has a scope');
      const machine = await deps.authenticateMachine(proof, endpoint.scope);
      const appId = textIn(request.params, 'appId');
      if (appId !== undefined && appId !== machine.applicationId) throw new AppError('NOT_FOUND');
      continueFor(machine.applicationId);
      await takeTurn(machine.applicationId, machine.clientId);
      await countCall(deps, endpoint, machine.applicationId);
      const caller: Caller = { ...call.caller, machine };
      const by: CallActor = {
        ...actorOf(`client:${machine.clientId}`, caller, checkedBody),
        isMachine: true,
        within: machine.applicationId,
      };
      return Object.assign(call, { machine, caller, by });
    }
    case 'member':
    case 'manager':
    case 'admin':
      break;
  }
  const session = await getSession(endpoint, deps, request);
  await takeTurn(session.account.id, session.id);
  if (endpoint.access === 'admin') requireAdmin(session);
  const manager: { readonly right?: ManagerRight } =
    endpoint.access === 'manager' ? { right: await requireManager(deps, session, request.params) } : {};
  requireConfirmation(endpoint, session);
  const { id: accountId } = session.account;
  const within = textIn(request.params, 'appId');
  const managerOf = manager.right === 'manager' ? within : undefined;
  const subject =
    endpoint.access === 'manager' && within !== undefined ? `${within}:${accountId}` : accountId;
  if (largestBodyOf(endpoint) === undefined)
    await countCall(deps, endpoint, managerOf ?? subject, session.id);
  const signedIn = { sessionId: session.id, accountId };
  const caller: Caller = {
    ...call.caller,
    signedIn: managerOf === undefined ? signedIn : { ...signedIn, managerOf },
  };
  const by: CallActor = {
    ...actorOf(accountId, caller, checkedBody),
    isAdmin: managesAll(session),
    ...(within !== undefined && { within }),
  };
  return Object.assign(call, { session, caller, by, ...manager });
}

/** Factor between the limit of an account and the limit of one of its sessions. */
const sessionsFactor = 10;

/**
 * Counts a call for an account, or for an application whose managers and machine clients share the limit; the
 * corresponding endpoints of the management API and of the pages have the same id. Calls of the application's
 * owner and of administrators are counted separately, so that a manager who uses up the limit cannot keep
 * them from removing that manager. A call with a limit per session is counted for the session first, so that
 * calls over the session's limit do not count for the account.
 * @throws AppError RATE_LIMITED
 */
async function countCall(
  { counters }: Pick<RouteDeps, 'counters'>,
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
 * @throws AppError RATE_LIMITED
 */
async function countMembers(
  { counters, memberRowsHour }: Pick<RouteDeps, 'counters' | 'memberRowsHour'>,
  accountId: string,
  data: unknown,
): Promise<void> {
  const items: unknown = Reflect.get(Object(data), 'items');
  const points = Array.isArray(items) ? items.length : 0;
  if (points === 0) return;
  const key = `member-rows:${accountId}`;
  await counters.allow({ key, windowSeconds: 3_600, limit: memberRowsHour, points });
}

function actorOf(actorId: string, caller: Caller, body: unknown): CallActor {
  const reason = textIn(body, 'reason');
  return { actorId, caller, ...(reason !== undefined && { reason }) };
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
  { authenticate, cookies }: Pick<RouteDeps, 'authenticate' | 'cookies'>,
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
  { findManagerRight }: Pick<RouteDeps, 'findManagerRight'>,
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

/** Replaces an error that the contract does not list for this endpoint, which is a bug, by INTERNAL. */
function declared(endpoint: Endpoint, error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const codes: readonly string[] = [...endpoint.errors, ...commonErrors];
  if (codes.includes(error.code)) return error;
  return new AppError('INTERNAL', { cause: error, internal: `undeclared error code ${error.code}` });
}

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
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Availability } from '#database/availability.ts';
import type { CurrentSession, SessionService } from '#sign-in/session/session.service.ts';
import { AppError } from '#lib/app-error.ts';
import type { Keys } from '#lib/keys.ts';
import { callerOf, type Caller } from './caller.ts';
import { checkClientToken } from './client-token.ts';
import type { Cookies } from './cookies.ts';
import type { PreSession, PreSessions } from './pre-session.ts';

/** What a handler is given; `session` and `preSession` exist as far as the endpoint's access promises them. */
export type Call<E> = {
  readonly body: BodyOf<E>;
  readonly query: QueryOf<E>;
  readonly params: ParamsOf<E>;
  readonly caller: Caller;
  readonly reply: FastifyReply;
  readonly request: FastifyRequest;
} & (E extends { access: 'member' | 'admin' } ? { readonly session: CurrentSession } : unknown) &
  (E extends { access: 'gateway' | 'visitor' } ? { readonly preSession: PreSession } : unknown);

export type Handler<E> = (call: Call<E>) => Promise<DataOf<E>>;
export type Route = <N extends EndpointName>(name: N, handler: Handler<Endpoints[N]>) => void;

export type RouteParts = {
  readonly sessions: SessionService;
  readonly preSessions: PreSessions;
  readonly cookies: Cookies;
  readonly keys: Keys;
  readonly availability: Availability;
  readonly nowMs: () => number;
};

/** Registers endpoints of the contract: schema, access and failures come from there, a feature adds the handler. */
export function createRoute(
  app: FastifyInstance,
  parts: RouteParts,
): { route: Route; registered: ReadonlySet<EndpointName> } {
  const registered = new Set<EndpointName>();
  const route: Route = (name, handler) => {
    const endpoint: Endpoint = endpoints[name];
    const [method, url] = splitKey(name);
    registered.add(name);
    app.route({
      method,
      url,
      schema: {
        summary: endpoint.summary,
        tags: [endpoint.tag],
        ...(endpoint.body ? { body: endpoint.body } : {}),
        ...(endpoint.query ? { querystring: endpoint.query } : {}),
        ...(endpoint.params ? { params: endpoint.params } : {}),
        response: { 200: Type.Object({ data: endpoint.data }) },
      },
      config: { endpoint: name },
      handler: (request, reply) =>
        parts.availability.guard(async () => {
          const call = await admit(endpoint, parts, request, reply);
          try {
            // oxlint-disable-next-line no-unsafe-type-assertion -- the schema has checked the shapes that Call<E> promises
            return { data: await handler(call as Parameters<typeof handler>[0]) };
          } catch (error) {
            throw declared(endpoint, error);
          }
        }),
    });
  };
  return { route, registered };
}

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function splitKey(name: EndpointName): [Method, string] {
  const [word, url = ''] = name.split(' ');
  const method = methods.find((candidate) => candidate === word);
  if (!method) throw new Error(`no method in ${name}`);
  return [method, url];
}

/** The guards, in reading order: pre-session, client token, session, role. */
async function admit(endpoint: Endpoint, parts: RouteParts, request: FastifyRequest, reply: FastifyReply) {
  let caller: Caller | undefined;
  const call = {
    body: request.body,
    query: request.query,
    params: request.params,
    // Few handlers ask who it is.
    get caller() {
      return (caller ??= callerOf(request));
    },
    reply,
    request,
  };
  switch (endpoint.access) {
    case 'public':
      return call;
    case 'gateway': {
      const known = parts.preSessions.find(request);
      const preSession = parts.preSessions.ensure(request, reply);
      checkClientToken({
        header: single(request.headers['x-client-token']),
        keys: parts.keys,
        preSession: known,
        userAgent: request.headers['user-agent'],
        clientId: clientIdOf(request.body),
        nowMs: parts.nowMs(),
      });
      return Object.assign(call, { preSession });
    }
    case 'visitor':
      return Object.assign(call, { preSession: parts.preSessions.ensure(request, reply) });
    case 'member':
    case 'admin':
      break;
  }
  const session = await parts.sessions.authenticate(parts.cookies.read(request, 'vid_sid'));
  if (endpoint.access === 'admin' && session.account.role !== 'admin') throw new AppError('FORBIDDEN');
  return Object.assign(call, { session });
}

function clientIdOf(body: unknown): string | undefined {
  return typeof body === 'object' && body !== null && 'clientId' in body && typeof body.clientId === 'string'
    ? body.clientId
    : undefined;
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

/** A code that the contract does not list for this endpoint is a fault of ours, not an answer. */
function declared(endpoint: Endpoint, error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const codes: readonly string[] = [...endpoint.errors, ...commonErrors];
  if (codes.includes(error.code)) return error;
  return new AppError('INTERNAL', { cause: error, internal: `undeclared error code ${error.code}` });
}

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
import { Type, type TObject } from 'typebox';
import { AppError } from '#lib/app-error.ts';
import type { CallSession, ManagerRight } from '../call-session.ts';
import type { Caller, Machine } from '../caller.ts';
import { eventStreamType, type EventSource, type EventStreams } from '../event-stream.ts';
import type { PreSession } from '../browser/pre-session.ts';
import {
  admit,
  admitLarge,
  countMembers,
  largestBodyOf,
  type AdmitDeps,
  type CallActor,
  type ManagerActor,
} from './admit.ts';
import type { Turns } from './turns.ts';

/** The access of the endpoint determines fields such as `session` and `preSession`. */
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
  (E extends { access: 'machine' } ? { readonly machine: Machine } : unknown) &
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

export type RouteDeps = AdmitDeps & {
  readonly eventStreams: EventStreams;
  readonly callTurns: Turns;
};

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
            const call = await admit(endpoint, deps, { request, reply, takeTurn });
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

/**
 * Replaces an `AppError` that the contract does not list for this endpoint with INTERNAL, because it is a
 * bug.
 */
function declared(endpoint: Endpoint, error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const codes: readonly string[] = [...endpoint.errors, ...commonErrors];
  if (codes.includes(error.code)) return error;
  return new AppError('INTERNAL', { cause: error, internal: `undeclared error code ${error.code}` });
}

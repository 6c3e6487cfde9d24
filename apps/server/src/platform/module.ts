import type { FastifyInstance } from 'fastify';
import type { Handlers, Route } from '#http/routes/routes.ts';
import type { Timing } from './jobs/schedule.policy.ts';

/** A task that has at most one run at a time across all processes. */
export type Schedule = Timing & {
  readonly name: string;
  readonly run: () => Promise<unknown>;
};

export type Purge = { readonly name: string; readonly deleteExpired: (limit: number) => Promise<number> };

/** A feature's contribution to the server, created by the index file of its folder. */
export type Module = {
  readonly handlers?: Handlers;
  /** Registers endpoints with computed names through `route`, and pages and files through `app`. */
  readonly routes?: (route: Route, app: FastifyInstance) => void | Promise<void>;
  readonly schedules?: readonly Schedule[];
  readonly purges?: readonly Purge[];
};

export type SharedModule = Module & Readonly<Record<string, unknown>>;

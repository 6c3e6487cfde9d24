import type { FastifyInstance } from 'fastify';
import type { Handlers, Route } from '#http/routes.ts';
import type { Timing } from './jobs/schedule.policy.ts';

/** A task runs at most once at a time in all processes. */
export type Schedule = Timing & {
  readonly name: string;
  readonly run: () => Promise<unknown>;
};

/** `deleteExpired` deletes up to `limit` expired rows and returns the number of deleted rows. */
export type Purge = { readonly name: string; readonly deleteExpired: (limit: number) => Promise<number> };

/**
 * A feature adds these parts to the server. The index file of the feature's folder exports the function that
 * makes its module.
 */
export type Module = {
  readonly handlers?: Handlers;
  /** Adds endpoints whose names are computed to `route`, and pages and files to `app`. */
  readonly routes?: (route: Route, app: FastifyInstance) => void | Promise<void>;
  readonly schedules?: readonly Schedule[];
  readonly purges?: readonly Purge[];
};

export type SharedModule = Module & Readonly<Record<string, unknown>>;

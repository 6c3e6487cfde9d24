import type { FastifyInstance } from 'fastify';
import type { Handlers, Route } from '#http/routes.ts';
import type { Timing } from './jobs/schedule.policy.ts';

/** A task of which at most one run exists at a time, in all processes. */
export type Schedule = Timing & {
  readonly name: string;
  readonly run: () => Promise<unknown>;
};

/** `deleteExpired` deletes up to `limit` expired rows and returns the number of deleted rows. */
export type Purge = { readonly name: string; readonly deleteExpired: (limit: number) => Promise<number> };

/**
 * What a feature adds to the server. The index file of its folder exports the function that creates the
 * module.
 */
export type Module = {
  readonly handlers?: Handlers;
  /** Registers endpoints whose names are computed with `route`, and pages and files with `app`. */
  readonly routes?: (route: Route, app: FastifyInstance) => void | Promise<void>;
  readonly schedules?: readonly Schedule[];
  readonly purges?: readonly Purge[];
};

export type SharedModule = Module & Readonly<Record<string, unknown>>;

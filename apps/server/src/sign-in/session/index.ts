import type { Module } from '#platform/module.ts';
import type { Access } from './access.ts';
import { registerSessionRoutes } from './session.routes.ts';

export function createSessionModule({ sessions, sessionRepo }: Access): Module {
  return {
    routes: (route) => registerSessionRoutes(route, sessions),
    purges: [{ name: 'sessions', deleteExpired: (limit) => sessionRepo.deleteExpired(limit) }],
  };
}

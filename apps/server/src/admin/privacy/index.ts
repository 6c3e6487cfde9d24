import type { AccountServices } from '#account/services.ts';
import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { createPrivacyQueueRepo } from './privacy-queue.repo.ts';
import { registerPrivacyQueueRoutes } from './privacy-queue.routes.ts';
import { createPrivacyQueueService, type PrivacyQueueService } from './privacy-queue.service.ts';

export function createPrivacyQueueModule(
  deps: Platform & AccountServices,
): Module & { readonly privacyQueue: PrivacyQueueService } {
  const privacyQueue = createPrivacyQueueService({ ...deps, repo: createPrivacyQueueRepo(deps.sql) });
  return { privacyQueue, routes: (route) => registerPrivacyQueueRoutes(route, privacyQueue) };
}

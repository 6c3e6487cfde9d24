import type { AccountServices } from '#account/services.ts';
import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import type { Access } from '#sign-in/session/access.ts';
import { createApprovalActions, type StartSupportRecovery } from './approval-actions.ts';
import { createApprovalRepo } from './approvals.repo.ts';
import { registerApprovalRoutes } from './approvals.routes.ts';
import { createApprovalService } from './approvals.service.ts';

type Deps = Platform & AccountServices & Access & { readonly startSupportRecovery: StartSupportRecovery };

export function createApprovalsModule(deps: Deps): Module {
  const approvals = createApprovalService({
    ...deps,
    repo: createApprovalRepo(deps.sql),
    actions: createApprovalActions(deps),
  });
  return { routes: (route) => registerApprovalRoutes(route, approvals) };
}

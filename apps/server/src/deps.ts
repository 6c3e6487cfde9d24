import { createAccountDeskRepo } from './admin/accounts/account-desk.repo.ts';
import { createAccountDeskService } from './admin/accounts/account-desk.service.ts';
import { createAccountLockService } from './admin/accounts/account-lock.service.ts';
import { createAccountsRepo } from './admin/accounts/accounts.repo.ts';
import { createAccountsService } from './admin/accounts/accounts.service.ts';
import { createAdminResetService } from './admin/accounts/admin-reset.service.ts';
import { createApprovalActions } from './admin/approvals/approval-actions.ts';
import { createApprovalRepo } from './admin/approvals/approvals.repo.ts';
import { createApprovalService } from './admin/approvals/approvals.service.ts';
import { createAuditLogRepo } from './admin/audit/audit-log.repo.ts';
import { createAuditLogService } from './admin/audit/audit-log.service.ts';
import { createAdminLegalService } from './admin/legal/legal.service.ts';
import { createParamsService } from './admin/params/params.service.ts';
import { createAccessDeps } from './deps/access.ts';
import { createAccountDeps } from './deps/account.ts';
import { createApplicationDeps } from './deps/applications.ts';
import { createDashboardDeps } from './deps/dashboard.ts';
import { createAuditDeps } from './deps/audit.ts';
import { createExportDeps } from './deps/exports.ts';
import { createImportDeps } from './deps/imports.ts';
import { createDeskDeps } from './deps/desk.ts';
import { createManagementDeps } from './deps/management.ts';
import { createOperationsDeps } from './deps/operations.ts';
import { createPlatformDeps, type DepsInput, type Overrides } from './deps/platform.ts';
import { createPrivacyDeps } from './deps/privacy.ts';
import { createSignInDeps } from './deps/sign-in.ts';
import { createSsoDeps } from './deps/sso.ts';
import { createWebhookDeps } from './deps/webhooks.ts';
import { createHistoryService } from './member/history/history.service.ts';
import { createAgreementService } from './member/agreement/agreement.service.ts';
import { createInvitationsService } from './member/invitations/invitations.service.ts';
import { createPasswordChangeService } from './member/password-change/password-change.service.ts';
import { createPictureMaker } from './member/avatar/avatar-picture.ts';
import { createAvatarRepo } from './member/avatar/avatar.repo.ts';
import { createAvatarService } from './member/avatar/avatar.service.ts';
import { createCertificateRepo } from './member/certificate/certificate.repo.ts';
import { createCertificateService } from './member/certificate/certificate.service.ts';
import { createEmailRepo } from './member/email/email.repo.ts';
import { createEmailService } from './member/email/email.service.ts';
import { createPhoneChangeRepo } from './member/phone-change/phone-change.repo.ts';
import { createPhoneChangeService } from './member/phone-change/phone-change.service.ts';
import { createLinkedAccountsService } from './member/linked-accounts/linked-accounts.service.ts';
import { createProfileService } from './member/profile/profile.service.ts';
import { createTwoStepService } from './member/two-step/two-step.service.ts';
import { runPurges } from './operations/purge/purge.ts';
import { createJobs } from './platform/jobs/jobs.ts';
import { deleteDeadJobs } from './platform/jobs/queue.repo.ts';
import { readBreaker } from './sign-in/otp/breaker.repo.ts';
import { liftOtpLimits } from './sign-in/otp/otp.repo.ts';
import { liftTwoStepLimit } from './sign-in/two-step/two-step-limit.ts';
import { copyTransactions } from './community/copy-transactions.ts';

/**
 * Constructs every service. Each file of `deps/` constructs one part; this is the only file that knows all of them,
 * and passes to each wing what it needs from another.
 */
export function createDeps(input: DepsInput, overrides: Overrides = {}) {
  const platform = createPlatformDeps(input, overrides);
  const { sql, log } = platform;
  const account = createAccountDeps(platform);
  const applications = createApplicationDeps(platform);
  const access = createAccessDeps({ ...platform, ...account, ...applications });
  const signIn = createSignInDeps({ ...platform, ...account, ...applications, ...access, copyTransactions });
  const sso = createSsoDeps({ ...platform, ...applications });
  const operations = createOperationsDeps({ ...platform, ...account });
  const auditing = createAuditDeps(platform);
  const webhooks = createWebhookDeps({ ...platform, ...account });
  const shared = { ...platform, ...account, ...access, ...signIn };
  const pictures = createPictureMaker();
  const emails = createEmailService({ ...shared, repo: createEmailRepo(sql) });
  const privacy = createPrivacyDeps({
    ...shared,
    ...applications,
    nameApplications: async (ids) =>
      new Map((await applications.applicationRepo.listByIds(ids)).map((row) => [row.id, row])),
  });

  const desk = createDeskDeps({
    ...shared,
    async readContact() {
      const { configurations } = await operations.appParams.get();
      const { associationName: name, supportAddress: address, supportPhone: phone } = configurations;
      return { name, address, phone, email: configurations.supportEmail };
    },
  });
  const deskRepo = createAccountDeskRepo(sql);
  const dashboard = createDashboardDeps({
    ...platform,
    readBreaker: () => readBreaker(sql, platform.config),
  });
  const imports = createImportDeps({ ...platform, ...applications, nameProvinces: operations.nameProvinces });
  const memberExports = createExportDeps(platform);

  const purges = [
    ...operations.purges,
    auditing.auditRetention,
    { name: 'counters', deleteExpired: (limit: number) => platform.counters.deleteExpired(limit) },
    { name: 'sessions', deleteExpired: (limit: number) => access.sessionRepo.deleteExpired(limit) },
    { name: 'password_throttles', deleteExpired: (limit: number) => account.throttle.deleteExpired(limit) },
    {
      name: 'surplus client_attempts',
      deleteExpired: (limit: number) => applications.attemptRepo.deleteSurplus(limit),
    },
    ...webhooks.webhookPurges,
    { name: 'dead jobs', deleteExpired: (limit: number) => deleteDeadJobs(sql, limit) },
  ];
  const jobs = createJobs({
    ...platform,
    target: input.target,
    timing: overrides.jobTiming,
    tasks: {
      async deliverSms() {
        await account.notices.queueDue();
        await platform.sms.deliverPending();
      },
      deliverMail: platform.mail.deliverPending,
      advanceRecoveries: signIn.recoveries.advance,
      sendLogout: (id, isLastTry) => sso.backchannelLogout.send(id, isLastTry),
      sweepLogouts: () => sso.backchannelLogout.sweep(),
      sweepWebhooks: () => webhooks.webhookDelivery.sweep(),
      buildExports: () => privacy.exportBuilder.run(),
      eraseAccounts: () => privacy.erasure.run(),
      countActivity: dashboard.countActivity,
      keepAudit: () => auditing.auditKeeper.run(),
      runImports: () => imports.importWorker.run(),
      exportMembers: () => memberExports.memberExportWorker.run(),
      remindOfExpiry: () => desk.certificateReminders.run(),
      tellOfIncidents: () => desk.incidentNotices.run(),
      async purge() {
        const deleted = await runPurges(purges);
        if (Object.keys(deleted).length > 0) log.info({ deleted }, 'expired rows deleted');
      },
    },
  });

  return {
    ...shared,
    ...sso,
    ...operations,
    ...auditing,
    ...privacy,
    ...dashboard,
    ...webhooks,
    ...imports,
    ...memberExports,
    ...desk,
    ...createManagementDeps({ ...shared, ...applications }),
    passwordChange: createPasswordChangeService(shared),
    invitations: createInvitationsService(shared),
    avatars: createAvatarService({ ...shared, repo: createAvatarRepo(sql), pictures }),
    emails,
    certificates: createCertificateService({
      ...shared,
      repo: createCertificateRepo(sql),
      listProvinces: operations.listProvinces,
    }),
    phoneChanges: createPhoneChangeService({ ...shared, repo: createPhoneChangeRepo(sql) }),
    profile: createProfileService({ ...shared, ...operations, emails }),
    twoStep: createTwoStepService(shared),
    history: createHistoryService(shared),
    agreements: createAgreementService(shared),
    linkedAccounts: createLinkedAccountsService(shared),
    accountList: createAccountsService({
      ...shared,
      repo: createAccountsRepo(sql),
      deskRepo,
      listPermissions: (id) => applications.applicationRepo.listPermissions(id),
      listApplicationConsents: (id) => applications.consents.list(id),
      listManagedApplications: (id) => applications.applicationRepo.listManaged(id),
    }),
    accountDesk: createAccountDeskService({
      ...shared,
      deskRepo,
      liftOtpLimits,
      liftTwoStepLimit,
    }),
    accountLock: createAccountLockService(shared),
    adminParams: createParamsService({
      ...shared,
      store: operations.paramRepo,
      params: operations.appParams,
      pictures,
    }),
    adminLegal: createAdminLegalService({ ...shared, refreshParams: operations.appParams.refresh }),
    auditLog: createAuditLogService({ ...shared, ...auditing, auditLogRepo: createAuditLogRepo(sql) }),
    adminReset: createAdminResetService(shared),
    approvals: createApprovalService({
      ...shared,
      repo: createApprovalRepo(sql),
      actions: createApprovalActions(shared),
    }),
    purges,
    jobs,
    async close(): Promise<void> {
      await jobs.stop();
      await webhooks.webhookDelivery.stop();
      await operations.storage.stop();
      platform.statistics.stop();
      await applications.attempts.stop();
      await platform.events.stop();
      await platform.background.idle();
      await platform.smsHealth.flush().catch(() => undefined);
      platform.outgoing.close();
      await platform.closePools();
    },
  };
}

export type Deps = ReturnType<typeof createDeps>;

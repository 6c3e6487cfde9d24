// Generated from the migrated database by tables.test.ts. To update: vitest run --project server tables -u

export type AccountKind = 'personal' | 'enterprise';
export type AccountStatus = 'active' | 'locked';
export type AccountRole = 'user' | 'admin';
export type AccountMemberObject = 'broker' | 'exchange' | 'customer' | 'expert';
export type ApplicationAccess = 'open' | 'restricted';
export type ApplicationStatus = 'active' | 'disabled';
export type ApprovalKind = 'grant-admin' | 'withdraw-admin' | 'recover-account' | 'export-hashes';
export type ApprovalStatus = 'pending' | 'confirmed' | 'refused';
export type BrokerCertificateStatus = 'declared' | 'confirmed' | 'refused';
export type BulkChangeAction = 'lock' | 'unlock' | 'end-sessions' | 'set-role' | 'remove';
export type BulkChangeStatus = 'running' | 'done' | 'stopped' | 'undoing' | 'undone';
export type ClientKind = 'web' | 'spa' | 'native' | 'machine';
export type ClientAuthMethod = 'none' | 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';
export type ClientIdTokenAlg = 'ES256' | 'RS256';
export type ClientStatus = 'active' | 'disabled';
export type ConsentAction = 'given' | 'withdrawn';
export type ConsentLanguage = 'vi' | 'en';
export type DeliveryKind = 'sms' | 'mail' | 'webhook' | 'logout';
export type DeliveryStatus = 'pending' | 'sending' | 'sent' | 'delivered' | 'failed' | 'skipped';
export type ImportRowOutcome = 'new' | 'duplicate' | 'exists' | 'invalid' | 'added' | 'removed' | 'kept';
export type ImportFileType = 'csv' | 'xlsx';
export type ImportStatus = 'uploading' | 'checking' | 'checked' | 'running' | 'cancelled' | 'done' | 'undoing' | 'undone' | 'failed';
export type IncidentAccountHow = 'phone' | 'address' | 'actor' | 'sign-in' | 'application';
export type IncidentAccountNotifiedBy = 'mail' | 'sms' | 'none';
export type IncidentSeverity = 'low' | 'medium' | 'high';
export type IncidentStatus = 'open' | 'notified' | 'closed';
export type LegalVersionDocument = 'terms' | 'privacy';
export type MemberExportFormat = 'csv' | 'jsonl' | 'xlsx';
export type MemberExportStatus = 'running' | 'ready' | 'failed';
export type OtpCodePurpose = 'signup' | 'signin' | 'forget-password' | 'social' | 'phone-change' | 'recovery' | 'reauthenticate';
export type PermissionStatus = 'active' | 'locked';
export type PrivacyExportStatus = 'pending' | 'ready' | 'failed';
export type PrivacyRequestKind = 'access' | 'correction' | 'restriction' | 'objection' | 'other';
export type PrivacyRequestStatus = 'open' | 'answered' | 'closed';
export type PrivacyRequestOutcome = 'done' | 'declined';
export type QrRequestStatus = 'pending' | 'scanned' | 'approved' | 'denied' | 'used';
export type RecoveryRequestStatus = 'received' | 'waiting' | 'ready' | 'stopped' | 'completed';
export type RecoveryRequestChannel = 'mail' | 'phone' | 'code' | 'support';
export type RightChangeKind = 'manager' | 'permission' | 'roles' | 'application' | 'client' | 'webhook';
export type SignInStepLinkProvider = 'facebook' | 'google' | 'zalo';
export type SigningKeyAlg = 'ES256' | 'RS256';
export type SmsAttemptChannel = 'zns' | 'esms' | 'speedsms' | 'http' | 'outbox';
export type SmsAttemptOutcome = 'accepted' | 'number-refused' | 'text-refused' | 'channel-broken' | 'unknown';
export type SmsBalanceChannel = 'zns' | 'esms' | 'speedsms' | 'http' | 'outbox';
export type SmsBreakerState = 'open' | 'closed';
export type SocialIdentityProvider = 'facebook' | 'google' | 'zalo';
export type SocialRequestProvider = 'facebook' | 'google' | 'zalo';
export type SocialSignUpProvider = 'facebook' | 'google' | 'zalo';
export type WebhookEndpointStatus = 'active' | 'failing' | 'disabled';

export type AccountNotesRow = {
  id: string;
  accountId: string;
  authorId: string | null;
  text: string;
  createdAt: Date;
};

export type AccountReturnsRow = {
  accountId: string;
  way: string;
  returnedAt: Date;
  provedAt: Date | null;
  rightsSince: Date;
  sessionsEnded: number;
  removed: unknown;
  seenAt: Date | null;
};

export type AccountsRow = {
  id: string;
  phone: string | null;
  phoneSince: Date | null;
  kind: AccountKind;
  status: AccountStatus;
  role: AccountRole;
  name: string | null;
  email: string | null;
  avatar: string | null;
  memberObject: AccountMemberObject | null;
  province: string | null;
  referralCode: string;
  referredBy: string | null;
  campaign: string | null;
  locale: string;
  createdAt: Date;
  updatedAt: Date;
  mustChangePassword: boolean;
  emailConfirmedAt: Date | null;
  isEmailImported: boolean;
  sensitiveHoldUntil: Date | null;
  lockedByOwner: boolean;
  ownerLockedAt: Date | null;
  phoneInDoubt: boolean;
  disputedAt: Date | null;
  lastSignInAt: Date;
  hiddenNavIds: string[] | null;
  agreedLegal: number;
  sortName: string;
};

export type AppParamsRow = {
  name: string;
  value: unknown;
  updatedAt: Date;
};

export type AppParamsHistoryRow = {
  name: string;
  version: number;
  before: unknown;
  after: unknown;
  actorId: string;
  at: Date;
};

export type ApplicationManagersRow = {
  applicationId: string;
  accountId: string;
  createdBy: string | null;
  createdAt: Date;
};

export type ApplicationRolesRow = {
  applicationId: string;
  code: string;
  name: string;
  description: string;
  isDefault: boolean;
  createdAt: Date;
};

export type ApplicationUsesRow = {
  accountId: string;
  applicationId: string;
  scopes: string[];
  firstUsedAt: Date;
  lastUsedAt: Date;
};

export type ApplicationsRow = {
  id: string;
  code: string;
  name: string;
  logo: string | null;
  ownerId: string | null;
  access: ApplicationAccess;
  status: ApplicationStatus;
  isFirstParty: boolean;
  operatorName: string | null;
  policyUrl: string | null;
  createdAt: Date;
  updatedAt: Date;
};

export type ApprovalsRow = {
  id: string;
  kind: ApprovalKind;
  accountId: string;
  requestedBy: string;
  reason: string;
  sealedContact: Buffer | null;
  status: ApprovalStatus;
  decidedBy: string | null;
  createdAt: Date;
  expiresAt: Date;
  decidedAt: Date | null;
  usedAt: Date | null;
};

export type AuditEventsRow = {
  id: string;
  at: Date;
  kind: string;
  accountId: string | null;
  actorId: string | null;
  address: string;
  requestId: string;
  details: unknown;
  browser: string | null;
  system: string | null;
  salt: string | null;
  commitmentHash: Buffer | null;
};

export type AuthenticatorAppsRow = {
  accountId: string;
  sealedSecret: Buffer;
  confirmedAt: Date;
  lastStep: number;
};

export type AvatarsRow = {
  accountId: string;
  id: string;
  content: Buffer;
  contentHash: Buffer;
  createdAt: Date;
};

export type BrokerCertificatesRow = {
  accountId: string;
  number: string;
  province: string;
  issuedOn: Date;
  expiresOn: Date | null;
  status: BrokerCertificateStatus;
  employerId: string | null;
  employerName: string | null;
  checkedBy: string | null;
  checkedAt: Date | null;
  updatedAt: Date;
  refusal: string | null;
  remindedEarlyFor: Date | null;
  remindedLateFor: Date | null;
};

export type BulkChangesRow = {
  id: string;
  applicationId: string | null;
  action: BulkChangeAction;
  newRole: string | null;
  reason: string | null;
  status: BulkChangeStatus;
  total: number;
  outcomes: unknown;
  doneTo: string;
  startedBy: string | null;
  undoneBy: string | null;
  createdAt: Date;
  endedAt: Date | null;
  expiresAt: Date;
};

export type BulkRowsRow = {
  changeId: string;
  itemId: string;
  accountId: string;
  outcome: string | null;
  former: unknown;
};

export type ClientSecretsRow = {
  id: string;
  clientId: string;
  secretHash: Buffer;
  createdAt: Date;
  expiresAt: Date | null;
  createdBy: string | null;
};

export type ClientsRow = {
  id: string;
  applicationId: string;
  name: string;
  kind: ClientKind;
  authMethod: ClientAuthMethod;
  redirectUris: string[];
  postLogoutUris: string[];
  backchannelLogoutUri: string | null;
  idTokenAlg: ClientIdTokenAlg;
  jwks: unknown;
  asksToContinue: boolean;
  status: ClientStatus;
  createdAt: Date;
  updatedAt: Date;
  requiresPar: boolean;
  requiresDpop: boolean;
  requiresName: boolean;
  requiresEmail: boolean;
  mayOmitPkce: boolean;
  scopes: string[];
  managementScopes: string[];
  createdBy: string | null;
  hasCreator: boolean;
};

export type ConsentsRow = {
  id: string;
  accountId: string;
  purpose: string;
  noticeVersion: string;
  method: string;
  address: string;
  agreedAt: Date;
  action: ConsentAction;
  language: ConsentLanguage | null;
  textHash: Buffer | null;
};

export type DataKeysRow = {
  id: number;
  sealed: Buffer;
  lostAt: Date | null;
};

export type DeliveriesRow = {
  id: string;
  kind: DeliveryKind;
  type: string;
  receiver: string | null;
  phone: string | null;
  endpointId: string | null;
  accountId: string | null;
  data: unknown;
  sealedContent: Buffer | null;
  isUrgent: boolean;
  status: DeliveryStatus;
  attempts: number;
  lastStatus: number | null;
  createdAt: Date;
  turnAt: Date;
  nextAttemptAt: Date;
  leaseUntil: Date | null;
  giveUpAt: Date;
  expiresAt: Date;
};

export type DueNoticesRow = {
  accountId: string;
  kind: string;
  count: number;
  userAgent: string;
  address: string;
  skipsPhone: boolean;
  isHeld: boolean;
  createdAt: Date;
  lastAt: Date;
  dueAt: Date;
};

export type EmailConfirmationsRow = {
  accountId: string;
  tokenHash: Buffer;
  email: string;
  createdAt: Date;
  usedAt: Date | null;
  expiresAt: Date;
};

export type EnterprisesRow = {
  accountId: string;
  name: string | null;
  shortName: string | null;
  taxCode: string | null;
  representative: string | null;
  verifiedAt: Date | null;
  revision: number;
  declaredAt: Date;
  refusedAt: Date | null;
  refusal: string | null;
  checkedBy: string | null;
  checkedAt: Date | null;
};

export type ImportRowsRow = {
  importId: string;
  row: number;
  outcome: ImportRowOutcome;
  notes: string[];
  accountId: string | null;
  sealedRow: Buffer | null;
};

export type ImportsRow = {
  id: string;
  fileName: string;
  fileType: ImportFileType;
  fileBytes: number;
  status: ImportStatus;
  problem: string | null;
  partsStored: number;
  sealedHead: Buffer | null;
  headProblem: string | null;
  mapping: unknown;
  hashFormat: string | null;
  titleRow: number | null;
  sealedHashParameters: Buffer | null;
  sealedLeftOut: Buffer | null;
  requestedBy: string | null;
  counts: unknown;
  checkAttempts: number;
  checkId: string | null;
  claimedAt: Date | null;
  createdAt: Date;
  finishedAt: Date | null;
  expiresAt: Date;
};

export type IncidentAccountsRow = {
  id: string;
  incidentId: string;
  accountId: string | null;
  how: IncidentAccountHow;
  addedBy: string | null;
  addedAt: Date;
  notifiedAt: Date | null;
  notifiedBy: IncidentAccountNotifiedBy | null;
  noticeId: string | null;
};

export type IncidentsRow = {
  id: string;
  title: string;
  description: string;
  dataKinds: string[];
  severity: IncidentSeverity;
  measures: string;
  status: IncidentStatus;
  revision: number;
  discoveredAt: Date;
  dueAt: Date;
  notedBy: string | null;
  createdAt: Date;
  authorityNotifiedAt: Date | null;
  authorityReference: string | null;
  noticeRequestedAt: Date | null;
  membersNotifiedAt: Date | null;
  closedAt: Date | null;
  closingNote: string | null;
};

export type LegalVersionsRow = {
  id: number;
  document: LegalVersionDocument;
  version: number;
  texts: unknown;
  viHash: Buffer;
  enHash: Buffer;
  requiresAgreement: boolean;
  publishedBy: string;
  publishedAt: Date;
};

export type MaintenanceRow = {
  isOnly: boolean;
  endsAt: Date;
  message: string | null;
};

export type MemberExportsRow = {
  id: string;
  format: MemberExportFormat;
  withHashes: boolean;
  columns: string[];
  status: MemberExportStatus;
  requestedBy: string;
  total: number;
  rows: number;
  bytes: string;
  parts: number;
  attempts: number;
  claimId: string | null;
  claimedAt: Date | null;
  downloadSessionId: string | null;
  downloadUntil: Date | null;
  createdAt: Date;
  readyAt: Date | null;
  expiresAt: Date;
};

export type NoticeLinksRow = {
  tokenHash: Buffer;
  accountId: string;
  kind: string;
  reportsRecoveryCode: boolean;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
  userAgent: string;
  address: string;
  channelSince: Date | null;
  undoes: boolean;
  formerChannel: string | null;
};

export type OtpCodesRow = {
  id: string;
  phone: string;
  purpose: OtpCodePurpose;
  preSessionHash: Buffer;
  clientId: string;
  deviceHash: Buffer | null;
  network: string | null;
  isMember: boolean;
  requestHash: Buffer | null;
  digits: number;
  maxAttempts: number;
  resendSeconds: number;
  createdAt: Date;
  expiresAt: Date;
  codeHash: Buffer | null;
  sentAt: Date | null;
  isUndelivered: boolean;
  isCounted: boolean;
  attempts: number;
  lastAttemptHash: Buffer | null;
  verifiedAt: Date | null;
  tokenHash: Buffer | null;
  tokenExpiresAt: Date | null;
  tokenUsedAt: Date | null;
  signUpHash: Buffer | null;
  accountId: string | null;
};

export type PasskeysRow = {
  id: string;
  accountId: string;
  credentialId: Buffer;
  rpId: string;
  publicKey: Buffer;
  counter: string;
  transports: string[];
  isBackupEligible: boolean;
  isBackedUp: boolean;
  aaguid: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  confirmsFrom: Date;
};

export type PermissionsRow = {
  id: string;
  accountId: string;
  applicationId: string;
  role: string;
  status: PermissionStatus;
  createdBy: string | null;
  createdAt: Date;
};

export type PrivacyExportsRow = {
  id: string;
  accountId: string;
  status: PrivacyExportStatus;
  attempts: number;
  claimedAt: Date | null;
  sealedContent: Buffer | null;
  createdAt: Date;
  readyAt: Date | null;
  expiresAt: Date;
};

export type PrivacyRequestsRow = {
  id: string;
  accountId: string;
  kind: PrivacyRequestKind;
  details: string;
  status: PrivacyRequestStatus;
  answer: string | null;
  createdAt: Date;
  replyDueAt: Date;
  dueAt: Date;
  answeredAt: Date | null;
  closedAt: Date | null;
  outcome: PrivacyRequestOutcome | null;
  resolution: string | null;
  extendedAt: Date | null;
  extensionReason: string | null;
  handledBy: string | null;
};

export type QrRequestsRow = {
  id: string;
  pollHash: Buffer;
  preSessionHash: Buffer;
  userAgent: string;
  address: string;
  number: number;
  decoyOne: number;
  decoyTwo: number;
  status: QrRequestStatus;
  accountId: string | null;
  amr: string[] | null;
  createdAt: Date;
  expiresAt: Date;
};

export type RecoveryRequestsRow = {
  id: string;
  status: RecoveryRequestStatus;
  channel: RecoveryRequestChannel;
  sealedInput: Buffer | null;
  accountId: string | null;
  emailHash: Buffer | null;
  tokenHash: Buffer | null;
  userAgent: string;
  address: string;
  requestId: string;
  createdAt: Date;
  readyAt: Date | null;
  expiresAt: Date;
  codeHash: Buffer | null;
  requestedBy: string | null;
  confirmedBy: string | null;
};

export type RightsToUndoRow = {
  accountId: string;
  since: Date;
  doneId: string;
  actorId: string | null;
  address: string;
  requestId: string;
  userAgent: string;
};

export type SessionsRow = {
  id: string;
  tokenHash: Buffer;
  accountId: string;
  method: string;
  isPersistent: boolean;
  userAgent: string;
  address: string;
  createdAt: Date;
  authenticatedAt: Date;
  lastSeenAt: Date;
  idleSeconds: number;
  idleExpiresAt: Date;
  expiresAt: Date;
  amr: string[];
  confirmedAt: Date | null;
  legalRequired: number;
  formerTokenHash: Buffer | null;
};

export type SignInStepsRow = {
  preSessionHash: Buffer;
  accountId: string;
  amr: string[];
  expiresAt: Date;
  tokenHash: Buffer | null;
  method: string | null;
  isPersistent: boolean | null;
  attempts: number;
  linkProvider: SignInStepLinkProvider | null;
  linkSubject: string | null;
  linkName: string | null;
};

export type SmsAttemptsRow = {
  id: string;
  smsId: string;
  codeId: string | null;
  channel: SmsAttemptChannel;
  purpose: string;
  maskedPhone: string;
  carrier: string;
  outcome: SmsAttemptOutcome;
  cause: string | null;
  reference: string | null;
  parts: number;
  tookMs: number;
  createdAt: Date;
  reportedAt: Date | null;
  isDelivered: boolean | null;
  price: number | null;
};

export type SmsBalancesRow = {
  channel: SmsBalanceChannel;
  dong: string;
  readAt: Date;
};

export type SmsBreakerRow = {
  isOnly: boolean;
  state: SmsBreakerState;
  reason: string;
  setBy: string;
  setAt: Date;
  expiresAt: Date;
};

export type SocialIdentitiesRow = {
  provider: SocialIdentityProvider;
  subject: string;
  accountId: string;
  name: string | null;
  linkedAt: Date;
};

export type SocialRequestsRow = {
  stateHash: Buffer;
  provider: SocialRequestProvider;
  holderHash: Buffer;
  sealedSecrets: Buffer;
  expiresAt: Date;
};

export type SocialSignUpsRow = {
  tokenHash: Buffer;
  preSessionHash: Buffer;
  provider: SocialSignUpProvider;
  subject: string;
  sealedSuggestion: Buffer;
  expiresAt: Date;
};

export type WebhookAttemptsRow = {
  id: string;
  messageId: string;
  at: Date;
  attempt: number;
  durationMs: number;
  responseStatus: number | null;
  error: string | null;
  response: string;
};

export type WebhookEndpointsRow = {
  id: string;
  applicationId: string | null;
  ownerId: string | null;
  url: string;
  description: string;
  eventTypes: string[];
  status: WebhookEndpointStatus;
  sealedSecret: Buffer;
  formerSealedSecret: Buffer | null;
  formerUntil: Date | null;
  failingSince: Date | null;
  failures: number;
  resumeAt: Date;
  leaseId: string | null;
  leaseUntil: Date | null;
  createdAt: Date;
  removedAt: Date | null;
};

export type ZaloTokensRow = {
  isOnly: boolean;
  generation: number;
  sealedAccessToken: Buffer;
  accessEndsAt: Date;
  sealedRefreshToken: Buffer;
  sealedFormerToken: Buffer | null;
  renewedAt: Date;
  leaseUntil: Date | null;
  refusedAt: Date | null;
  failure: string | null;
};

import type { Data } from '@vid/contract/endpoints/index';
import type { ApplicationRow, ClientRow } from '#applications/application/application.repo.ts';
import { isLoopback } from '#config/loopback.ts';
import type { Outgoing, Posted } from '#platform/outgoing/outgoing.ts';

export type Check = Data<'POST /vid/api/apps/:appId/clients/:clientId/checks'>[number];

type Facts = {
  readonly client: ClientRow;
  readonly application: ApplicationRow;
  readonly secrets: readonly { readonly expiresAt: Date | null }[];
  readonly signingAlgs: readonly string[];
  readonly clockMs: number;
  readonly isProduction: boolean;
  readonly outgoing: Pick<Outgoing, 'post'>;
  readonly nowMs: number;
};

const invalidToken = {
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'logout_token=check',
};

/** Tolerated clock skew; larger skew can invalidate assertions and id tokens. */
const maxClockMs = 30_000;

const found = (
  check: Check['check'],
  state: Check['state'],
  reason: string,
  more: Partial<Pick<Check, 'subject' | 'value'>> = {},
): Check => ({ check, state, reason, subject: null, value: null, ...more });

export async function checkClient(facts: Facts): Promise<Check[]> {
  const { client, isProduction, outgoing } = facts;
  const uri = client.backchannelLogoutUri;
  const answer = uri === null ? undefined : await outgoing.post({ url: uri, ...invalidToken });
  return [
    checkStatus(facts),
    ...[...client.redirectUris, ...client.postLogoutUris].map((address) =>
      checkAddress(address, isProduction),
    ),
    checkAnswer(uri, answer),
    ...checkClocks(facts, answer),
    ...checkKeys(facts),
    ...checkSecrets(facts),
  ];
}

function checkStatus({ client, application }: Facts): Check {
  if (application.status !== 'active') return found('status', 'bad', 'applicationDisabled');
  return client.status === 'active'
    ? found('status', 'good', 'active')
    : found('status', 'bad', 'clientDisabled');
}

function checkAddress(subject: string, isProduction: boolean): Check {
  const url = URL.parse(subject);
  if (!url) return found('address', 'bad', 'invalid', { subject });
  if (isLoopback(url.hostname))
    return found('address', isProduction ? 'warning' : 'good', 'local', { subject });
  if (url.protocol === 'https:') return found('address', 'good', 'https', { subject });
  return url.protocol === 'http:'
    ? found('address', 'bad', 'http', { subject })
    : found('address', 'good', 'privateScheme', { subject });
}

function checkAnswer(subject: string | null, answer: Posted | undefined): Check {
  if (answer === undefined) return found('backchannel', 'skipped', 'none');
  if ('error' in answer)
    return answer.error === 'blocked'
      ? found('backchannel', 'skipped', 'private', { subject })
      : found('backchannel', 'bad', 'unreachable', { subject, value: answer.error });
  const value = String(answer.status);
  if (answer.status < 300) return found('backchannel', 'warning', 'acceptsAll', { subject, value });
  if (answer.status < 400) return found('backchannel', 'bad', 'redirects', { subject, value });
  if (answer.status >= 500) return found('backchannel', 'bad', 'serverError', { subject, value });
  return answer.status === 400
    ? found('backchannel', 'good', 'answers', { subject, value })
    : found('backchannel', 'bad', 'wrongStatus', { subject, value });
}

function compareClock(reason: string, differenceMs: number): Check {
  return found('clock', Math.abs(differenceMs) > maxClockMs ? 'bad' : 'good', reason, {
    value: String(Math.round(differenceMs / 1_000)),
  });
}

function checkClocks({ clockMs, nowMs }: Facts, answer: Posted | undefined): Check[] {
  const date = answer && 'date' in answer && answer.date !== undefined ? Date.parse(answer.date) : Number.NaN;
  return [
    compareClock('vid', clockMs),
    // The Date header has a resolution of one second, so whole seconds are compared.
    ...(Number.isNaN(date) ? [] : [compareClock('application', date - Math.floor(nowMs / 1_000) * 1_000)]),
  ];
}

function checkKeys({ client, signingAlgs }: Facts): Check[] {
  const value = client.idTokenAlg;
  return [
    ...(client.kind === 'machine'
      ? []
      : [found('keys', signingAlgs.includes(value) ? 'good' : 'bad', 'signing', { value })]),
    ...(client.authMethod === 'private_key_jwt'
      ? [found('keys', 'good', 'client', { value: String(client.jwks?.keys.length ?? 0) })]
      : []),
  ];
}

function checkSecrets({ client, secrets }: Facts): Check[] {
  if (!client.authMethod.startsWith('client_secret')) return [];
  const former = secrets.find(({ expiresAt }) => expiresAt !== null)?.expiresAt;
  if (secrets.length === 0) return [found('secret', 'bad', 'none')];
  return [
    former
      ? found('secret', 'warning', 'former', { value: former.toISOString() })
      : found('secret', 'good', 'one'),
  ];
}

import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { done, failed, linkOf, type StepResult } from '#diagnosis/attempts/attempt.ts';
import type { AttemptLog } from '#diagnosis/attempts/attempt-log.ts';
import type { Ctx } from './library-overrides.ts';
import { requestFailure, tokenFailure, userinfoFailure, type Fault, type Params } from './attempt-problem.ts';

const maxRemembered = 5_000;

type Prompt = { readonly name: string; readonly reasons?: readonly string[] };

/** Reports the steps of OpenID Connect sign-ons, as seen in oidc-provider's events, to the attempt log. */
export function traceAttempts(
  provider: Provider,
  attempts: Pick<AttemptLog, 'begin' | 'continue'>,
): (ctx: Ctx) => void {
  const seen = new Set<string>();
  /**
   * Applications may call userinfo often, so a repeated call is not recorded while its token is remembered.
   */
  const isRepeat = (link: string): boolean => {
    if (seen.has(link)) return true;
    if (seen.size >= maxRemembered) seen.clear();
    seen.add(link);
    return false;
  };

  /** Reports steps. The first request begins an attempt, and the return from VID's screens continues it. */
  const report = (ctx: KoaContextWithOIDC, steps: readonly StepResult[], links: readonly string[] = []) => {
    const clientId = clientIdOf(ctx);
    if (clientId === undefined) return;
    const { code_challenge: challenge } = paramsOf(ctx);
    const link = typeof challenge === 'string' ? linkOf('challenge', challenge) : undefined;
    if (ctx.oidc.route === 'resume') {
      if (link !== undefined) attempts.continue({ clientId, link, links, steps });
    } else
      attempts.begin({
        clientId,
        protocol: 'openid',
        links: link === undefined ? links : [link, ...links],
        steps: withEarlier(steps),
      });
  };
  const onRequestError = (ctx: KoaContextWithOIDC, error: Error): void =>
    report(ctx, [requestFailure(faultOf(error), knownOf(ctx))]);

  provider.on('authorization.error', onRequestError);
  provider.on('pushed_authorization_request.error', onRequestError);
  provider.on('interaction.started', (ctx, prompt) => report(ctx, promptSteps(prompt)));
  provider.on('authorization.success', (ctx, answer) => {
    const code = textOf(answer?.['code']);
    report(ctx, done('signIn', 'consent', 'code'), code === undefined ? [] : [linkOf('code', code)]);
  });
  provider.on('grant.error', (ctx, error) => {
    const clientId = clientIdOf(ctx);
    if (clientId === undefined) return;
    const { code, grant_type: grantType } = paramsOf(ctx);
    const steps = [tokenFailure(faultOf(error), knownOf(ctx))];
    if (typeof code === 'string') attempts.continue({ clientId, link: linkOf('code', code), steps });
    else if (grantType === 'client_credentials')
      attempts.begin({ clientId, protocol: 'machine', links: [], steps });
  });
  provider.on('userinfo.error', (ctx, error) => {
    const { AccessToken: token } = ctx.oidc.entities;
    const { clientId, grantId } = token ?? {};
    if (clientId === undefined || grantId === undefined) return;
    attempts.continue({ clientId, link: linkOf('grant', grantId), steps: [userinfoFailure(faultOf(error))] });
  });

  return (ctx) => {
    const { oidc } = ctx as Partial<KoaContextWithOIDC>;
    const clientId = oidc?.client?.clientId;
    if (!oidc || clientId === undefined) return;
    if (oidc.route === 'userinfo' && ctx.status === 200) {
      const { AccessToken: token } = oidc.entities;
      const link = token?.gty === 'authorization_code' ? linkOf('token', token.jti) : undefined;
      if (link !== undefined && !isRepeat(link))
        attempts.continue({ clientId, link, steps: done('userinfo') });
    }
    if (oidc.route !== 'token') return;
    const { code, grant_type: grantType } = oidc.params ?? {};
    if (ctx.status >= 400) return;
    if (typeof code === 'string') {
      const { Grant: grant, AccessToken: token } = oidc.entities;
      attempts.continue({
        clientId,
        link: linkOf('code', code),
        links: [
          ...(grant ? [linkOf('grant', grant.jti)] : []),
          ...(token ? [linkOf('token', token.jti)] : []),
        ],
        steps: done('token'),
      });
    } else if (grantType === 'client_credentials')
      attempts.begin({ clientId, protocol: 'machine', links: [], steps: done('token') });
  };
}

/** Adds the earlier steps, whose success a later step implies. */
function withEarlier(steps: readonly StepResult[]): StepResult[] {
  const [first] = steps;
  if (first?.step === 'request') return [...steps];
  return [...done('request', ...(first?.step === 'redirect' ? [] : (['redirect'] as const))), ...steps];
}

const problemsOfReasons = [
  ['forbidden', 'noPermission'],
  ['password_change', 'passwordChange'],
  ['agreement', 'agreement'],
  ['deletion', 'deletionPending'],
  ['name', 'nameMissing'],
  ['email', 'emailMissing'],
] as const;

/** Returns the steps of a prompt. A prompt waits for the user unless the account has no permission. */
export function promptSteps({ name, reasons = [] }: Prompt): StepResult[] {
  if (name === 'consent') return [...done('signIn'), { step: 'consent', state: 'waiting' }];
  const problem = problemsOfReasons.find(([reason]) => reasons.includes(reason))?.[1];
  if (problem === 'noPermission') return [failed('signIn', { code: problem, error: 'access_denied' })];
  return [
    {
      step: 'signIn',
      state: 'waiting',
      ...(problem && { problem: { code: problem, error: 'interaction_required' } }),
    },
  ];
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const paramsOf = ({ oidc }: KoaContextWithOIDC): Params => oidc.params ?? {};
const knownOf = (ctx: KoaContextWithOIDC) => ({ params: paramsOf(ctx), client: ctx.oidc.client });

/** Returns the client id of a request, even of a disabled client; undefined without an id that can be stored. */
function clientIdOf(ctx: KoaContextWithOIDC): string | undefined {
  const id = ctx.oidc.client?.clientId ?? textOf(paramsOf(ctx)['client_id']);
  return id !== undefined && id.length <= 128 && !id.includes('\0') ? id : undefined;
}

function faultOf(error: Error): Fault {
  const read = (name: string): string | undefined =>
    textOf(Object.entries(error).find(([key]) => key === name)?.[1]);
  return {
    error: read('error') ?? 'server_error',
    error_description: read('error_description') ?? '',
    ...(read('error_detail') !== undefined && { error_detail: read('error_detail') ?? '' }),
  };
}

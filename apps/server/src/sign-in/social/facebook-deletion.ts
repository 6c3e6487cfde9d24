import { createHmac, timingSafeEqual } from 'node:crypto';
import { say, type Text } from '@vid/contract/messages/words';
import type { FastifyInstance } from 'fastify';
import { callerOf, type Caller } from '#http/caller.ts';
import { plainPage, plainPagePolicy } from '#http/pages/plain-page.ts';
import { vietnamTime } from '#lib/text/vietnam-time.ts';
import type { SignIn } from '../services.ts';

type Deps = Pick<
  SignIn,
  'sql' | 'config' | 'keys' | 'accounts' | 'identities' | 'notices' | 'audit' | 'nowMs'
>;

export const deletionPath = '/vid/ajax/auth/social/facebook/deletion';
const statusPath = '/vid/social/facebook/deletion';
const formType = 'application/x-www-form-urlencoded';
/** Facebook signs a request at the time of sending, so an older request may be a replay. */
const maxAgeSeconds = 86_400;

const title: Text = { vi: 'Xóa dữ liệu từ Facebook', en: 'Facebook data deletion' };
const done = {
  vi: 'VID đã xóa liên kết với tài khoản Facebook này lúc {at}.',
  en: 'VID deleted the link to this Facebook account on {at}.',
} as const;
const kept: Text = {
  vi: 'Tài khoản VID (nếu có) vẫn còn. Muốn xóa cả tài khoản VID, hãy đăng nhập rồi mở trang Quyền riêng tư.',
  en: 'The VID account, if there is one, is kept. To delete it too, sign in and open the Privacy page.',
};
const unknown: Text = { vi: 'Không có yêu cầu xóa với mã này.', en: 'No deletion request has this code.' };

/**
 * Registers the data deletion callback that Facebook requires of an app, and a page with the status of a
 * deletion. Registers nothing unless Facebook is configured. The identity is unlinked immediately, so the
 * confirmation code contains only the sealed time and needs no table.
 */
export function registerFacebookDeletion(app: FastifyInstance, deps: Deps): void {
  const { config, keys, nowMs } = deps;
  const { facebookAppId, facebookAppSecret: secret } = config;
  if (facebookAppId === undefined || secret === undefined) return;
  const routeConfig = { acceptsAnyOrigin: true, acceptsAnyType: true, isQuiet: true };

  void app.register((scope, _options, registered) => {
    scope.addContentTypeParser(formType, { parseAs: 'string', bodyLimit: 8_192 }, (_request, body, parsed) =>
      parsed(null, new URLSearchParams(String(body)).get('signed_request')),
    );
    scope.post(deletionPath, { config: routeConfig }, async (request, reply) => {
      const subject = subjectOf(request.body, secret, nowMs());
      if (subject === undefined) return reply.status(400).send({ error: 'invalid signed_request' });
      await unlink(deps, subject, callerOf(request));
      const code = keys.seal('facebook-deletion', new Date(nowMs()).toISOString()).toString('hex');
      return { url: `${config.publicUrl.origin}${statusPath}/${code}`, confirmation_code: code };
    });
    registered();
  });

  app.get<{ Params: { code: string } }>(`${statusPath}/:code`, { config: routeConfig }, (request, reply) => {
    const { locale } = callerOf(request);
    const at = openCode(deps, request.params.code);
    const lines =
      at === undefined
        ? [unknown[locale]]
        : [say(done, locale, { at: vietnamTime(at, locale) }), kept[locale]];
    return reply
      .status(at === undefined ? 404 : 200)
      .header('content-security-policy', plainPagePolicy)
      .type('text/html; charset=utf-8')
      .send(plainPage({ locale, title: title[locale], lines }));
  });
}

/**
 * Returns the user id in a signed request; undefined unless it is recent and signed with the app's secret.
 */
export function subjectOf(signedRequest: unknown, secret: string, nowMs: number): string | undefined {
  if (typeof signedRequest !== 'string') return undefined;
  const [signature = '', payload = ''] = signedRequest.split('.');
  const expected = createHmac('sha256', secret).update(payload).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const data: Readonly<Record<string, unknown>> = Object(
    JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')),
  );
  const age = nowMs / 1_000 - Number(data['issued_at']);
  const { algorithm, user_id: subject } = data;
  const isValid = algorithm === 'HMAC-SHA256' && Math.abs(age) <= maxAgeSeconds;
  return isValid && typeof subject === 'string' ? subject : undefined;
}

/**
 * Unlinks the identity even if it is the last credential, because its owner can still sign in with a code by
 * SMS.
 */
async function unlink(deps: Deps, subject: string, caller: Caller): Promise<void> {
  const { sql, accounts, identities, notices, audit } = deps;
  const identity = { provider: 'facebook', subject } as const;
  await sql.begin(async (tx) => {
    const found = await identities.findAccount(tx, identity);
    const account = found === undefined ? undefined : await accounts.lockRow(tx, found);
    if (!(await identities.deleteSubject(tx, identity)) || !account) return;
    const details = { provider: identity.provider };
    await notices.notify(tx, { account, kind: 'identity-unlinked', caller });
    await audit.write(tx, {
      kind: 'identity.removed',
      accountId: account.id,
      actorId: null,
      caller,
      details,
    });
  });
  notices.kick();
}

function openCode({ keys }: Pick<Deps, 'keys'>, code: string): Date | undefined {
  try {
    return new Date(keys.open('facebook-deletion', Buffer.from(code, 'hex')));
  } catch {
    return undefined;
  }
}

import type { FastifyInstance } from 'fastify';
import type { Config } from '#config/config.ts';

type Deps = {
  readonly config: Pick<Config, 'publicUrl' | 'supportEmail'>;
  readonly nowMs: () => number;
};

/** RFC 9116 section 2.5.5 recommends an expiry within a year. */
const securityTextDays = 180;
const dayMs = 86_400_000;

/** Registers the well-known URLs for password managers, passkey providers and security researchers. */
export function registerWellKnown(app: FastifyInstance, { config, nowMs }: Deps): void {
  const { origin } = config.publicUrl;
  const route = { config: { acceptsAnyOrigin: true, acceptsAnyType: true, isQuiet: true } };
  const passkeysPage = `${origin}/vid/web/user/security/passkeys`;

  // Defined by W3C, “A Well-Known URL for Changing Passwords”.
  app.get('/.well-known/change-password', route, (_request, reply) =>
    reply.redirect('/vid/web/user/password', 302),
  );

  // Defined by W3C, “A Well-Known URL for Relying Party Passkey Endpoints”.
  app.get('/.well-known/passkey-endpoints', route, () => ({ enroll: passkeysPage, manage: passkeysPage }));

  app.get('/.well-known/security.txt', route, (_request, reply) => {
    const expires = new Date(nowMs() + securityTextDays * dayMs);
    return reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: mailto:${config.supportEmail}`,
          `Expires: ${expires.toISOString()}`,
          'Preferred-Languages: vi, en',
          `Canonical: ${origin}/.well-known/security.txt`,
          '',
        ].join('\n'),
      );
  });
}

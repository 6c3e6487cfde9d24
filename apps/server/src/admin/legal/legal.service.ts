import type { Body } from '@vid/contract/endpoints/index';
import type { LegalDocument } from '@vid/contract/legal/legal-text';
import { builtInVersion, hashesOf, toPublicVersion } from '#account/legal/legal-versions.ts';
import { readCursor, toPage } from '#database/page.ts';
import { AppError } from '#lib/app-error.ts';
import type { AdminActor } from '#account/actor.ts';
import type { AccountServices } from '#account/services.ts';
import { beginAs } from '#platform/begin-as.ts';
import { checkTexts } from './legal.policy.ts';

type Publication = Body<'POST /vid/api/admin/legal/:document'>;

type Deps = AccountServices & {
  /**
   * Reloads the page parameters, which name the current versions of the documents. Called after a publication.
   */
  readonly refreshParams: () => Promise<void>;
};

const defaultLimit = 20;

export function createAdminLegalService({ sql, legal, events, refreshParams, audit }: Deps) {
  return {
    async getCurrent() {
      const { versions } = await legal.findCurrent(sql);
      return { terms: toPublicVersion(versions.terms), privacy: toPublicVersion(versions.privacy) };
    },

    /** @throws AppError VALIDATION_FAILED; PARAMS_CHANGED if another version is current */
    async publish(
      document: LegalDocument,
      { replaces, texts: given, requiresAgreement }: Publication,
      by: AdminActor,
    ): Promise<{ version: number }> {
      const texts = checkTexts(given);
      const version = replaces + 1;
      const hashes = hashesOf(texts, version);
      await beginAs(sql, by, async (tx) => {
        const publication = { document, replaces, texts, hashes, requiresAgreement, publishedBy: by.actorId };
        if (!(await legal.publish(tx, publication))) throw new AppError('PARAMS_CHANGED');
        const details = { document, version, requiresAgreement };
        await audit.write(tx, { kind: 'legal.published', ...by, details });
        await events.publish(tx, 'params', 'all');
      });
      await refreshParams();
      return { version };
    },

    async history(
      document: LegalDocument,
      { after, limit = defaultLimit }: { after?: string; limit?: number },
    ) {
      const rows = await legal.listPublished(document, { after: readCursor(after), limit: limit + 1 });
      const builtIn = builtInVersion(document);
      const all =
        rows.length > limit
          ? rows
          : [
              ...rows,
              {
                version: builtIn.version,
                publishedAt: builtIn.publishedAt,
                publishedBy: null,
                requiresAgreement: true,
                viHash: builtIn.hashes.vi,
                enHash: builtIn.hashes.en,
              },
            ];
      const { items, next } = toPage(all, limit, ({ version }) => [version]);
      return {
        items: items.map(({ publishedAt, viHash, enHash, ...row }) => ({
          ...row,
          publishedAt,
          hashes: { vi: viHash.toString('hex'), en: enHash.toString('hex') },
        })),
        next,
      };
    },
  };
}

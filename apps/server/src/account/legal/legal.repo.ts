import { legalDocuments, type LegalDocument, type LegalSources } from '@vid/contract/legal/legal-text';
import type { Locale } from '@vid/contract/limits';
import { authorName } from '#database/account-names.ts';
import type { Queryable, Sql, Fragment } from '#database/connection.ts';
import { isAfter, type SortKey } from '#database/page.ts';
import type { LegalVersionsRow } from '#database/tables.ts';
import { builtInVersion, type LegalVersion } from './legal-versions.ts';

/**
 * Selects whether the account `a` had to agree to a newer version when its session `s` began, and has not agreed since.
 */
export const mustAgree = (sql: Queryable): Fragment => sql`a.agreed_legal < s.legal_required`;

type Row = Pick<
  LegalVersionsRow,
  'id' | 'document' | 'version' | 'viHash' | 'enHash' | 'requiresAgreement' | 'publishedAt'
> & { texts: LegalSources };

export type PublishedVersion = Pick<
  Row,
  'version' | 'publishedAt' | 'requiresAgreement' | 'viHash' | 'enHash'
> & {
  readonly publishedBy: string | null;
};

export type CurrentLegal = {
  readonly lastId: number;
  readonly versions: Readonly<Record<LegalDocument, LegalVersion>>;
};

export function createLegalRepo(sql: Sql) {
  const columns = sql`id, document, version, texts, vi_hash, en_hash, requires_agreement, published_at`;
  return {
    async findCurrent(tx: Queryable): Promise<CurrentLegal> {
      const rows = await tx<Row[]>`
        select distinct on (document) ${columns} from legal_versions order by document, version desc`;
      const versionOf = (document: LegalDocument) => {
        const row = rows.find((found) => found.document === document);
        return row ? toVersion(row) : builtInVersion(document);
      };
      return {
        lastId: rows.reduce((last, { id }) => Math.max(last, id), 0),
        versions: { terms: versionOf('terms'), privacy: versionOf('privacy') },
      };
    },

    async findVersions(): Promise<Record<LegalDocument, number>> {
      const rows = await sql<{ document: string; version: number }[]>`
        select document, max(version) as version from legal_versions group by document`;
      const versionOf = (document: LegalDocument) =>
        rows.find((found) => found.document === document)?.version ?? 1;
      return { terms: versionOf('terms'), privacy: versionOf('privacy') };
    },

    async findLastId(tx: Queryable): Promise<number> {
      const [row] = await tx<{ lastId: number }[]>`
        select coalesce(max(id), 0)::int as last_id from legal_versions`;
      return row?.lastId ?? 0;
    },

    /**
     * Returns the documents that an account must still agree to. `agreedId` is the newest version that it has
     * agreed to; -1 for none.
     */
    async listOutstanding(tx: Queryable, agreedId: number): Promise<LegalDocument[]> {
      if (agreedId < 0) return [...legalDocuments];
      const rows = await tx<{ document: string }[]>`
        select distinct document from legal_versions where requires_agreement and id > ${agreedId}::int`;
      const found = new Set(rows.map(({ document }) => document));
      return legalDocuments.filter((document) => found.has(document));
    },

    async find(document: LegalDocument, version: number): Promise<LegalVersion | undefined> {
      const [row] = await sql<Row[]>`
        select ${columns} from legal_versions where document = ${document} and version = ${version}`;
      return row && toVersion(row);
    },

    async listPublished(
      document: LegalDocument,
      page: { readonly after: SortKey | undefined; readonly limit: number },
    ): Promise<readonly PublishedVersion[]> {
      return sql<PublishedVersion[]>`
        select v.version, v.published_at, v.requires_agreement, v.vi_hash, v.en_hash, ${authorName(sql, sql`a`)} as published_by
        from legal_versions v left join accounts a on a.id = v.published_by
        where v.document = ${document} and ${isAfter(sql, [sql`v.version`], page.after, 'desc')}
        order by v.version desc limit ${page.limit}`;
    },

    /**
     * Publishes a version. Returns false if `replaces` is no longer the current version. A lock makes
     * concurrent publications commit in the order of their ids, and does not block reads.
     */
    async publish(
      tx: Queryable,
      input: {
        readonly document: LegalDocument;
        readonly replaces: number;
        readonly texts: LegalSources;
        readonly hashes: Readonly<Record<Locale, Buffer>>;
        readonly requiresAgreement: boolean;
        readonly publishedBy: string;
      },
    ): Promise<boolean> {
      const { document, replaces, texts, hashes } = input;
      await tx`lock table legal_versions in share row exclusive mode`;
      return tx`
        insert into legal_versions (id, document, version, texts, vi_hash, en_hash, requires_agreement, published_by)
        select (select coalesce(max(id), 0) + 1 from legal_versions), ${document}::text, ${replaces}::int + 1,
          ${tx.json(texts)}::jsonb, ${hashes.vi}::bytea, ${hashes.en}::bytea, ${input.requiresAgreement}::boolean,
          ${input.publishedBy}::text
        where (select coalesce(max(version), 1) from legal_versions
        where document = ${document}) = ${replaces}::int`.hasRows();
    },
  };
}

export type LegalRepo = ReturnType<typeof createLegalRepo>;

function toVersion({ document, version, publishedAt, texts, viHash, enHash }: Row): LegalVersion {
  const label = String(version);
  return { document, version, label, publishedAt, texts, hashes: { vi: viHash, en: enHash } };
}

import type { EnterprisesRow } from '#database/tables.ts';

export type EnterpriseFields = Pick<EnterprisesRow, 'name' | 'shortName' | 'taxCode' | 'representative'>;
export type EnterpriseChange = Partial<EnterpriseFields>;

export type EnterpriseVerdict = {
  /** Sends the enterprise to the end of the review queue, and drops an earlier refusal. */
  readonly isChanged: boolean;
  /** The change ends the association's verification, which covers the name and the tax code. */
  readonly losesVerification: boolean;
};

/** Decides how a change of an enterprise affects the association's decision about it. */
export function judgeEnterpriseChange(
  known: EnterpriseFields & Pick<EnterprisesRow, 'verifiedAt'>,
  change: EnterpriseChange,
): EnterpriseVerdict {
  const differs = (field: keyof EnterpriseFields): boolean =>
    change[field] !== undefined && change[field] !== known[field];
  return {
    isChanged: differs('name') || differs('shortName') || differs('taxCode') || differs('representative'),
    losesVerification: known.verifiedAt !== null && (differs('name') || differs('taxCode')),
  };
}

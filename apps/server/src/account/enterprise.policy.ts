import { enterpriseFieldColumns, type EnterpriseFieldColumn } from '@vid/contract/profile-fields';
import type { EnterprisesRow } from '#database/tables.ts';

export type EnterpriseFields = Pick<EnterprisesRow, EnterpriseFieldColumn>;
export type EnterpriseChange = Partial<EnterpriseFields>;

export type EnterpriseVerdict = {
  /** Whether the change moves the enterprise to the end of the review queue and clears an earlier refusal. */
  readonly isChanged: boolean;
  /** Whether the change ends the association's verification, which covers the name and the tax code. */
  readonly losesVerification: boolean;
};

/** Decides how a change to an enterprise affects the association's decision about it. */
export function judgeEnterpriseChange(
  known: EnterpriseFields & Pick<EnterprisesRow, 'verifiedAt'>,
  change: EnterpriseChange,
): EnterpriseVerdict {
  const differs = (field: EnterpriseFieldColumn): boolean =>
    change[field] !== undefined && change[field] !== known[field];
  return {
    isChanged: enterpriseFieldColumns.some(differs),
    losesVerification: known.verifiedAt !== null && (differs('name') || differs('taxCode')),
  };
}

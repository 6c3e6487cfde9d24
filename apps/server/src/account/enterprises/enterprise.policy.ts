import { enterpriseFieldColumns, type EnterpriseFieldColumn } from '@vid/contract/profile-fields';
import type { EnterprisesRow } from '#database/tables.ts';

export type EnterpriseFields = Pick<EnterprisesRow, EnterpriseFieldColumn>;
export type EnterpriseChange = Partial<EnterpriseFields>;

export type EnterpriseVerdict = {
  /**
   * True if a field changes. An enterprise that is not verified then moves to the end of the review queue and
   * loses an earlier refusal.
   */
  readonly isChanged: boolean;
  /** True if the association's verification, which covers the name and the tax code, ends. */
  readonly losesVerification: boolean;
};

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

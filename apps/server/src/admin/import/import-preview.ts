import { importFields, importLimits } from '@vid/contract/endpoints/admin/transfers/import-shapes';
import type { Body, Data } from '@vid/contract/endpoints/index';
import type { Actor } from '#account/actor.ts';
import type { ImportHeads } from './import-heads.ts';
import { toNotes } from './import-report.ts';
import type { ImportedMember } from '#account/imports/imported-accounts.repo.ts';
import type { RowRules } from './map/field-reader.ts';
import { readRow } from './map/row.policy.ts';
import { dayColumns, findDayOrders, findFonts } from './map/table.ts';

type Preview = Data<'POST /vid/api/admin/imports/:importId/preview'>;
type Choices = Body<'POST /vid/api/admin/imports/:importId/preview'>;

type Deps = {
  readonly heads: ImportHeads;
  readonly rulesOf: (choices: Pick<RowRules, 'mapping' | 'hashFormat' | 'firebase'>) => Promise<RowRules>;
};

export function createImportPreview({ heads, rulesOf }: Deps) {
  /**
   * Reads the first rows with the given mapping, title row and hash format, without storing these choices.
   * @throws AppError NOT_FOUND, IMPORT_STATE, IMPORT_UNREADABLE, BUSY
   */
  return async (id: string, choices: Choices, by: Actor): Promise<Preview> => {
    const { mapping, hashFormat = 'self-described', titleRow = null, firebase } = choices;
    const rules = await rulesOf({ mapping, hashFormat, firebase });
    const { sample } = await heads.open(id, titleRow, by);
    const fonts = findFonts(sample);
    // The import detects the day and month order from all rows, the preview only from the sample.
    const dayOrders = await findDayOrders(dayColumns(mapping), sample);
    return {
      rows: sample.slice(0, importLimits.previewRows).map((row) => {
        const read = readRow(row, { ...rules, fonts, dayOrders });
        const notes = toNotes(read.notes);
        return {
          row: row.number,
          isValid: read.isValid,
          values: read.isValid ? toValues(read.member) : [],
          notes,
        };
      }),
    };
  };
}

function toValues({
  enterprise,
  certificate,
  memberObject,
  ...member
}: ImportedMember): Preview['rows'][number]['values'] {
  const { name: enterpriseName = null, ...enterpriseValues } = enterprise ?? {};
  const values: Readonly<Record<string, string | null>> = {
    ...member,
    object: memberObject,
    enterpriseName,
    ...enterpriseValues,
    certificateNumber: certificate?.number ?? null,
    certificateProvince: certificate?.province ?? null,
    certificateIssuedOn: certificate?.issuedOn ?? null,
    certificateExpiresOn: certificate?.expiresOn ?? null,
  };
  return importFields.flatMap((field) => {
    const value = values[field] ?? null;
    return value === null ? [] : { field, value };
  });
}

import { createImportHeads } from './import-heads.ts';
import { createImportFiles } from './import-file.ts';
import { createImportPreview } from './import-preview.ts';
import { createImportReport } from './import-report.ts';
import { createImportRowsRepo } from './import-rows.repo.ts';
import { createImportRepo } from './imports.repo.ts';
import { createImportService } from './imports.service.ts';
import { todayAt } from '#account/certificates/certificate.policy.ts';
import { openParameters } from './hash-parameters.ts';
import type { RowRules } from './map/field-reader.ts';
import { createProvinceReader, type ProvinceNames } from './map/provinces.policy.ts';
import { createMemberAddition } from './run/add-members.ts';
import { createCheckClaims } from './run/check-claims.ts';
import { createImportCheck } from './run/check-import.ts';
import { createImportWorker } from './run/import-worker.ts';
import { createMemberRemoval, type BelongsToApplication } from './run/remove-members.ts';
import type { Platform } from '#platform/platform.ts';

export type ImportDeps = Platform & {
  readonly belongsToApplication: BelongsToApplication;
  readonly nameProvinces: () => Promise<ProvinceNames>;
};

export function createImportServices(deps: ImportDeps) {
  const { sql, config, keys, nameProvinces } = deps;
  const repo = createImportRepo(sql);
  const files = createImportFiles({ keys, repo });
  const rulesOf = async (
    choices: Pick<RowRules, 'mapping' | 'hashFormat' | 'firebase'>,
  ): Promise<RowRules> => ({
    ...choices,
    phoneCountries: config.phoneCountries,
    today: todayAt(deps.nowMs()),
    readProvince: createProvinceReader(await nameProvinces()),
  });
  const parts = { ...deps, repo, rowsRepo: createImportRowsRepo(sql), files, claims: createCheckClaims(sql) };
  const heads = createImportHeads(parts);
  const check = createImportCheck({
    ...parts,
    rulesOf: ({ mapping, hashFormat, sealedHashParameters: sealed }) =>
      rulesOf({ mapping, hashFormat, firebase: sealed === null ? undefined : openParameters(keys, sealed) }),
  });
  return {
    imports: createImportService({ ...parts, heads }),
    previewImport: createImportPreview({ heads, rulesOf }),
    importReport: createImportReport(parts),
    importWorker: createImportWorker({
      ...parts,
      check,
      addMembers: createMemberAddition(parts),
      removeMembers: createMemberRemoval(parts),
    }),
  };
}

import { createImportFiles } from './import-file.ts';
import { createImportReport } from './import-report.ts';
import { createImportRowsRepo } from './import-rows.repo.ts';
import { createImportRepo } from './imports.repo.ts';
import { createImportService } from './imports.service.ts';
import { createProvinceFinder, type ProvinceNames } from './map/provinces.policy.ts';
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

/** Creates the services of imports, for the server and for the commands. */
export function createImportServices(deps: ImportDeps) {
  const { sql, config, keys, audit, log, belongsToApplication, nameProvinces } = deps;
  const repo = createImportRepo(sql);
  const rowsRepo = createImportRowsRepo(sql);
  const files = createImportFiles({ keys, repo });
  const claims = createCheckClaims(sql);
  const check = createImportCheck({
    sql,
    keys,
    repo,
    rowsRepo,
    files,
    claims,
    rulesOf: async ({ mapping, hashFormat }) => ({
      mapping,
      hashFormat,
      phoneCountries: config.phoneCountries,
      findProvince: createProvinceFinder(await nameProvinces()),
    }),
  });
  return {
    imports: createImportService({ sql, repo, files, audit }),
    importReport: createImportReport({ sql, keys, repo, rowsRepo, audit }),
    importWorker: createImportWorker({
      repo,
      claims,
      check,
      addMembers: createMemberAddition({ sql, keys, repo, rowsRepo }),
      removeMembers: createMemberRemoval({ sql, repo, rowsRepo, audit, belongsToApplication }),
      log,
    }),
  };
}

import { createImportFiles } from '#admin/import/import-file.ts';
import { createImportReport } from '#admin/import/import-report.ts';
import { createImportRowsRepo } from '#admin/import/import-rows.repo.ts';
import { createImportRepo } from '#admin/import/imports.repo.ts';
import { createImportService } from '#admin/import/imports.service.ts';
import { createProvinceFinder, type ProvinceNames } from '#admin/import/map/provinces.policy.ts';
import { createMemberAddition } from '#admin/import/run/add-members.ts';
import { createCheckClaims } from '#admin/import/run/check-claims.ts';
import { createImportCheck } from '#admin/import/run/check-import.ts';
import { createImportWorker } from '#admin/import/run/import-worker.ts';
import { createMemberRemoval } from '#admin/import/run/remove-members.ts';
import type { ApplicationDeps } from './applications.ts';
import type { PlatformDeps } from './platform.ts';

type Input = Pick<PlatformDeps, 'sql' | 'config' | 'keys' | 'audit' | 'log'> &
  Pick<ApplicationDeps, 'belongsToApplication'> & {
    readonly nameProvinces: () => Promise<ProvinceNames>;
  };

/** Imports of members, for the server and for the commands. */
export function createImportDeps({
  sql,
  config,
  keys,
  audit,
  log,
  belongsToApplication,
  nameProvinces,
}: Input) {
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

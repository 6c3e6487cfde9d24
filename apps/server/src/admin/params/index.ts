import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { isParamName, type ParamName } from '@vid/contract/endpoints/admin/params';
import { AppError } from '#lib/app-error.ts';
import { createParamsService, type ParamsInput } from './params.service.ts';

export function createAdminParamsModule(deps: Platform & ParamsInput): Module {
  const adminParams = createParamsService(deps);
  return {
    handlers: {
      'GET /vid/api/admin/params': () => adminParams.list(),
      'PUT /vid/api/admin/params/:name': ({ params, body, by }) =>
        adminParams.change(paramOf(params.name), body, by),
      'POST /vid/api/admin/params/:name/restore': ({ params, body, by }) =>
        adminParams.restore(paramOf(params.name), body, by),
      'GET /vid/api/admin/params/:name/history': ({ params, query }) =>
        adminParams.history(paramOf(params.name), query),
      'POST /vid/api/admin/params/images': ({ file, by }) => adminParams.addImage(file, by),
    },
  };
}

function paramOf(name: string): ParamName {
  if (!isParamName(name)) throw new AppError('NOT_FOUND');
  return name;
}

import { isParamName, type ParamName } from '@vid/contract/endpoints/admin/params';
import type { Route } from '#http/routes.ts';
import { AppError } from '#lib/app-error.ts';
import { byAdmin } from '#account/actor.ts';
import type { ParamsService } from './params.service.ts';

type Deps = { readonly adminParams: ParamsService };

export function registerAdminParamRoutes(route: Route, { adminParams }: Deps): void {
  route('GET /vid/api/admin/params', () => adminParams.list());

  route('PUT /vid/api/admin/params/:name', ({ params, body, session, caller }) =>
    adminParams.change(paramOf(params.name), body, byAdmin(session, caller)),
  );

  route('POST /vid/api/admin/params/:name/restore', ({ params, body, session, caller }) =>
    adminParams.restore(paramOf(params.name), body, byAdmin(session, caller)),
  );

  route('GET /vid/api/admin/params/:name/history', ({ params, query }) =>
    adminParams.history(paramOf(params.name), query),
  );

  route('POST /vid/api/admin/params/images', ({ file, session, caller }) =>
    adminParams.addImage(file, byAdmin(session, caller)),
  );
}

function paramOf(name: string): ParamName {
  if (!isParamName(name)) throw new AppError('NOT_FOUND');
  return name;
}

import type { Route } from '#http/routes.ts';
import type { AccountCheckService } from './account-check.service.ts';

export function registerAccountCheckRoutes(route: Route, accountCheck: AccountCheckService): void {
  route('POST /vid/api/users/checking/phone', ({ body, caller, preSession }) =>
    accountCheck.check({ phone: body.phone, captchaToken: body.captchaToken, caller, preSession }),
  );
}

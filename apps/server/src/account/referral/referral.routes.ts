import type { Route } from '#http/routes.ts';
import type { ReferralService } from './referral.service.ts';

export function registerReferralRoutes(route: Route, referral: ReferralService): void {
  route('POST /vid/gateway/referral/check', ({ body, caller, preSession }) =>
    referral.check({ referralCode: body.referralCode, caller, preSession }),
  );
}

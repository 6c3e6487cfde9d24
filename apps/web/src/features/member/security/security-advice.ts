import type { Answer } from '#shared/api/request-types.ts';

type Facts = {
  readonly twoStep: Pick<Answer<'GET /vid/api/users/two-step'>, 'onSince' | 'recoveryCodesLeft'>;
  readonly passkeys: number;
  readonly canAddPasskey: boolean;
  readonly email: Answer<'GET /vid/api/users/information'>['email'];
};

export type Advice = 'twoStep' | 'passkey' | 'recoveryCodes' | 'email' | 'confirmEmail';

/** Below this number, the member should generate new recovery codes. */
export const fewCodes = 3;

/** Returns steps that improve the account's protection, the most effective first. */
export function securityAdvice({ twoStep, passkeys, canAddPasskey, email }: Facts): readonly Advice[] {
  const advice: Advice[] = [];
  if (twoStep.onSince === null) advice.push('twoStep');
  else if (twoStep.recoveryCodesLeft < fewCodes) advice.push('recoveryCodes');
  if (passkeys === 0 && canAddPasskey) advice.push('passkey');
  if (email.canConfirm && email.state === 'none') advice.push('email');
  if (email.canConfirm && email.state === 'waiting') advice.push('confirmEmail');
  return advice;
}

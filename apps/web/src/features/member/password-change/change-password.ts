import type { ErrorCode } from '@vid/contract/errors';
import * as v from 'valibot';
import { newPassword } from '#shared/forms/account-rules.ts';
import { api } from '#shared/api/api.ts';
import { ApiFailure } from '#shared/api/api-failure.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { message } from '#shared/forms/message.ts';
import { typedPassword } from '#shared/forms/rules.ts';
import { authEvents, useAuth } from '#state/auth.ts';

const newPasswordFields = {
  newPassword: newPassword(),
  confirm: typedPassword(message('account.password.confirm.required')),
};
const isSame = (typed: { newPassword: string; confirm: string }) =>
  typed.newPassword.normalize('NFC') === typed.confirm.normalize('NFC');

export const setPasswordSchema = v.pipe(
  v.object(newPasswordFields),
  v.forward(
    v.check((typed) => isSame(typed), message('errors.passwordMismatch')),
    ['confirm'],
  ),
);

export const changePasswordSchema = v.pipe(
  v.object({ currentPassword: typedPassword(), ...newPasswordFields }),
  v.forward(
    v.check((typed) => isSame(typed), message('errors.passwordMismatch')),
    ['confirm'],
  ),
);

const fieldOfCode: { readonly [C in ErrorCode]?: 'currentPassword' | 'newPassword' } = {
  CURRENT_PASSWORD_WRONG: 'currentPassword',
  PASSWORD_POLICY: 'newPassword',
  PASSWORD_COMMON: 'newPassword',
  PASSWORD_CONTAINS_PHONE: 'newPassword',
  PASSWORD_REUSED: 'newPassword',
};

function assignToField(error: unknown): unknown {
  if (!(error instanceof ApiFailure) || error.code === null || Object.keys(error.fields).length > 0)
    return error;
  const field = fieldOfCode[error.code];
  return field === undefined ? error : new FieldRefusal(field, error.message, error);
}

function withNewPassword<T extends { demands: readonly string[] }>(info: T | null): T | null {
  return info && { ...info, demands: info.demands.filter((demand) => demand !== 'change-password') };
}

/**
 * Changes the password. Never retries, because the current password is already wrong if the first request succeeded.
 */
export async function changePassword(body: { currentPassword: string; newPassword: string }): Promise<void> {
  try {
    await api.post('/vid/api/users/password/change', { body });
  } catch (error) {
    throw assignToField(error);
  }
  authEvents.passwordChanged();
  useAuth.setState(({ user, profile }) => ({
    user: withNewPassword(user),
    profile: withNewPassword(profile),
  }));
}

export async function setPassword(body: { newPassword: string }): Promise<void> {
  try {
    await api.post('/vid/api/users/password', { body });
  } catch (error) {
    throw assignToField(error);
  }
}

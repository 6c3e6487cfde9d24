import type { ErrorCode } from '@vid/contract/errors';
import { api } from '#shared/api/api.ts';
import { ApiFailure } from '#shared/api/api-failure.ts';
import { authEvents } from '#state/auth.ts';

/** Refusals that are about one field, where the server names none. */
const fieldOf: { readonly [C in ErrorCode]?: 'currentPassword' | 'newPassword' } = {
  CURRENT_PASSWORD_WRONG: 'currentPassword',
  PASSWORD_POLICY: 'newPassword',
  PASSWORD_COMMON: 'newPassword',
  PASSWORD_CONTAINS_PHONE: 'newPassword',
  PASSWORD_REUSED: 'newPassword',
};

/** The same failure, its text at the field that it is about. */
function atItsField(error: unknown): unknown {
  if (!(error instanceof ApiFailure) || error.code === null || Object.keys(error.fields).length > 0)
    return error;
  const field = fieldOf[error.code];
  if (field === undefined) return error;
  return new ApiFailure({
    kind: error.kind,
    code: error.code,
    text: error.message,
    fields: { [field]: error.message },
    status: error.status,
    requestId: error.requestId,
    cause: error,
  });
}

/** Sent once: a repeat would compare the current password with the one that the first has set. */
export async function changePassword(body: { currentPassword: string; newPassword: string }): Promise<void> {
  try {
    await api.post('/vid/api/users/password/change', { body, flags: { muteLoading: true, muteError: true } });
  } catch (error) {
    throw atItsField(error);
  }
  authEvents.passwordChanged();
}

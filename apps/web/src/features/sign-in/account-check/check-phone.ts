import { failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useCategory } from '#state/category.ts';

export type PhoneCheck = 'free' | 'taken' | 'unknown';

/**
 * Whether a phone has an account. `unknown`: too many questions were asked from here, so the server wants
 * another captcha for this one; the code by SMS and the last step tell it as well, so the person is not stopped.
 */
export async function checkPhone(phone: string): Promise<PhoneCheck> {
  // Under strict privacy the server calls every phone free; its answer says nothing.
  if (useCategory.getState().configurations?.strictPrivacy === true) return 'unknown';
  try {
    const { available } = await api.post('/vid/api/users/checking/phone', {
      body: { phone },
      flags: { muteLoading: true, muteError: true, muteSuccess: true },
      isRepeatable: true,
    });
    return available ? 'free' : 'taken';
  } catch (error) {
    if (failedWith(error, 'CAPTCHA_REQUIRED', 'RATE_LIMITED')) return 'unknown';
    throw error;
  }
}

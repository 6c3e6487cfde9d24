import { failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useCategory } from '#state/category.ts';

export type PhoneCheck = 'free' | 'taken' | 'unknown';

/**
 * Returns whether a phone has an account, or `unknown` under strict privacy or if the server refuses because of too
 * many checks. On `unknown` the caller continues, and the last step of the journey reports a conflict.
 */
export async function checkPhone(
  phone: string,
  { isRepeatable }: { readonly isRepeatable: boolean },
): Promise<PhoneCheck> {
  // Under strict privacy, the server reports every phone as free, so its response is useless.
  if (useCategory.getState().configurations?.strictPrivacy === true) return 'unknown';
  try {
    const { available } = await api.post('/vid/api/users/checking/phone', { body: { phone }, isRepeatable });
    return available ? 'free' : 'taken';
  } catch (error) {
    if (failedWith(error, 'CAPTCHA_REQUIRED', 'RATE_LIMITED')) return 'unknown';
    throw error;
  }
}

import { termsVersion } from '@vid/contract/limits';
import * as v from 'valibot';
import { paths } from '#navigation/paths.ts';
import { ticked } from '#shared/forms/rules.ts';
import { message } from '#shared/forms/message.ts';
import { Rich } from '#shared/i18n/rich.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/controls/button.tsx';
import { Checkbox } from '#shared/ui/fields/checkbox.tsx';
import { useCategory } from '#state/category.ts';

export function accountDetails() {
  return {
    kind: v.pipe(v.string(), v.picklist(['personal', 'enterprise'], message('errors.format'))),
    acceptedTerms: ticked(message('signUp.agree.required')),
  };
}

export function currentTermsVersion(): string {
  return useCategory.getState().configurations?.termsVersion ?? termsVersion;
}

/**
 * The checkbox for the terms of use and the privacy policy. It is never ticked in advance, because consent must be the
 * user's own act (Law 91/2025/QH15, article 9).
 */
export function Agreement() {
  const t = useT();
  return (
    <Checkbox
      name="acceptedTerms"
      label={
        <Rich
          text={t('signUp.agree')}
          parts={{
            terms: <TextLink to={paths.terms} target="_blank" className="inline!" />,
            privacy: <TextLink to={paths.privacy} target="_blank" className="inline!" />,
          }}
        />
      }
    />
  );
}

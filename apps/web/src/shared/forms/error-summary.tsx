import { useT } from '#shared/i18n/use-t.ts';
import { LinkButton } from '#shared/ui/controls/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { useFormState } from './form-context.ts';
import { findControl } from './values.ts';

/**
 * Lists the fields that the last submit rejected, if there are three or more, each with a link to the field. Stays
 * until the next submit, so that nothing moves while the user corrects the fields. `labels` contains the fields in the
 * order of the form.
 */
export function ErrorSummary({ labels }: { labels: Readonly<Record<string, string>> }) {
  const t = useT();
  const { id, refused } = useFormState();
  if (refused.length < 3) return null;
  const focus = (name: string) => {
    const form = document.forms.namedItem(id);
    if (form) findControl(form, (other) => other === name)?.focus();
  };
  return (
    <Notice tone="error" title={t('account.errorSummary', { count: refused.length })}>
      <ul className="flex flex-wrap gap-x-4">
        {Object.entries(labels)
          .filter(([name]) => refused.includes(name))
          .map(([name, label]) => (
            <li key={name}>
              <LinkButton className="text-start" onClick={() => focus(name)}>
                {label}
              </LinkButton>
            </li>
          ))}
      </ul>
    </Notice>
  );
}

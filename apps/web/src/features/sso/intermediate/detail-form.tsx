import type { ReactNode } from 'react';
import { api } from '#shared/api/api.ts';
import type { Body } from '#shared/api/request-types.ts';
import { Form, type FormHandle } from '#shared/forms/form.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { ApplicationMark } from '#shared/ui/display/application-mark.tsx';
import { Button, type ButtonLook, SubmitButton } from '#shared/ui/controls/button.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { followAuth } from '#session/session.ts';
import { authEvents, useAuth } from '#state/auth.ts';

export type DetailProps = {
  application: { name: string; logo: string | null };
  accountId: string;
  onSaved: () => Promise<void> | void;
  /** Opens the choice of another account. If absent, the user cannot choose one. */
  onOther?: () => void;
  onRefuse: () => void;
};

type Props = Pick<DetailProps, 'application' | 'onOther' | 'onRefuse'> & {
  form: FormHandle;
  title: string;
  lead: string;
  /** Text of the submit button; absent if nothing can be submitted. */
  submit?: string | undefined;
  submitLook?: ButtonLook;
  children: ReactNode;
};

export function DetailForm({
  application,
  form,
  title,
  lead,
  submit,
  submitLook = 'primary',
  children,
  onOther,
  onRefuse,
}: Props) {
  const t = useT();
  return (
    <>
      <ApplicationMark {...application} className="mb-4 size-14" />
      <PageTitle title={title} lead={lead} />
      <div className="mt-6">
        <Form focusesFirstField form={form}>
          {children}
          <div className="grid gap-3">
            {submit !== undefined && <SubmitButton look={submitLook}>{submit}</SubmitButton>}
            {onOther !== undefined && (
              <Button look="secondary" isWide isBusy={form.state.isPending} onClick={onOther}>
                {t('sso.otherAccount')}
              </Button>
            )}
            <Button look="ghost" isWide isBusy={form.state.isPending} onClick={onRefuse}>
              {t('common.cancel')}
            </Button>
          </div>
        </Form>
      </div>
    </>
  );
}

/** Returns whether another tab has signed in to a different account, whose details must not change. */
export function isOtherAccount(accountId: string): boolean {
  followAuth();
  const { user } = useAuth.getState();
  return user !== null && user.id !== accountId;
}

export async function saveDetail(body: Body<'PATCH /vid/api/users/profile'>): Promise<void> {
  authEvents.profileLoaded(await api.patch('/vid/api/users/profile', { body, isRepeatable: true }));
}

import { useState } from 'react';
import { ReasonDialog } from '#features/admin/reason-dialog.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { nameOf } from '#shared/ui/display/person.tsx';
import { useSend } from '#shared/api/queries.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { Button } from '#shared/ui/controls/button.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import { commonEvents } from '#state/common.ts';
import { type AccountChange, type AccountItem, type ChangeReport } from './accounts.tsx';

export type ChangeQuestion = {
  readonly action: AccountChange;
  readonly accounts: readonly AccountItem[];
  readonly isBulk?: boolean;
};

export const actionKeys = {
  lock: 'admin.account.lock',
  unlock: 'admin.account.unlock',
  'end-sessions': 'admin.account.endSessions',
} as const;

const doneKeys = {
  lock: 'admin.account.locked',
  unlock: 'admin.account.unlocked',
  'end-sessions': 'admin.account.endSessions.done',
} as const;

const tones = {
  done: 'success',
  unchanged: 'plain',
  'not-found': 'danger',
  'own-account': 'danger',
  'last-admin': 'danger',
} as const satisfies Record<ChangeReport[number]['outcome'], string>;

type Props = { question: ChangeQuestion | null; onClose: () => void; onDone: () => void };

export function ChangeDialogs({ question, onClose, onDone }: Props) {
  const t = useT();
  const change = useSend('POST /vid/api/admin/accounts/changes', {}, 'admin/accounts');
  const [result, setResult] = useState<{ question: ChangeQuestion; report: ChangeReport } | null>(null);
  const confirm = async (reason: string) => {
    if (question === null) return;
    const { action, accounts } = question;
    const { report } = await change.mutateAsync({ action, accountIds: accounts.map(({ id }) => id), reason });
    if (question.isBulk === true) onDone();
    if (report.length === 1 && report[0]?.outcome === 'done') commonEvents.succeeded(doneKeys[action]);
    else setResult({ question, report });
  };
  const questionOf = ({ action, accounts, isBulk = false }: ChangeQuestion) => {
    const count = accounts.length;
    const [only] = accounts;
    return {
      title:
        count === 1 && only
          ? t(`${actionKeys[action]}.title`, { name: nameOf(only) })
          : t(`admin.accounts.${action}.title`, { count }),
      text: t(`admin.accounts.${action}.text`, { count }),
      action: t(actionKeys[action]),
      isDangerous: action === 'lock',
      ...(isBulk && { value: String(count) }),
    };
  };
  return (
    <>
      <ReasonDialog question={question && questionOf(question)} onClose={onClose} onConfirm={confirm} />
      <Dialog
        isOpen={result !== null}
        onClose={() => setResult(null)}
        // Focus the page title, because the bar or menu that opened the dialog may be gone.
        finalFocus={() => document.querySelector('h1')}
        title={t('admin.accounts.report')}
        lead={
          result &&
          t('admin.accounts.report.text', {
            action: t(actionKeys[result.question.action]),
            done: result.report.filter(({ outcome }) => outcome === 'done').length,
            count: result.report.length,
          })
        }
        actions={<Button onClick={() => setResult(null)}>{t('common.close')}</Button>}
      >
        {result && <Report {...result} />}
      </Dialog>
    </>
  );
}

function Report({ question, report }: { question: ChangeQuestion; report: ChangeReport }) {
  const t = useT();
  const names = new Map(question.accounts.map((account) => [account.id, nameOf(account)]));
  return (
    <ul
      aria-label={t('admin.accounts.report')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be reachable by keyboard
      tabIndex={0}
      className="max-h-[50dvh] divide-y divide-line overflow-y-auto"
    >
      {report.map(({ accountId, outcome }) => (
        <li key={accountId} className="flex flex-wrap items-center justify-between gap-2 py-2">
          <bdi className="min-w-0 wrap-anywhere">{names.get(accountId) ?? t('account.unnamed')}</bdi>
          <Badge tone={tones[outcome]}>{t(`admin.accounts.outcome.${outcome}`)}</Badge>
        </li>
      ))}
    </ul>
  );
}

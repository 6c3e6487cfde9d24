import { useMutation } from '@tanstack/react-query';
import { readAll } from '#shared/api/queries.ts';
import { message } from '#shared/forms/message.ts';
import { saveCsv } from '#shared/lib/browser/save-file.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Failure } from '#shared/ui/feedback/load-state.tsx';
import { notify } from '#shared/ui/feedback/notify.ts';

type Part = { readonly csv: string; readonly next: string | null };
type Props = {
  read: (cursor: { readonly after?: string }) => Promise<Part>;
  name: string;
};

export function CsvButton({ read, name }: Props) {
  const file = useMutation({
    mutationFn: async () => {
      const parts = await readAll(read);
      saveCsv(parts, `${name}-${new Date().toISOString().slice(0, 10)}.csv`);
    },
    onSuccess: () => notify.success(message('list.exported')),
  });
  return (
    <>
      <Failure error={file.error} />
      <Button look="secondary" isBusy={file.isPending} onClick={() => file.mutate()} text="list.export" />
    </>
  );
}

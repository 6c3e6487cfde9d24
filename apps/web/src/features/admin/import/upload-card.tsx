import { useMutation } from '@tanstack/react-query';
import { importLimits } from '@vid/contract/endpoints/admin/import-shapes';
import { useRef, useState } from 'react';
import { shownFailure } from '#session/reauthenticate.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { typeOfFile, uploadFile } from './imports.ts';

const megabytes = Math.round(importLimits.fileBytes / 1_048_576);

export function UploadCard({ onUploaded }: { onUploaded: (importId: string) => void }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<'type' | 'size' | null>(null);
  const [share, setShare] = useState(0);
  const upload = useMutation({
    mutationFn: ({ file, type }: { file: File; type: 'csv' | 'xlsx' }) => uploadFile(file, type, setShare),
    onSuccess: onUploaded,
  });
  const choose = (file: File | undefined) => {
    if (!file) return;
    const type = typeOfFile(file);
    const problem = type === null ? 'type' : file.size > importLimits.fileBytes ? 'size' : null;
    setRefusal(problem);
    setShare(0);
    if (type !== null && problem === null) upload.mutate({ file, type });
  };
  const refused = refusal && t(`admin.import.upload.${refusal}`, { megabytes });
  return (
    <Card
      title={t('admin.import.upload')}
      lead={t('admin.import.upload.lead', { megabytes, rows: importLimits.rows })}
    >
      <div className="grid gap-4">
        <Alert text={refused ?? shownFailure(upload.error)} />
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,.tsv,.xlsx"
          className="hidden"
          aria-label={t('admin.import.upload.choose')}
          onChange={(change) => {
            choose(change.target.files?.[0]);
            // Clear the field, because otherwise choosing the same file again would fire no event.
            change.target.value = '';
          }}
        />
        <Button className="w-fit" isBusy={upload.isPending} onClick={() => input.current?.click()}>
          {t('admin.import.upload.choose')}
        </Button>
        {upload.isPending && (
          <progress
            className="h-2 w-full accent-brand"
            aria-label={t('admin.import.upload.progress')}
            value={share}
            max={1}
          />
        )}
      </div>
    </Card>
  );
}

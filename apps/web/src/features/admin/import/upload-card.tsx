import { FileButton } from '#shared/ui/controls/file-button.tsx';
import { useMutation } from '@tanstack/react-query';
import { importLimits, memberFields } from '@vid/contract/endpoints/admin/transfers/import-shapes';
import { useState } from 'react';
import { saveFile } from '#shared/lib/browser/save-file.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Card } from '#shared/ui/page/page.tsx';
import { typeOfFile, uploadFile } from './imports.ts';
import { shownFailure } from '#shared/ui/feedback/load-state.tsx';

const megabytes = Math.round(importLimits.fileBytes / 1_048_576);

export function UploadCard({ onUploaded }: { onUploaded: (importId: string) => void }) {
  const t = useT();
  const [refusal, setRefusal] = useState<'type' | 'size' | null>(null);
  const [share, setShare] = useState(0);
  const upload = useMutation({
    mutationFn: ({ file, type }: { file: File; type: 'csv' | 'xlsx' }) => uploadFile(file, type, setShare),
    onSuccess: onUploaded,
  });
  const choose = (file: File) => {
    const type = typeOfFile(file);
    const problem = type === null ? 'type' : file.size > importLimits.fileBytes ? 'size' : null;
    setRefusal(problem);
    setShare(0);
    if (type !== null && problem === null) upload.mutate({ file, type });
  };
  const saveTemplate = () => {
    const titles = memberFields.map((field) => t(`admin.import.field.${field}`));
    // Excel reads a CSV file as UTF-8 only with a byte-order mark.
    saveFile(
      new Blob([`\uFEFF${titles.join(',')}\r\n`], { type: 'text/csv;charset=utf-8' }),
      'vid-members.csv',
    );
  };
  const refused = refusal && t(`admin.import.upload.${refusal}`, { megabytes });
  return (
    <Card
      title={t('admin.import.upload')}
      lead={t('admin.import.upload.lead', { megabytes, rows: importLimits.rows })}
    >
      <div className="grid gap-4">
        <Alert text={refused ?? shownFailure(upload.error)} />
        <div className="flex flex-wrap gap-3 max-sm:*:w-full">
          <FileButton
            isBusy={upload.isPending}
            accept=".csv,.txt,.tsv,.xlsx,.xlsm"
            label={t('admin.import.upload.choose')}
            onFile={choose}
          />
          <Button look="secondary" onClick={saveTemplate} text="admin.import.upload.sample" />
        </div>
        <p className="text-label text-muted">
          {t('admin.import.upload.sample.text', { phone: t('admin.import.field.phone') })}
        </p>
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

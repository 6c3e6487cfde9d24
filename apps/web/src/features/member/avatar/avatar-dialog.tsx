import { avatarLimits } from '@vid/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import { authEvents } from '#state/auth.ts';
import { commonEvents } from '#state/common.ts';
import { type Crop, wholePicture } from './crop.ts';
import { Cropper, cut } from './cropper.tsx';

/** Chooses, crops, sends and removes the account's picture. Mounted only while the dialog is open. */
export function AvatarDialog({ hasPicture, onClose }: { hasPicture: boolean; onClose: () => void }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [crop, setCrop] = useState<Crop>(wholePicture);
  const [isUnreadable, setIsUnreadable] = useState(false);
  // Frees the memory of the decoded picture.
  useEffect(() => () => picture?.close(), [picture]);

  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    save.reset();
    try {
      setPicture(await createImageBitmap(file));
      setCrop(wholePicture);
      setIsUnreadable(false);
    } catch {
      setIsUnreadable(true);
    }
  };
  const save = useMutation({
    mutationFn: async (action: 'save' | 'remove') =>
      action === 'save' && picture !== null
        ? api.put('/vid/api/users/avatar', { file: await cut(picture, crop), isRepeatable: true })
        : api.delete('/vid/api/users/avatar', { isRepeatable: true }),
    onSuccess: (profile, action) => {
      authEvents.profileLoaded(profile);
      commonEvents.succeeded(action === 'save' ? 'profile.avatar.saved' : 'profile.avatar.removed');
      onClose();
    },
  });
  const problem = isUnreadable
    ? t('profile.avatar.unreadable')
    : save.isError
      ? shownMessage(save.error)
      : undefined;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('profile.avatar.title')}
      lead={t('profile.avatar.lead')}
      actions={
        <>
          {hasPicture && picture === null && (
            <Button look="danger" isBusy={save.isPending} onClick={() => save.mutate('remove')}>
              {t('profile.avatar.remove')}
            </Button>
          )}
          <Button look={picture === null ? 'primary' : 'secondary'} onClick={() => input.current?.click()}>
            {t(picture === null ? 'profile.avatar.choose' : 'profile.avatar.chooseOther')}
          </Button>
          {picture !== null && (
            <Button isBusy={save.isPending} onClick={() => save.mutate('save')}>
              {t('profile.avatar.save')}
            </Button>
          )}
        </>
      }
    >
      <input
        ref={input}
        type="file"
        accept={avatarLimits.types.join(',')}
        className="hidden"
        aria-label={t('profile.avatar.choose')}
        onChange={(change) => {
          void choose(change.target.files?.[0]);
          // Clear the field, because otherwise choosing the same file again would fire no event.
          change.target.value = '';
        }}
      />
      <Alert text={problem} />
      {picture !== null && <Cropper picture={picture} crop={crop} onCrop={setCrop} />}
    </Dialog>
  );
}

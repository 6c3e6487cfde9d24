import { FileButton } from '#shared/ui/controls/file-button.tsx';
import { avatarLimits } from '@vid/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import { authEvents } from '#state/auth.ts';
import { commonEvents } from '#state/common.ts';
import { type Crop, wholePicture } from './crop.ts';
import { Cropper, cut } from './cropper.tsx';

/**
 * Chooses, crops, saves and removes the account's picture. Mounted only while the dialog is open, so that each opening
 * starts without a chosen file.
 */
export function AvatarDialog({ hasPicture, onClose }: { hasPicture: boolean; onClose: () => void }) {
  const t = useT();
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [crop, setCrop] = useState<Crop>(wholePicture);
  const [unreadable, setUnreadable] = useState<'unreadable' | 'heic'>();
  // Frees the memory of the decoded picture.
  useEffect(() => () => picture?.close(), [picture]);

  const choose = async (file: File) => {
    save.reset();
    try {
      setPicture(await createImageBitmap(file));
      setCrop(wholePicture);
      setUnreadable(undefined);
    } catch {
      // Only Safari decodes HEIC, the format of the iPhone's camera. Some programs name such a file .jpg. The brand
      // cannot be read if the file has been moved since it was chosen.
      const brand = await file
        .slice(4, 12)
        .text()
        .catch(() => '');
      const isHeic = /hei[cf]|ftyp(?:hei|hev|mif|msf)/iu.test(`${file.type} ${file.name} ${brand}`);
      setUnreadable(isHeic ? 'heic' : 'unreadable');
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
  const problem = unreadable
    ? t(`profile.avatar.${unreadable}`)
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
          <FileButton
            look={picture === null ? 'primary' : 'secondary'}
            accept={avatarLimits.types.join(',')}
            label={t(picture === null ? 'profile.avatar.choose' : 'profile.avatar.chooseOther')}
            onFile={(file) => void choose(file)}
          />
          {picture !== null && (
            <Button isBusy={save.isPending} onClick={() => save.mutate('save')} text="profile.avatar.save" />
          )}
        </>
      }
    >
      <Alert text={problem} />
      {picture !== null && <Cropper picture={picture} crop={crop} onCrop={setCrop} />}
    </Dialog>
  );
}

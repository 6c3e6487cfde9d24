import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { stubCanvasContext } from '../../../../test/canvas.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { expectRefusedPress } from '../../../../test/refused-press.ts';
import { useCommon } from '#state/common.ts';
import { useAuth } from '#state/auth.ts';
import { AvatarDialog } from './avatar-dialog.tsx';

const put = 'PUT /vid/api/users/avatar';
const file = () => new File(['picture'], 'me.png', { type: 'image/png' });

/** Replaces the decoder and the canvas, which happy-dom lacks; the end-to-end test covers them. */
function stubPictures(): void {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 400, height: 300, close: () => {} }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) =>
    done(new Blob(['cut'], { type: 'image/webp' })),
  );
}

function open(hasPicture: boolean) {
  const onClose = vi.fn<() => void>();
  return { onClose, user: renderPage(<AvatarDialog hasPicture={hasPicture} onClose={onClose} />, person) };
}

/** Saves a picture in a browser that changes the blue of drawn pixels. */
const saveDisturbed = async (shift: number) => {
  const context = {
    fillRect: () => {},
    drawImage: () => {},
    getImageData: () => ({ data: Uint8ClampedArray.of(16, 128, 240 - shift, 255) }),
  };
  stubCanvasContext(context);
  const { onClose, user } = open(false);
  network().on(put, () => data({ ...person, avatar: '/vid/api/avatars/ava_1' }));
  await user.upload(await screen.findByLabelText('Chọn ảnh'), file());
  await user.click(await screen.findByRole('button', { name: 'Lưu ảnh' }));
  return onClose;
};

describe('the picture dialog', () => {
  useMemberScreens();
  beforeEach(stubPictures);
  afterEach(() => vi.restoreAllMocks());
  test('uploads the cropped picture and shows it', async () => {
    const { onClose, user } = open(false);
    expect(screen.queryByRole('button', { name: 'Xóa ảnh' })).toBeNull();
    await user.upload(await screen.findByLabelText('Chọn ảnh'), file());
    expect(await screen.findByRole('slider', { name: 'Phóng to' })).toBeDefined();
    network().on(put, () => data({ ...person, avatar: '/vid/api/avatars/ava_1' }));
    await user.click(screen.getByRole('button', { name: 'Lưu ảnh' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const sent = network().calls[0]?.body;
    expect(sent).toBeInstanceOf(Blob);
    expect(sent).toHaveProperty('type', 'image/webp');
    expect(useAuth.getState().profile?.avatar).toBe('/vid/api/avatars/ava_1');
    expect(useCommon.getState().displayMessage).toBe('profile.avatar.saved');
  });

  test('moves the picture by drag and zooms it with two fingers', async () => {
    const drawn = vi.fn<(...crop: unknown[]) => void>();
    const context = { fillRect: () => {}, drawImage: drawn };
    stubCanvasContext(context);
    const { user } = open(false);
    await user.upload(await screen.findByLabelText('Chọn ảnh'), file());
    const canvas = await screen.findByRole('application', { name: 'Vị trí ảnh' });
    Object.assign(canvas, { setPointerCapture: () => {} });
    vi.spyOn(canvas, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 100));
    const shown = () => drawn.mock.lastCall?.slice(1, 4).map((value) => Math.round(Number(value)));
    expect(shown()).toEqual([50, 0, 300]);
    const point = (type: 'pointerDown' | 'pointerMove' | 'pointerUp', pointerId: number, clientX: number) =>
      fireEvent[type](canvas, { pointerId, clientX, clientY: 50 });
    point('pointerDown', 1, 50);
    point('pointerMove', 1, 60);
    expect(shown()).toEqual([20, 0, 300]);
    point('pointerDown', 2, 80);
    point('pointerMove', 2, 100);
    expect(shown()?.[2]).toBe(150);
    point('pointerUp', 2, 100);
    point('pointerUp', 1, 60);
    const [left] = shown() ?? [];
    canvas.focus();
    await user.keyboard('{ArrowLeft}');
    expect(shown()?.[0]).toBeGreaterThan(Number(left));
    expect(screen.getAllByRole('slider')).toHaveLength(1);
  });

  test('says why the server refuses a picture, and keeps the picture', async () => {
    network().failOnce(put);
    const { onClose, user } = open(false);
    await user.upload(await screen.findByLabelText('Chọn ảnh'), file());
    network().on(put, () => refusal(400, { error: 'Không dùng được.', message: 'AVATAR_INVALID' }));
    await user.click(await screen.findByRole('button', { name: 'Lưu ảnh' }));
    expect(await screen.findByText('Không dùng được.')).toBeDefined();
    expect(screen.getByRole('slider', { name: 'Phóng to' })).toBeDefined();
    expect(onClose).not.toHaveBeenCalled();
  });

  test('says that the browser cannot read the file', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no', 'InvalidStateError')));
    const { user } = open(false);
    await user.upload(await screen.findByLabelText('Chọn ảnh'), file());
    expect(await screen.findByText(/không đọc được ảnh này/)).toBeDefined();
    expect(network().calls).toEqual([]);
  });

  test.each([
    ['IMG_1.HEIC', '', 'picture'],
    ['picture', 'image/heif', 'picture'],
    ['IMG_1.jpg', 'image/jpeg', '\0\0\0\u0018ftypheic\0\0\0\0mif1heic'],
    ['IMG_2.jpg', 'image/jpeg', '\0\0\0\u0018ftypmif1'],
  ])(
    'names the format of the HEIC picture %s (%s) that the browser cannot read',
    async (name, type, content) => {
      vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no', 'InvalidStateError')));
      open(false);
      const heic = new File([content], name, { type });
      fireEvent.change(await screen.findByLabelText('Chọn ảnh'), { target: { files: [heic] } });
      expect(await screen.findByText(/không đọc được ảnh HEIC/)).toBeDefined();
    },
  );

  test('explains that a file cannot be read if its content is gone', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no', 'InvalidStateError')));
    open(false);
    const moved = new File(['picture'], 'IMG_1.jpg', { type: 'image/jpeg' });
    vi.spyOn(moved, 'slice').mockReturnValue(
      Object.assign(new Blob(), { text: () => Promise.reject(new DOMException('gone', 'NotFoundError')) }),
    );
    fireEvent.change(await screen.findByLabelText('Chọn ảnh'), { target: { files: [moved] } });
    expect(await screen.findByText(/không đọc được ảnh này/)).toBeDefined();
  });

  test('does not send a picture that the browser turns into noise', async () => {
    await saveDisturbed(97);
    expect(await screen.findByText(/làm nhiễu ảnh/)).toBeDefined();
    expect(network().calls).toEqual([]);
  });

  test('sends a picture whose colours the browser shifts by one step', async () => {
    const onClose = await saveDisturbed(1);
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(network().calls).toHaveLength(1);
  });

  test('offers to remove the stored picture until another picture is chosen', async () => {
    const { onClose, user } = open(true);
    await expectRefusedPress(user, 'DELETE /vid/api/users/avatar', 'Xóa ảnh');
    network().on('DELETE /vid/api/users/avatar', () => data(person));
    network().failOnce('DELETE /vid/api/users/avatar');
    await user.click(screen.getByRole('button', { name: 'Xóa ảnh' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(useCommon.getState().displayMessage).toBe('profile.avatar.removed');
    await user.upload(screen.getByLabelText('Chọn ảnh'), file());
    await screen.findByRole('slider');
    expect(screen.queryByRole('button', { name: 'Xóa ảnh' })).toBeNull();
  });

  test('resets the zoom and the error when another picture is chosen', async () => {
    const closed = vi.fn<() => void>();
    vi.stubGlobal('createImageBitmap', async () => ({ width: 400, height: 300, close: closed }));
    const { user } = open(false);
    await user.upload(await screen.findByLabelText('Chọn ảnh'), file());
    const slider = await screen.findByRole<HTMLInputElement>('slider');
    fireEvent.change(slider, { target: { value: '2.5' } });
    expect(Number(slider.value)).toBeCloseTo(2.5);
    await expectRefusedPress(user, put, 'Lưu ảnh');
    expect(closed).not.toHaveBeenCalled();
    await user.upload(screen.getByLabelText('Chọn ảnh khác'), file());
    await waitFor(() => expect(Number(slider.value)).toBe(1));
    expect(screen.getByRole('alert').textContent).toBe('');
    expect(closed).toHaveBeenCalledOnce();
  });

  test('reads another file after a file that the browser cannot read', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no', 'InvalidStateError')));
    const { user } = open(false);
    await user.upload(await screen.findByLabelText('Chọn ảnh'), file());
    expect(await screen.findByText(/không đọc được ảnh này/u)).toBeDefined();
    stubPictures();
    await user.upload(screen.getByLabelText('Chọn ảnh'), file());
    expect(await screen.findByRole('slider')).toBeDefined();
    expect(screen.getByRole('alert').textContent).toBe('');
  });
});

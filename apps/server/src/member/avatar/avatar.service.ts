import { createHash } from 'node:crypto';
import type { Queryable } from '#database/connection.ts';
import type { AccountsRow } from '#database/tables.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { newId } from '#lib/ids.ts';
import type { FullSession } from '#sign-in/session/session.service.ts';
import type { AccountServices } from '#account/services.ts';
import { beginAs } from '#platform/begin-as.ts';
import type { PictureMaker } from './avatar-picture.ts';
import { createAvatarRepo } from './avatar.repo.ts';

type Deps = AccountServices & { readonly pictures: PictureMaker };

type Input = { readonly session: FullSession; readonly caller: Caller };

/** Manages profile pictures. Each picture has a random id in its URL, so a new picture has a new URL. */
export function createAvatarService({ sql, accounts, pictures, audit }: Deps) {
  const repo = createAvatarRepo(sql);
  /**
   * Runs `write`, which returns the picture's new URL, null for a removed picture, or undefined if nothing
   * changed.
   */
  const change = async (
    { session, caller }: Input,
    write: (tx: Queryable) => Promise<string | null | undefined>,
  ): Promise<FullSession> => {
    const accountId = session.account.id;
    return beginAs(sql, { caller }, async (tx) => {
      const before = await accounts.lockRow(tx, accountId);
      if (!before) throw new AppError('TOKEN_INVALID');
      const avatar = await write(tx);
      if (avatar === undefined) return withAvatar(session, before);
      const account = await accounts.update(tx, accountId, { avatar });
      const details = { removed: avatar === null };
      await audit.write(tx, { kind: 'avatar.changed', accountId, caller, details });
      return withAvatar(session, account);
    });
  };

  return {
    /**
     * Stores a picture; storing the same picture again changes nothing.
     * @throws AppError AVATAR_INVALID for a file that is not a valid picture, BUSY if too many pictures wait,
     *   TOKEN_INVALID if the session has ended
     */
    async set({ file, ...input }: Input & { readonly file: Buffer }): Promise<FullSession> {
      const accountId = input.session.account.id;
      const content = await pictures.make(file);
      const contentHash = createHash('sha256').update(content).digest();
      return change(input, async (tx) => {
        const id = newId('ava');
        const isNew = await repo.replace(tx, { accountId, id, content, contentHash });
        return isNew ? addressOf(id) : undefined;
      });
    },

    remove: (input: Input): Promise<FullSession> =>
      change(input, async (tx) => ((await repo.remove(tx, input.session.account.id)) ? null : undefined)),

    find: (id: string): Promise<Uint8Array | undefined> => repo.find(id),
  };
}

function addressOf(id: string): string {
  return `/vid/api/avatars/${id}`;
}

function withAvatar(session: FullSession, { avatar }: Pick<AccountsRow, 'avatar'>): FullSession {
  return { ...session, account: { ...session.account, avatar } };
}

import { Type } from 'typebox';
import { arrayOf, namedObject } from '../../../named.ts';
import { consentPurposes } from '../../../legal/purposes.ts';
import { IsoTime, ManagableApplication, nullable } from '../../shapes.ts';
import { IsUndo } from '../../bulk-shapes.ts';
import { PermissionStatus } from '../../applications/permissions.ts';

export const NavId = Type.String({
  maxLength: 40,
  pattern: '^[a-z][a-z0-9-]*$',
  examples: ['invite-friends'],
});

/** An administrator or a management API client. Null for the operator, or if the author's account was deleted. */
export const Author = nullable(
  Type.Object({
    id: Type.String({ examples: ['acc_3k9x7c2m5v8b1n4q6w0z2s4d7f'] }),
    name: nullable(Type.String({ examples: ['Trần Quốc Bảo'] }), {
      description: 'The phone number, if the account has no name.',
    }),
  }),
);

const Note = namedObject('AccountNote', {
  id: Type.String({ examples: ['note_3k9x7c2m5v8b1n4q6w0z2s4d7f'] }),
  text: Type.String({ examples: ['Came in person with the identity card.'] }),
  author: Author,
  createdAt: IsoTime,
});

export const supportFields = {
  lock: nullable(
    Type.Object({
      at: IsoTime,
      by: Author,
      reason: nullable(Type.String({ examples: ['The member lost the phone and called us.'] })),
      isUndo: IsUndo,
    }),
    {
      description:
        'Who locked the account and why. Null for an active account, and once the event has left the audit log.',
    },
  ),
  hiddenNavIds: Type.Array(NavId, { description: 'Menu items that are hidden from the member.' }),
  unavailableNavIds: Type.Array(NavId, {
    description: 'Menu items that the member never has.',
  }),
  managableApplications: Type.Array(ManagableApplication, {
    description: 'The applications that the account owns or manages.',
  }),
  notes: Type.Array(Note, { description: 'The newest 100, newest first.' }),
  consents: Type.Array(
    Type.Object({
      purpose: Type.Enum([...consentPurposes]),
      action: Type.Enum(['given', 'withdrawn']),
      noticeVersion: Type.String({ examples: ['2026-01-01'] }),
      at: IsoTime,
    }),
    { description: 'The last event of each purpose.' },
  ),
  applicationConsents: Type.Array(
    Type.Object({
      application: Type.Object({
        code: Type.String({ examples: ['sandat'] }),
        name: Type.String({ examples: ['Sàn giao dịch'] }),
      }),
      scopes: Type.Array(Type.String({ examples: ['profile'] })),
      agreedAt: nullable(IsoTime, {
        description: 'Null for the association’s own application, which needs no consent.',
      }),
      lastUsedAt: nullable(IsoTime),
    }),
    { description: 'The latest 100 applications that received data of the account.' },
  ),
  permissions: arrayOf({
    application: Type.Object({
      code: Type.String({ examples: ['sandat'] }),
      name: Type.String({ examples: ['Sàn giao dịch'] }),
    }),
    role: Type.String({ examples: ['broker'] }),
    roleName: Type.String({ examples: ['Broker'] }),
    status: PermissionStatus,
    createdAt: IsoTime,
  }),
};

import { Type } from 'typebox';
import { named, namedObject } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import {
  closedObject,
  idOf,
  IsoTime,
  lockErrors,
  NoBody,
  Place,
  Remember,
  secondFactorErrors,
  Seconds,
  SignInOutcome,
} from '../shapes.ts';
import { Device } from './session.ts';

const number = Type.Integer({ minimum: 10, maximum: 99, examples: [47] });

/** `scanned`: a member has opened the code on a phone. `used`: the screen that showed the code is signed in. */
const QrStatus = named(
  'QrStatus',
  Type.Union([
    Type.Literal('pending'),
    Type.Literal('scanned'),
    Type.Literal('approved'),
    Type.Literal('denied'),
    Type.Literal('used'),
    Type.Literal('expired'),
  ]),
);
const QrState = namedObject('QrState', { status: QrStatus, expiresIn: Seconds });

/**
 * Endpoints of a QR sign-in. A screen shows a QR code and a number, and a member opens the code on a phone and picks
 * the number.
 */
export const qrEndpoints = defineEndpoints('visitor', 'qr', {
  'POST /vid/ajax/auth/qr': {
    id: 'startQrSignIn',
    summary: 'Start a sign-in that a phone approves; binds it to this browser by the cookie vid_qr',
    body: NoBody,
    data: Type.Object({
      qrId: idOf('qr'),
      url: Type.String({
        description: 'The content of the QR code.',
        examples: ['https://id.example.vn/vid/web/qr/qr_3k9x7c2m5v8b1n4q6w0z2s4d7f'],
      }),
      number,
      expiresIn: Seconds,
    }),
  },
  'GET /vid/ajax/auth/qr/:qrId': {
    id: 'getQrSignIn',
    summary:
      'Get the state of a sign-in that this browser started, for browsers that cannot receive its events',
    data: QrState,
    errors: ['QR_NOT_FOUND'],
  },
  'GET /vid/ajax/auth/qr/:qrId/events': {
    id: 'watchQrSignIn',
    summary:
      'Receive the state of a sign-in that this browser started, now and at each change, until it expires',
    data: QrState,
    isStream: true,
    errors: ['QR_NOT_FOUND', 'BUSY'],
  },
  'POST /vid/ajax/auth/login/qr': {
    id: 'signInWithQr',
    summary: 'Sign in with a request that this browser started and a phone approved',
    tag: 'sign-in',
    body: closedObject({ qrId: idOf('qr'), remember: Remember }),
    data: SignInOutcome,
    errors: [
      'QR_NOT_FOUND',
      'QR_EXPIRED',
      'QR_NOT_APPROVED',
      'QR_DECIDED',
      ...lockErrors,
      ...secondFactorErrors,
    ],
  },
  'POST /vid/ajax/auth/qr/:qrId/scan': {
    id: 'scanQrSignIn',
    limit: { perHour: 60, rows: 0 },
    summary: 'Describe a scanned request and bind it to this account',
    access: 'member',
    body: NoBody,
    data: Type.Object({
      status: QrStatus,
      device: Device,
      address: Type.String({
        description: 'The network of the first screen, without its last part.',
        examples: ['203.0.113.x'],
      }),
      place: Type.Optional(Place),
      isSameNetwork: Type.Boolean({ description: 'Whether the caller is on the same network.' }),
      requestedAt: IsoTime,
      expiresIn: Seconds,
      choices: Type.Array(number, { description: 'Three numbers; the first screen shows one of them.' }),
    }),
    errors: ['QR_NOT_FOUND', 'QR_EXPIRED', 'QR_FORBIDDEN'],
  },
  'POST /vid/ajax/auth/qr/:qrId/approve': {
    id: 'approveQrSignIn',
    limit: { perHour: 60, rows: 0 },
    summary: 'Sign the first screen in to this account; a wrong number denies the request',
    access: 'member',
    body: closedObject({ number }),
    errors: [
      'REAUTHENTICATION_REQUIRED',
      'QR_NOT_FOUND',
      'QR_EXPIRED',
      'QR_DECIDED',
      'QR_FORBIDDEN',
      'QR_NUMBER_WRONG',
    ],
  },
  'POST /vid/ajax/auth/qr/:qrId/deny': {
    id: 'denyQrSignIn',
    limit: { perHour: 60, rows: 0 },
    summary: 'Deny the sign-in of the first screen',
    access: 'member',
    body: NoBody,
    errors: ['QR_NOT_FOUND', 'QR_EXPIRED', 'QR_DECIDED', 'QR_FORBIDDEN'],
  },
});

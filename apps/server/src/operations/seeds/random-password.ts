import { randomInt } from 'node:crypto';
import { findPasswordProblem } from '#account/credentials/password.policy.ts';

/** Letters and digits without the easily confused 0 O o 1 l I. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const groups = 4;
const groupLength = 4;

/** Returns a password that satisfies the policy, has more than 90 random bits and can be typed from paper. */
export function newRandomPassword(phone: string): string {
  for (;;) {
    const password = Array.from({ length: groups }, randomGroup).join('-');
    if (findPasswordProblem(password, phone) === undefined) return password;
  }
}

function randomGroup(): string {
  return Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join('');
}

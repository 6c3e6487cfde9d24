import { dictionary } from '@zxcvbn-ts/language-common';

/** About 49,000 leaked passwords from zxcvbn-ts, most frequent first. */
const leaked = dictionary['passwords-common'];

/** Common Vietnamese passwords, which supplement `leaked`. */
const vietnamese =
  'aa@123456 aa123456@ a@123456 a@1234567 a@12345678 abc@1234 abc@12345 abc@123456 abcd@1234 abcd1234@ ' +
  'abc123@@ abc123!@# abc123456@ abc@123! qwe123!@# qwer1234@ matkhau@123 matkhau123@ matkhau123! matkhau1@ ' +
  'matkhau1! anhyeuem@123 anhyeuem1@ emyeuanh@123 emyeuanh1@ vietnam@123 vietnam1@ vietnam123@ hanoi@123 ' +
  'saigon@123 khongbiet1@ khongco1@ zaq12wsx@ 1qaz2wsx@ zxcvbnm1@ asdf@1234';

const ours = new Set(
  (
    'vid vars realtor realtors association broker brokers moigioi hoimoigioi batdongsan nhadat sangiaodich ' +
    'thanhvien hoivien member expert chuyengia admin administrator quantri quantrivien root support manager ' +
    'quanly staff'
  ).split(' '),
);

const listed = new Set([...leaked, ...vietnamese.split(' ')]);
/** Words that remain guessable with a few characters around them, as in “Password@123”. */
const words = new Set(leaked.slice(0, 2_000).filter((entry) => /^[a-z]{5,}$/u.test(entry)));

const lookAlikes: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

export const commonPasswordCount = listed.size;

/**
 * Returns whether a password (in NFC) is listed, or is a very common word or a word of this service, also with
 * look-alike characters and with few or predictable digits and symbols around the word. Ignores case.
 */
export function isCommonPassword(password: string): boolean {
  const folded = password.toLowerCase();
  if (listed.has(folded) || listed.has(plain(folded))) return true;
  const { core, around } = split(folded);
  const word = plain(core);
  if (ours.has(core) || ours.has(word)) return around.length <= 6 || isPredictable(around);
  if (words.has(core) || words.has(word)) return around.length <= 4 || isPredictable(around);
  return false;
}

function split(folded: string): { core: string; around: string } {
  const found = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/su.exec(folded);
  return { core: found?.[2] ?? '', around: (found?.[1] ?? '') + (found?.[3] ?? '') };
}

function plain(text: string): string {
  return text.replace(/[@4310$57!]/gu, (character) => lookAlikes[character] ?? character);
}

function isPredictable(around: string): boolean {
  const digits = around.replace(/\D/gu, '');
  if (around.length - digits.length > 3) return false;
  return (
    '01234567890123456789'.includes(digits) ||
    '98765432109876543210'.includes(digits) ||
    /^(\d)\1*$/u.test(digits) ||
    /^(?:19|20)\d\d$/u.test(digits)
  );
}

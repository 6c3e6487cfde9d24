/** Encoding in which a text was written or read before it became Unicode. */
export type OldFont = 'tcvn3' | 'vni' | 'viscii' | 'viqr' | 'windows-1258' | 'utf-8';

/** Characters of TCVN3 (fonts named .Vn…) and the letters that they show. The soft hyphen shows ư. */
const tcvn3Codes = '¸µ¶·¹¨¾»¼½Æ©ÊÇÈÉË®ÐÌÎÏÑªÕÒÓÔÖÝ×ØÜÞãßáâä«èåæçé¬íêëìîóïñòô\u00ADøõö÷ùýúûüþ¡¢§£¤¥¦';
const tcvn3Letters = 'áàảãạăắằẳẵặâấầẩẫậđéèẻẽẹêếềểễệíìỉĩịóòỏõọôốồổỗộơớờởỡợúùủũụưứừửữựýỳỷỹỵĂÂĐÊÔƠƯ';
const tcvn3 = new Map(Array.from(tcvn3Codes, (code, index) => [code, tcvn3Letters[index] ?? '']));

/** Letters of VISCII from 0x80 (RFC 1456), which a program may have read as Latin-1 or Windows-1252. */
const visciiLetters =
  'ẠẮẰẶẤẦẨẬẼẸẾỀỂỄỆỐỒỔỖỘỢỚỜỞỊỎỌỈỦŨỤỲÕắằặấầẩậẽẹếềểễệốồổỗỠƠộờởịỰỨỪỬơớƯÀÁÂÃẢĂẳẵÈÉÊẺÌÍĨỳĐứÒÓÔạỷừửÙÚỹỵÝỡưàáâãảăữẫèéêẻìíĩỉđựòóôõỏọụùúũủýợỮ';
const viscii = new Map(
  Array.from(visciiLetters).flatMap((letter, index) => {
    const byte = 0x80 + index;
    return [String.fromCharCode(byte), new TextDecoder('windows-1252').decode(Uint8Array.of(byte))].map(
      (code) => [code, letter] as const,
    );
  }),
);

const [grave, acute, circumflex, tilde, breve, hook, horn, dot] = [
  '\u0300',
  '\u0301',
  '\u0302',
  '\u0303',
  '\u0306',
  '\u0309',
  '\u031B',
  '\u0323',
];
/** Characters that mark the preceding vowel in VNI fonts. */
const vniMarks: Readonly<Record<string, string>> = {
  ù: acute,
  ø: grave,
  û: hook,
  õ: tilde,
  ï: dot,
  â: circumflex,
  á: circumflex + acute,
  à: circumflex + grave,
  å: circumflex + hook,
  ã: circumflex + tilde,
  ä: circumflex + dot,
  ê: breve,
  é: breve + acute,
  è: breve + grave,
  ú: breve + hook,
  ü: breve + tilde,
  ë: breve + dot,
};
const vniLetters: Readonly<Record<string, string>> = {
  ô: 'ơ',
  ö: 'ư',
  ñ: 'đ',
  í: 'í',
  ì: 'ì',
  æ: 'ỉ',
  ó: 'ĩ',
  ò: 'ị',
  î: 'ỵ',
};

const syllable =
  /^(?:ngh?|nh|gh?|gi|kh?|ph?|th?|tr|ch?|qu|[bdđhlmnrstvx])?(?:a|ac|ach|ai|am|an|ang|anh|ao|ap|at|au|ay|ă[cmnpt]|ăng|â[cmnptuy]|âng|e|e[cmnopt]|eng|ê|ê[cmnptu]|êch|ênh|êng|i|ia|ich|iê[cmnptu]|iêng|i[mnptu]|inh|o|oa|oa[cimnoptuy]|oach|oang|oanh|oă[cmnt]|oăng|o[ceimnpt]|oen|oeo|oet|ong|oong|ooc|ô|ô[cimnpt]|ông|ơ|ơ[imnpt]|u|ua|uâ[nty]|uâng|u[cimnptyơ]|uê|uênh|uêch|ung|uô[cimnt]|uông|uya|uyê[nt]|uynh|uych|uy[tunp]|ư|ưa|ư[cimntu]|ưng|ươ[cimnptu]|ương|y|yê[mntu]|yêng|y[tmn]|ynh|ych)$/u;

function isVietnamese(text: string): boolean {
  return text
    .split(wordEnds)
    .filter(isMarked)
    .every((word) => syllable.test(withoutTone(word)));
}

const wordEnds = /[\s,.;:()[\]/\\"'“”‘’&+_-]+/u;
const isMarked = (word: string): boolean => /[^\p{ASCII}]/u.test(word);
const withoutTone = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300\u0301\u0303\u0309\u0323]/gu, '')
    .normalize('NFC');

/**
 * Converts a text from an old encoding. Returns undefined if no encoding fits or if, without `columnFont`,
 * the text already is Vietnamese.
 * @param columnFont the column's encoding, for a text that is Vietnamese both as written and decoded
 */
export function decodeOldFont(
  text: string,
  columnFont?: OldFont,
): { readonly text: string; readonly font: OldFont } | undefined {
  if (!isMarked(text)) {
    const decoded = columnFont === 'viqr' || isViqr.test(text) ? decodeViqr(text) : text;
    return decoded !== text && isVietnamese(decoded) ? { text: decoded, font: 'viqr' } : undefined;
  }
  const isClear = !isVietnamese(text.normalize('NFC'));
  if (!isClear && columnFont === undefined) return undefined;
  const fonts = isClear
    ? (['utf-8', 'tcvn3', 'vni', 'viscii', 'windows-1258'] as const)
    : ([columnFont ?? 'tcvn3'] as const);
  const found = fonts.flatMap((font) => {
    const decoded = decoders[font](text);
    // Misread UTF-8 needs no check for Vietnamese: text in another encoding hardly ever decodes as UTF-8, and
    // the decoded text may contain other words, such as “SĐT”.
    return decoded !== undefined && decoded !== text && (font === 'utf-8' || isVietnamese(decoded))
      ? [{ text: decoded, font }]
      : [];
  });
  return found.find(({ font }) => font === columnFont) ?? found[0];
}

export function fontOf(texts: readonly string[]): OldFont | undefined {
  const fonts = texts.flatMap((text) => decodeOldFont(text)?.font ?? []);
  const counts = (['tcvn3', 'vni', 'viscii', 'viqr', 'windows-1258'] as const).map((font) => ({
    font,
    count: fonts.filter((name) => name === font).length,
  }));
  const [most, other] = counts.toSorted((a, b) => b.count - a.count);
  return most && most.count > 0 && most.count > (other?.count ?? 0) ? most.font : undefined;
}

const decoders: Readonly<Record<OldFont, (text: string) => string | undefined>> = {
  tcvn3: decodeTcvn3,
  vni: decodeVni,
  viscii: decodeViscii,
  viqr: decodeViqr,
  'windows-1258': decodeWindows1258,
  'utf-8': decodeMisread,
};

function decodeTcvn3(text: string): string | undefined {
  const letters = Array.from(text, (character) => (isMarked(character) ? tcvn3.get(character) : character));
  if (letters.includes(undefined)) return undefined;
  // TCVN3 writes a capital with a tone as the plain capital and the lower-case letter with its tone.
  const decoded = letters
    .join('')
    .replace(/(\p{Lu})(\p{Ll})/gu, (pair, capital: string, small: string) =>
      withoutTone(small) === capital.toLowerCase() && small !== withoutTone(small)
        ? small.toUpperCase()
        : pair,
    );
  // The capital fonts (.Vn…H) show lower-case letters as capitals. In a text such as “Lª Tó” (“Lê Tú”), only
  // the first letter of each word is a capital.
  return /[A-Z]\S*[A-Z]/u.test(text) && !/[a-z]/u.test(text) ? decoded.toUpperCase() : decoded;
}

function decodeVni(text: string): string | undefined {
  const decoded = text.replace(
    /([aeouyôö])([ùøûõïâáàåãäêéèúüë])|[ôöñíìæóòî]/giu,
    (found, vowel: string | undefined, mark: string | undefined) => {
      if (vowel === undefined || mark === undefined)
        return recase(found, vniLetters[found.toLowerCase()] ?? found);
      const base = vniLetters[vowel.toLowerCase()] ?? vowel.toLowerCase();
      return recase(vowel, `${base}${vniMarks[mark.toLowerCase()] ?? ''}`.normalize('NFC'));
    },
  );
  return decoded;
}

function decodeViscii(text: string): string | undefined {
  const letters = Array.from(text, (character) => (isMarked(character) ? viscii.get(character) : character));
  return letters.includes(undefined) ? undefined : letters.join('');
}

const viqrModifiers: Readonly<Record<string, string>> = { '^': circumflex, '(': breve, '+': horn, '*': horn };
const viqrTones: Readonly<Record<string, string>> = {
  "'": acute,
  '`': grave,
  '?': hook,
  '~': tilde,
  '.': dot,
};
/** Spellings that occur only in VIQR: a vowel with a modifier, or a word that begins with `dd` (RFC 1456). */
const isViqr = /[aeo]\^|a\((?=\p{L}|['`?~.])(?!.*\))|[ou][+*]|(?<!\p{L})dd(?=[aeiouy])/iu;

function decodeViqr(text: string): string {
  return text
    .replace(/(?<!\p{L})d(d)(?=[aeiouy])/giu, (pair) => recase(pair.slice(0, 1), 'đ'))
    .replace(
      /([aeo]\^|a\(|[ou][+*]|[aeiouy])(['`?~.]?)/giu,
      (_, [vowel = '', modifier = '']: string, tone: string) =>
        `${vowel}${viqrModifiers[modifier] ?? ''}${viqrTones[tone] ?? ''}`.normalize('NFC'),
    );
}

const recase = (like: string, letter: string): string =>
  like === like.toLowerCase() ? letter : letter.toUpperCase();

const bytesOf = (name: string): ReadonlyMap<string, number> => {
  const decoder = new TextDecoder(name);
  return new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
};
const windows1252 = bytesOf('windows-1252');
const latin1 = new Map(Array.from({ length: 256 }, (_, byte) => [String.fromCharCode(byte), byte]));
const misreadings = [windows1252, bytesOf('windows-1258'), latin1];
/** The end of a misread letter whose last byte, 0xA0, was trimmed as a no-break space: à, Ạ or Ỡ. */
const trimmedEnd = /(?:Ã|áº|á»)$/u;

/**
 * Decodes Windows-1258 that a program read as Windows-1252: “NguyêÞn Vãn” is “Nguyễn Văn”. Returns undefined
 * for a text with characters outside Windows-1252.
 */
function decodeWindows1258(text: string): string | undefined {
  const bytes = Array.from(text, (character) => windows1252.get(character));
  if (bytes.includes(undefined)) return undefined;
  return new TextDecoder('windows-1258').decode(Uint8Array.from(bytes, (byte) => byte ?? 0)).normalize('NFC');
}

/**
 * Decodes UTF-8 that was read in a Windows code page, even twice: “Nguyá»…n” is “Nguyễn”. Returns
 * undefined for any other text.
 */
function decodeMisread(text: string): string | undefined {
  const decoded = decodeMisreadOnce(text);
  return decoded === undefined || !isMarked(decoded) ? decoded : (decodeMisreadOnce(decoded) ?? decoded);
}

function decodeMisreadOnce(text: string): string | undefined {
  for (const bytes of misreadings) {
    const codes = Array.from(text.replace(trimmedEnd, '$&\u00A0'), (character) => bytes.get(character));
    if (codes.includes(undefined)) continue;
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(codes, (code) => code ?? 0));
    } catch {
      // In this code page, the bytes are not valid UTF-8, so try the next code page.
    }
  }
  return undefined;
}

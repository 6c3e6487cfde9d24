import { importFields, type HashFormat, type ImportField } from '@vid/contract/endpoints/admin/import-shapes';
import { foldText } from './cell-text.ts';

const titles: Readonly<Record<ImportField, readonly string[]>> = {
  phone: [
    'so dien thoai',
    'dien thoai',
    'sdt',
    'so dt',
    'dt',
    'dien thoai di dong',
    'di dong',
    'so di dong',
    'phone',
    'phone number',
    'mobile',
    'mobile number',
    'mobile phone',
    'tel',
    'telephone',
    'cell phone',
    'so zalo',
    'phone no',
  ],
  name: [
    'ho ten',
    'ho va ten',
    'ten',
    'ten hoi vien',
    'ten thanh vien',
    'ho ten hoi vien',
    'ho va ten hoi vien',
    'name',
    'full name',
    'fullname',
    'member name',
    'display name',
    'member',
  ],
  email: ['email', 'e mail', 'thu dien tu', 'dia chi email', 'email address', 'mail', 'dia chi thu dien tu'],
  kind: [
    'loai tai khoan',
    'loai',
    'loai hoi vien',
    'kind',
    'type',
    'account type',
    'member type',
    'ca nhan doanh nghiep',
  ],
  object: [
    'doi tuong',
    'doi tuong hoi vien',
    'vai tro',
    'nghe nghiep',
    'object',
    'member object',
    'profession',
    'category',
  ],
  province: [
    'tinh',
    'tinh thanh',
    'tinh thanh pho',
    'thanh pho',
    'dia phuong',
    'tinh tp',
    'province',
    'city',
    'province city',
  ],
  enterpriseName: [
    'doanh nghiep',
    'ten doanh nghiep',
    'cong ty',
    'ten cong ty',
    'don vi',
    'to chuc',
    'ten to chuc',
    'company',
    'company name',
    'enterprise',
    'enterprise name',
    'organisation',
    'organization',
    'business name',
  ],
  shortName: ['ten viet tat', 'ten ngan', 'ten tat', 'short name', 'ten giao dich', 'abbreviation'],
  taxCode: [
    'ma so thue',
    'mst',
    'ma thue',
    'tax code',
    'tax id',
    'tax number',
    'ma so doanh nghiep',
    'vat number',
  ],
  representative: [
    'nguoi dai dien',
    'dai dien',
    'dai dien phap luat',
    'nguoi dai dien phap luat',
    'representative',
    'legal representative',
  ],
  passwordHash: [
    'mat khau bam',
    'ma bam mat khau',
    'mat khau ma hoa',
    'password hash',
    'hash',
    'password',
    'encrypted password',
    'hashed password',
    'password digest',
  ],
  passwordSalt: ['salt', 'password salt', 'muoi'],
};

/**
 * Guesses the field of each column by its title; null if the title is unknown. A field is guessed for the first
 * matching column only.
 */
export function guessFields(columnTitles: readonly string[]): readonly (ImportField | null)[] {
  const taken = new Set<ImportField>();
  return columnTitles.map((title) => {
    const folded = foldText(title);
    const field = importFields.find((name) => !taken.has(name) && titles[name].includes(folded));
    if (field === undefined) return null;
    taken.add(field);
    return field;
  });
}

/** Guesses the format of hashes. Without a column of salts, only hashes whose text names their kind are possible. */
export function guessHashFormat(hash: string | undefined, hasSalt: boolean): HashFormat {
  if (!hasSalt || hash === undefined) return 'self-described';
  if (/^[0-9a-f]{40}$/iu.test(hash)) return 'sha1-salt-before';
  if (/^[0-9a-f]{64}$/iu.test(hash)) return 'sha256-salt-before';
  return /^[0-9a-f]{128}$/iu.test(hash) ? 'sha512-salt-before' : 'self-described';
}

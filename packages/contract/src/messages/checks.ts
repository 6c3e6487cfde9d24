import type { Check } from '../checks.ts';
import type { Words } from './words.ts';

export const checkNames: Words<Check> = {
  number: {
    vi: 'Số chứng chỉ có trong danh sách chứng chỉ đã cấp của tỉnh/thành phố.',
    en: 'The certificate number is in the province’s register.',
  },
  holder: {
    vi: 'Họ tên trong danh sách đúng với họ tên của tài khoản.',
    en: 'The name in the register matches the name on the account.',
  },
  dates: {
    vi: 'Ngày cấp và ngày hết hạn đúng như trong danh sách.',
    en: 'The dates of issue and expiry match the register.',
  },
  'tax-code': {
    vi: 'Mã số thuế có trong sổ đăng ký doanh nghiệp quốc gia, và doanh nghiệp đang hoạt động.',
    en: 'The tax code is in the national business register, and the business is active.',
  },
  'company-name': {
    vi: 'Tên doanh nghiệp đúng như tên đã đăng ký.',
    en: 'The name matches the registered name of the business.',
  },
  representative: {
    vi: 'Người đại diện đúng là người đại diện theo pháp luật đã đăng ký.',
    en: 'The representative matches the registered legal representative.',
  },
  'carried-out': {
    vi: 'Đã làm xong việc hội viên yêu cầu, trên dữ liệu của đúng tài khoản này.',
    en: 'What the member asked for has been done, on this account’s data.',
  },
  'passed-on': {
    vi: 'Đã báo cho các bên đang giữ dữ liệu này, hoặc không có bên nào khác giữ.',
    en: 'Others who hold the data have been notified, or no one else holds it.',
  },
  'legal-basis': {
    vi: 'Nội dung gửi hội viên nêu căn cứ pháp luật hoặc lý do cụ thể.',
    en: 'The reply names the legal basis or the specific reason.',
  },
};

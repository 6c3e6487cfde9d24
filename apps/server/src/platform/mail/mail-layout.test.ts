import { describe, expect, it } from 'vitest';
import { layOut } from './mail-layout.ts';

const brand = {
  name: { vi: 'Hội <Nhà Đất>', en: 'Land Association' },
  shortName: { vi: 'HNĐ', en: 'LA' },
  address: { vi: '12 Tràng Tiền, Hà Nội', en: '12 Trang Tien, Hanoi' },
  phone: '1900 1234',
  email: 'hotro@hoi.vn',
};
const mail = (text: string) => layOut({ text, locale: 'vi', host: 'id.example.vn', brand });

describe('the mail layout', () => {
  it('names the host, warns of phishing, and sets the language', () => {
    expect(mail('Chào bạn').text).toContain('id.example.vn');
    expect(mail('Chào bạn').text).toContain('HNĐ không bao giờ hỏi mật khẩu');
    expect(layOut({ text: 'Hello', locale: 'en', host: 'id.vn', brand }).html).toContain('<html lang="en">');
  });

  it('ends with the contact of the association, as text', () => {
    const { text, html } = mail('Chào bạn');
    expect(text).toMatch(/\nHội <Nhà Đất> · 12 Tràng Tiền, Hà Nội · 1900 1234 · hotro@hoi\.vn\n$/u);
    expect(html).toContain('Hội &lt;Nhà Đất&gt; · 12 Tràng Tiền');
    const contact = { ...brand, address: null, phone: null };
    const english = layOut({ text: 'Hello', locale: 'en', host: 'id.vn', brand: contact });
    expect(english.text).toMatch(/\nLand Association · hotro@hoi\.vn\n$/u);
  });

  it('turns URLs into links, and shows everything else as text', () => {
    const { html } = mail('Mở https://id.example.vn/x#t=a_b-1.\n\n<img src=x onerror=alert(1)> "A" & B');
    expect(html).toContain(
      '<a href="https://id.example.vn/x#t=a_b-1">https://id.example.vn/x#t=a_b-1</a>.</p>',
    );
    expect(mail('Xem (https://id.example.vn/x).').html).toContain('<a href="https://id.example.vn/x">');
    expect(html).toContain('<p>&lt;img src=x onerror=alert(1)&gt; &quot;A&quot; &amp; B</p>');
  });

  it.each(['javascript:alert(1)', 'https://a.vn/"onclick="x', "https://a.vn/'>"])(
    'turns no part of %s into a script or an attribute',
    (text) => {
      const { html } = mail(text);
      expect(html).not.toMatch(/href="(?!https:\/\/a\.vn\/")|onclick="/u);
    },
  );

  it('loads no external resources', () => {
    expect(mail('Xin chào').html).not.toMatch(/src=|url\(|<link|<script/u);
  });
});

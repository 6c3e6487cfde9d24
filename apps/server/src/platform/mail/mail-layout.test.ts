import { describe, expect, it } from 'vitest';
import { layOut } from './mail-layout.ts';

const mail = (text: string) => layOut({ text, locale: 'vi', host: 'id.example.vn' });

describe('the mail layout', () => {
  it('names the sender and warns of phishing in the language of the mail', () => {
    expect(mail('Chào bạn').text).toContain('id.example.vn');
    expect(mail('Chào bạn').text).toContain('Hội không bao giờ hỏi mật khẩu');
    expect(layOut({ text: 'Hello', locale: 'en', host: 'id.vn' }).html).toContain('<html lang="en">');
  });

  it('links pages, and shows everything else as text', () => {
    const { html } = mail('Mở https://id.example.vn/x#t=a_b-1.\n\n<img src=x onerror=alert(1)> "A" & B');
    expect(html).toContain(
      '<a href="https://id.example.vn/x#t=a_b-1">https://id.example.vn/x#t=a_b-1</a>.</p>',
    );
    expect(html).toContain('<p>&lt;img src=x onerror=alert(1)&gt; &quot;A&quot; &amp; B</p>');
  });

  it.each(['javascript:alert(1)', 'https://a.vn/"onclick="x', "https://a.vn/'>"])(
    'lets no text break out of an attribute: %s',
    (text) => {
      const { html } = mail(text);
      expect(html).not.toMatch(/href="(?!https:\/\/a\.vn\/")|onclick="/u);
    },
  );

  it('loads no external resources', () => {
    expect(mail('Xin chào').html).not.toMatch(/src=|url\(|<link|<script/u);
  });
});

export const adminQueue = {
  'admin.queue.back': 'Hàng chờ',
  'admin.queue.start': 'Xét lần lượt',
  'admin.queue.move': 'Hồ sơ trước và sau',
  'admin.queue.next': 'Tiếp theo',
  'admin.queue.previous': 'Trước đó',
  'admin.queue.keys.on': 'Bật phím tắt',
  'admin.queue.keys.off': 'Tắt phím tắt',
  'admin.queue.left': '{count, plural, =0 {Không còn hồ sơ nào.} other {Còn # hồ sơ.}}',
  'admin.queue.leftOver': 'Còn hơn {count} hồ sơ.',
} as const;

/** Lists with search, filters and pages. */
export const list = {
  'list.filters': 'Bộ lọc đang dùng',
  'list.removeFilter': 'Bỏ lọc {filter}',
  'list.clearSearch': 'Xóa nội dung tìm kiếm',
  'list.pages': 'Các trang của danh sách',
  'list.previous': 'Trang trước',
  'list.next': 'Trang sau',
  'list.noMatch': 'Không có kết quả phù hợp',
  'list.noMatch.text': 'Hãy thử từ khóa khác hoặc bỏ bớt bộ lọc.',
  'list.clear': 'Bỏ tìm kiếm và bộ lọc',
  'list.filter.clear': 'Bỏ bộ lọc',
  'list.select.all': 'Chọn tất cả trong trang',
  'list.select.one': 'Chọn {name}',
  'list.select.clear': 'Bỏ chọn',
  'list.selected': '{count, plural, other {Đã chọn {count, number}}}',
  'list.actions': 'Thao tác',
  'list.actions.named': 'Thao tác với {name}',
} as const;

/** The scene of an error page: a closed gate, a road that ends, a storm, or building work. */
export type ErrorScene = 'closed' | 'lost' | 'storm' | 'works';

const scenes: Record<ErrorScene, { readonly lines: string; readonly accent: string }> = {
  closed: {
    lines: 'M58 96V52h84v44M52 52c16 0 28-6 36-18h24c8 12 20 18 36 18M100 52v44M72 96V66h56v30',
    accent: 'M93 78h14v12H93zM96 78v-4a4 4 0 0 1 8 0v4',
  },
  lost: {
    lines: 'M100 96V40M100 46h38l8 8-8 8h-38M100 68H66l-8 8 8 8h34M84 96h32',
    accent: 'M116 54h14M88 76H76',
  },
  storm: {
    lines: 'M62 96V70l38-28 38 28v26M92 96V80h16v16M54 76l8-6M146 76l-8-6',
    accent: 'm132 14-12 16h12l-8 14M152 24h14M40 34h18M34 46h12',
  },
  works: {
    lines: 'M62 96V70l38-28 38 28v26M92 96V80h16v16',
    accent: 'M146 96V20h-52M146 30l-16-10M110 20v14M106 34h8v8h-8z',
  },
};

export function ErrorPicture({ scene }: { scene: ErrorScene }) {
  const { lines, accent } = scenes[scene];
  return (
    <svg
      viewBox="0 0 200 116"
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="w-50 max-w-full"
    >
      <circle cx="100" cy="58" r="54" className="fill-soft" />
      <path d="M24 96h152M40 106c12-6 20-6 32 0s20 6 32 0 20-6 32 0 16 5 24 1" className="stroke-field" />
      <path d={lines} className="stroke-brand" />
      <path d={accent} className="stroke-accent" />
    </svg>
  );
}

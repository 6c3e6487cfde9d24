/** Decoration: town houses between limestone hills and water. Dashed strokes draw the rows of windows. */
export function Skyline() {
  return (
    <svg
      viewBox="0 0 660 600"
      fill="none"
      aria-hidden="true"
      preserveAspectRatio="xMidYMax slice"
      className="absolute inset-x-0 top-0 bottom-36 h-[calc(100%-9rem)] w-full"
    >
      <circle cx="478" cy="176" r="104" fill="#e2b25c" opacity=".1" />
      <circle cx="478" cy="176" r="64" fill="#e2b25c" opacity=".92" />
      <path
        fill="#16594e"
        d="M-40 470c10-120 36-196 66-196 24 0 34 60 48 60s16-110 52-110 44 120 66 120 22-40 40-40 40 70 56 166zM330 470c12-90 30-150 58-150 22 0 28 44 42 44s22-84 56-84 48 100 64 100 18-36 36-36 64 60 94 126z"
      />
      <g>
        <path
          fill="#2a685e"
          d="M44 470V330l56-48 56 48v140zM316 470V318l44-38 44 38v152zM506 470V350l60-46 60 46v120z"
        />
        <path fill="#437b71" d="M156 470V252h72v218zM404 470V236h66v234h-66zM252 470V296h64v174z" />
        <path
          fill="#5a8c83"
          d="M148 252l44-30 44 30zM244 296h80v-10h-80zM396 236h82v-10h-82zM418 226v-18h38v18z"
        />
      </g>
      <g stroke="#0a453d" strokeWidth="12" strokeDasharray="18 20">
        <path d="M176 274v150M208 274v150M272 318v110M298 318v110M424 256v170M450 256v170" />
        <path d="M82 356v92M118 356v92M346 346v92M374 346v92M542 374v54M590 374v54" strokeDasharray="16 22" />
      </g>
      <path stroke="#e2b25c" strokeWidth="12" d="M208 312v18M272 356v18M424 332v18M590 374v16M118 394v16" />
      <path stroke="#fff" strokeWidth="2" opacity=".35" d="M-20 471h700" />
      <path
        stroke="#fff"
        strokeWidth="2"
        opacity=".16"
        d="M-60 500c50-24 90-24 140 0s90 24 140 0 90-24 140 0 90 24 140 0 90-24 140 0 90 24 140 0M-100 530c50-24 90-24 140 0s90 24 140 0 90-24 140 0 90 24 140 0 90-24 140 0 90 24 140 0M-60 560c50-24 90-24 140 0s90 24 140 0 90-24 140 0 90 24 140 0 90-24 140 0 90 24 140 0"
      />
      <path
        stroke="#e2b25c"
        strokeWidth="3"
        strokeLinecap="round"
        opacity=".7"
        d="M440 488h76M456 512h52M446 538h40M470 562h30"
      />
    </svg>
  );
}

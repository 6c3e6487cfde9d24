/** Houses above the water under a brass sun: decoration, about 1 kB. */
export function Skyline() {
  return (
    <svg
      viewBox="0 0 660 560"
      fill="none"
      aria-hidden="true"
      preserveAspectRatio="xMidYMax slice"
      className="absolute inset-x-0 bottom-32 h-[min(70%,38rem)] w-full"
    >
      <circle cx="500" cy="110" r="62" fill="#e2b25c" opacity=".9" />
      <path
        fill="#fff"
        opacity=".1"
        d="M40 400V250l80-62 80 62v150zM236 400V160h106v240zM378 400V286l64-50 64 50v114zM538 400V206h82v194z"
      />
      <path
        stroke="#fff"
        strokeWidth="2"
        opacity=".18"
        d="M-20 452c60-40 110-40 170 0s110 40 170 0 110-40 170 0 110 40 170 0M-20 484c60-40 110-40 170 0s110 40 170 0 110-40 170 0 110 40 170 0M-20 516c60-40 110-40 170 0s110 40 170 0 110-40 170 0 110 40 170 0"
      />
    </svg>
  );
}

/** The platform's own mark, for origins without a logo. */
export const Logo = ({ size = 40, src }: { size?: number; src?: string | undefined }) =>
  src ? (
    <img className="logo" src={src} alt="" height={size} />
  ) : (
    <svg className="logo" width={size} height={size} viewBox="0 0 40 40" aria-hidden>
      <rect width="40" height="40" rx="6" fill="#2d72d2" />
      <path
        d="M20 8l10.4 6v12L20 32 9.6 26V14z M9.6 14L20 20l10.4-6M20 20v12"
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path d="M14 24.5l3 1.7" stroke="#9fc6ff" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );

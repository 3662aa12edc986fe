/** The logo. The surrounding link or heading has the accessible name. */
export function LogoMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path
        d="M4 4.75h16M12 4.75V20.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <path d="M12 15.2c.1-4.1 2.9-6.5 7.6-6.4.1 4.3-2.9 6.8-7.6 6.4Z" fill="currentColor" />
      <path d="M12 19.3c-.1-3.2-2.3-5-6-4.9-.1 3.3 2.3 5.2 6 4.9Z" fill="currentColor" />
    </svg>
  );
}

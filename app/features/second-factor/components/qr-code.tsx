/** Black on white even in dark mode, because many apps can't read inverted codes. */
export function QrCode({ qr: { size, path } }: { qr: { size: number; path: string } }) {
  return (
    <svg
      role="img"
      aria-label="QR code for your authenticator app"
      width={220}
      height={220}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} stroke="#000" />
    </svg>
  );
}

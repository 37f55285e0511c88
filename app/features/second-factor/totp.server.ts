import { Secret, TOTP } from "otpauth";
import { encode } from "uqr";

const period = 30;

/** In base 32, as apps take it. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

const totpOf = (secret: string, label = "") =>
  new TOTP({
    issuer: "Matchcut",
    label,
    algorithm: "SHA1",
    digits: 6,
    period,
    secret: Secret.fromBase32(secret),
  });

/**
 * The number of the half minute that the code belongs to: this one, the one before or the next. Null if to none.
 * @param now in milliseconds since 1970
 */
export function stepOf(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1000 / period) + delta;
}

/** What apps read from the QR code: `otpauth://totp/…`. */
export function keyUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** A QR code as one path of horizontal strokes, with its quiet border. */
export function qrOf(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: "L", border: 4 });
  const strokes = data.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      return `M${x} ${y}.5h${(end < 0 ? size : end) - x}`;
    }),
  );
  return { size, path: strokes.join("") };
}

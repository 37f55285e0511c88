import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import type { PushAddress } from "~/platform/push/push-port.server";

export interface PushBrowser {
  address: PushAddress;
  /** Decrypts a message that the browser's push service has received (RFC 8188 and 8291). */
  read(body: Buffer): string;
}

const bytesOf = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, length));

/** A browser that subscribes to Web Push, with its own keys. */
export function makePushBrowser(host = "fcm.googleapis.com"): PushBrowser {
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  const auth = randomBytes(16);
  return {
    address: {
      endpoint: `https://${host}/send/${randomUUID()}`,
      p256dh: keys.getPublicKey().toString("base64url"),
      auth: auth.toString("base64url"),
    },
    read(body) {
      const salt = body.subarray(0, 16);
      const keyEnd = 21 + (body[20] ?? 0);
      const sender = body.subarray(21, keyEnd);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), sender]);
      const secret = bytesOf(keys.computeSecret(sender), auth, info, 32);
      const key = bytesOf(secret, salt, "Content-Encoding: aes128gcm\0", 16);
      const nonce = bytesOf(secret, salt, "Content-Encoding: nonce\0", 12);
      const decipher = createDecipheriv("aes-128-gcm", key, nonce);
      decipher.setAuthTag(body.subarray(-16));
      const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()]);
      return padded.subarray(0, padded.lastIndexOf(2)).toString();
    },
  };
}

import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const base64 = (data: Buffer) => data.toString("base64url");

/** Makes the browser report another origin, or the device verify its user differently. */
interface Manner {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  /** How many times the passkey has been used before. */
  counter?: number;
  /** How the browser reaches the authenticator. */
  transports?: string[];
}

/** Creates a passkey. Its functions return what a browser would send to register it and to answer a challenge. */
export function makePasskey() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(16);
  let uses = 0;

  function signed(type: "create" | "get", challenge: string, manner: Manner, attested = Buffer.alloc(0)) {
    const { origin = "http://localhost", rpId = "localhost", isVerified = true, counter = uses } = manner;
    uses = counter + 1;
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(uses);
    const authData = Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested]);
    const clientData = Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin }));
    return { authData, clientData };
  }

  const credential = (response: Record<string, string | string[]>) =>
    JSON.stringify({
      id: base64(id),
      rawId: base64(id),
      type: "public-key",
      clientExtensionResults: {},
      response,
    });

  return {
    make(challenge: string, manner: Manner = {}): string {
      const key = Buffer.concat([
        Buffer.from("a5010203262001215820", "hex"),
        Buffer.from(x, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y, "base64url"),
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const { authData, clientData } = signed("create", challenge, manner, attested);
      // This is CBOR for { fmt: "none", attStmt: {}, authData }.
      const attestation = Buffer.concat([
        Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex"),
        Buffer.from([authData.length]),
        authData,
      ]);
      return credential({
        clientDataJSON: base64(clientData),
        attestationObject: base64(attestation),
        transports: manner.transports ?? [],
      });
    },
    answer(challenge: string, manner: Manner = {}): string {
      const { authData, clientData } = signed("get", challenge, manner);
      const signature = createSign("sha256").update(authData).update(sha256(clientData)).sign(privateKey);
      return credential({
        clientDataJSON: base64(clientData),
        authenticatorData: base64(authData),
        signature: base64(signature),
      });
    },
  };
}

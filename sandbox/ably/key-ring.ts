import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { AblyError } from "./protocol.ts";

export interface Token {
  token: string;
  keyName: string;
  clientId?: string;
  issued: number;
  expires: number;
  /** Allowed operations per channel, as JSON. */
  capability: string;
}

/** A token request's only proof is the key's signature. */
export interface TokenRequest {
  keyName?: string;
  ttl?: number;
  capability?: string;
  clientId?: string;
  timestamp?: number;
  nonce?: string;
  mac?: string;
}

const hour = 3_600_000;
/** Allowed clock skew in ms. */
const tolerance = 15 * 60_000;

export class KeyRing {
  readonly keyName: string;
  private readonly secret: string;
  private readonly tokens = new Map<string, Token>();
  private readonly nonces = new Set<string>();
  private readonly revoked = new Set<string>();

  constructor(
    private readonly key: string,
    private readonly isRevocable: boolean,
  ) {
    [this.keyName = "", this.secret = ""] = key.split(":");
  }

  hasKey(authorization = ""): boolean {
    return authorization === `Basic ${Buffer.from(this.key).toString("base64")}`;
  }

  bearer(authorization = ""): Token {
    const [, encoded] = /^Bearer (.+)$/.exec(authorization) ?? [];
    if (!encoded) throw new AblyError(40101, "Invalid credentials");
    return this.validToken(Buffer.from(encoded, "base64").toString());
  }

  /** Throws unless the token is known and has neither expired nor been revoked. */
  validToken(text: string): Token {
    const token = this.tokens.get(text);
    if (!token) throw new AblyError(40140, "Token unrecognized");
    if (this.revoked.has(text)) throw new AblyError(40141, "Token revoked");
    if (token.expires <= Date.now()) throw new AblyError(40142, "Token expired");
    return token;
  }

  issue(request: TokenRequest, hasKey: boolean): Token {
    if (request.keyName !== this.keyName) throw new AblyError(40101, "Key unknown");
    if (!hasKey) this.checkSignature(request);
    const { ttl = hour, clientId, timestamp = Date.now() } = request;
    if (Math.abs(Date.now() - timestamp) > tolerance) throw new AblyError(40104, "Timestamp not current");
    if (request.nonce) {
      if (this.nonces.has(request.nonce)) throw new AblyError(40105, "Nonce value replayed");
      this.nonces.add(request.nonce);
    }
    if (ttl <= 0 || ttl > 24 * hour) throw new AblyError(40003, "Invalid ttl");
    const issued = Date.now();
    const token: Token = {
      token: `${this.keyName.split(".")[0]}.${randomBytes(24).toString("base64url")}`,
      keyName: this.keyName,
      ...(clientId ? { clientId } : {}),
      issued,
      expires: issued + Number(ttl),
      capability: request.capability || '{"*":["*"]}',
    };
    this.tokens.set(token.token, token);
    return token;
  }

  /** Returns one result per target. */
  revoke(targets: readonly string[]): object {
    if (!this.isRevocable) throw new AblyError(40164, "Token revocation not enabled for API key");
    const now = Date.now();
    const results = targets.map((target) => {
      for (const token of this.tokens.values())
        if (target === `clientId:${token.clientId}`) this.revoked.add(token.token);
      return { target, issuedBefore: now, appliesAt: now };
    });
    return { successCount: results.length, failureCount: 0, results };
  }

  private checkSignature(request: TokenRequest): void {
    const { keyName, ttl = "", capability = "", clientId = "", timestamp = "", nonce = "" } = request;
    if (!nonce || !timestamp) throw new AblyError(40101, "Request isn't signed");
    const text = [keyName, ttl, capability, clientId, timestamp, nonce, ""].join("\n");
    const wanted = createHmac("sha256", this.secret).update(text).digest();
    const given = Buffer.from(request.mac ?? "", "base64");
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
      throw new AblyError(40101, "Mac doesn't match");
  }
}

export function isAllowed(token: Token, operation: "subscribe" | "publish", channel: string): boolean {
  const capability = JSON.parse(token.capability) as Record<string, string[]>;
  const granted = [...(capability[channel] ?? []), ...(capability["*"] ?? [])];
  return granted.includes(operation) || granted.includes("*");
}

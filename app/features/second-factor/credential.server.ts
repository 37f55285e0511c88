import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { env } from "~/platform/env.server";

const { hostname, origin } = new URL(env.APP_URL);

/** As browsers check it: the host of the public address. */
export const relyingParty = { id: hostname, name: "Matchcut", origin };

const text = z.string().max(8_000);

const credentialSchema = z.object({
  id: text.min(1),
  rawId: text,
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}).default({}),
  response: z.looseObject({ clientDataJSON: text }),
});

const clientDataSchema = z.object({ challenge: z.string().min(1).max(200) });

/** What a browser's script sends, and the challenge that it says to answer; null if it is none. */
export function readCredential<Kind extends AuthenticationResponseJSON | RegistrationResponseJSON>(
  sent: string,
): { credential: Kind; challenge: string } | null {
  try {
    const credential = credentialSchema.parse(JSON.parse(sent));
    const clientData = Buffer.from(credential.response.clientDataJSON, "base64url").toString("utf8");
    const { challenge } = clientDataSchema.parse(JSON.parse(clientData));
    // The library checks the rest, and throws.
    return { credential: credential as unknown as Kind, challenge };
  } catch {
    return null;
  }
}

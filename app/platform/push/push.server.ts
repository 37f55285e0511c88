import { env } from "../env.server";
import type { PushPort } from "./push-port.server";
import { webPushAdapter } from "./web-push.server";

const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = env;

/** Null without keys. Then push isn't offered. */
export const push: PushPort | null =
  publicKey && privateKey && subject
    ? webPushAdapter({ publicKey, privateKey, subject, standIn: env.PUSH_API_HOST })
    : null;

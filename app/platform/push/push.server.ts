import { env } from "../env.server";
import type { PushSide } from "./push-side.server";
import { webPushSide } from "./web-push.server";

const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = env;

/** Null without keys, in which case push isn't offered. */
export const push: PushSide | null =
  publicKey && privateKey && subject
    ? webPushSide({ publicKey, privateKey, subject, standIn: env.PUSH_API_HOST })
    : null;

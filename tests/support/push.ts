import { afterAll } from "vitest";
import webPush from "web-push";
import { startPush } from "../../sandbox/push";

/**
 * Starts the stand-in for push services, and points the environment at it. Import this before the app's modules, which
 * read the environment when they load.
 */
export const pushServices = await startPush();
const { publicKey, privateKey } = webPush.generateVAPIDKeys();
Object.assign(process.env, {
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
  VAPID_SUBJECT: "mailto:push@matchcut.example",
  PUSH_API_HOST: pushServices.url,
});
afterAll(() => pushServices.stop());

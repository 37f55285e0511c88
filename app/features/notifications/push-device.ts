/** Needs script, as push itself does. */
export const pushPath = "/api/push";

/** Stores this browser's push subscription on our server. False if it wasn't stored. */
export async function sendSubscription(subscription: PushSubscription): Promise<boolean> {
  const { endpoint = "", keys } = subscription.toJSON();
  const body = new URLSearchParams({
    intent: "subscribe",
    endpoint,
    p256dh: keys?.p256dh ?? "",
    auth: keys?.auth ?? "",
  });
  const answer = await fetch(pushPath, { method: "POST", body }).catch(() => null);
  return answer?.ok ?? false;
}

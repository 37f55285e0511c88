import { sendSubscription } from "~/features/notifications/push-device";
import { built, worker } from "./worker-scope";

interface Shown {
  title: string;
  body: string;
  path: string;
}

/**
 * Reads the messages that our server pushes. For anything else, the notification says only that there's something new.
 */
function read(data: unknown): Shown {
  const { title, body, path } = (data ?? {}) as Partial<Record<keyof Shown, unknown>>;
  const isOurs = typeof path === "string" && path.startsWith("/") && !path.startsWith("//");
  return {
    title: typeof title === "string" ? title : "Matchcut",
    body: typeof body === "string" ? body : "There's something new.",
    path: isOurs ? path : built.paths.notifications,
  };
}

/** Browsers require each push to show something. A notification replaces an earlier one of the same kind and page. */
export function followPushes(): void {
  worker.addEventListener("push", (event) => {
    let data: unknown;
    try {
      data = event.data?.json();
    } catch {
      // Another server sent the push, or it was cut off.
    }
    const { title, body, path } = read(data);
    const options = { body, icon: "/icon-192.png", badge: "/badge-96.png", tag: body + path, data: { path } };
    event.waitUntil(worker.registration.showNotification(title, options));
  });

  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(read(event.notification.data).path));
  });

  // The push service has replaced this browser's endpoint, which our server still uses.
  worker.addEventListener("pushsubscriptionchange", (event) => {
    const { oldSubscription: old } = event;
    event.waitUntil(
      (async () => {
        const fresh =
          event.newSubscription ??
          (old &&
            (await worker.registration.pushManager.subscribe(old.options as PushSubscriptionOptionsInit)));
        if (fresh) await sendSubscription(fresh);
      })(),
    );
  });
}

/** Opens the path in an open page if there is one. */
async function open(path: string): Promise<void> {
  const url = new URL(path, location.href).href;
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => page.url === url);
  if (there) await there.focus();
  else await worker.clients.openWindow(url);
}

/** Called at sign-out. The server has forgotten this device, so the push service must forget it, too. */
export async function unsubscribe(): Promise<void> {
  const subscription = await worker.registration.pushManager?.getSubscription().catch(() => null);
  await subscription?.unsubscribe().catch(() => false);
}

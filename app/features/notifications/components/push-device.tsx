import { useEffect, useState } from "react";
import { workerPath } from "~/offline-words";
import { Button, Section } from "~/ui/parts";
import { pushPath, sendSubscription } from "../push-device";

/** Turns push messages on or off in this browser; renders nothing where push is unsupported. */
export function PushDevice({ publicKey, isOn: given }: { publicKey: string; isOn: boolean }) {
  const [isAble, setAble] = useState(false);
  const [isOn, setOn] = useState(given);
  const [isWaiting, setWaiting] = useState(false);
  const [words, setWords] = useState("");
  useEffect(
    () => setAble("serviceWorker" in navigator && "PushManager" in window && "Notification" in window),
    [],
  );
  if (!isAble) return null;

  async function change() {
    setWaiting(true);
    const done = await (isOn ? turnOff() : turnOn(publicKey)).catch(() => "failed" as const);
    setWaiting(false);
    setWords(outcomes[done]);
    if (done === "on" || done === "off") setOn(done === "on");
  }
  return (
    <Section title="Push notifications on this device">
      <p>
        {isOn
          ? "They're on until you sign out on this device."
          : "They're off. When you turn them on, your browser asks for permission."}
      </p>
      <Button type="button" kind="secondary" onClick={change} disabled={isWaiting}>
        {isOn ? "Turn off" : "Turn on"}
      </Button>
      <p role="status">{words}</p>
    </Section>
  );
}

const outcomes = {
  on: "Push notifications are on.",
  off: "Push notifications are off.",
  blocked:
    "Your browser is blocking notifications from Matchcut. Allow them in your browser's settings for this site, then try again.",
  failed: "That didn't work. Please try again.",
};
type Outcome = keyof typeof outcomes;

async function turnOn(publicKey: string): Promise<Outcome> {
  if ((await Notification.requestPermission()) !== "granted") return "blocked";
  await navigator.serviceWorker.register(workerPath);
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription made with our earlier key is useless, and the browser wouldn't replace it.
  const before = await pushManager.getSubscription();
  await before?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  return (await sendSubscription(made)) ? "on" : "failed";
}

async function turnOff(): Promise<Outcome> {
  const body = new URLSearchParams({ intent: "unsubscribe" });
  const answer = await fetch(pushPath, { method: "POST", body });
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  return answer.ok ? "off" : "failed";
}

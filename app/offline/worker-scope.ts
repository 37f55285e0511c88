/**
 * The globals that a service worker has and a page doesn't. TypeScript's own types for the two can't be used in the
 * same program.
 */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  /** Undefined without navigation preload. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

export interface PushEvent extends WorkerEvent {
  readonly data: { json(): unknown } | null;
}

export interface ClickEvent extends WorkerEvent {
  readonly notification: Notification;
}

export interface SubscriptionEvent extends WorkerEvent {
  readonly oldSubscription: PushSubscription | null;
  readonly newSubscription: PushSubscription | null;
}

interface OpenPage {
  readonly url: string;
  focus(): Promise<OpenPage>;
  navigate(url: string): Promise<OpenPage | null>;
}

interface Events {
  install: WorkerEvent;
  activate: WorkerEvent;
  fetch: FetchEvent;
  message: WorkerEvent & { readonly data: unknown };
  push: PushEvent;
  notificationclick: ClickEvent;
  pushsubscriptionchange: SubscriptionEvent;
}

interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(which: { type: "window"; includeUncontrolled?: boolean }): Promise<OpenPage[]>;
    openWindow(url: string): Promise<OpenPage | null>;
    claim(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(name: Name, act: (event: Events[Name]) => void): void;
}

export const worker = globalThis as unknown as WorkerScope;

/** Written into the worker by scripts/build.ts. */
export interface Built {
  /** The manifest of the browser's files. Each page names its own files. */
  manifest: string;
  /** What kept pages need besides the files that they name themselves. */
  files: readonly string[];
  paths: { logout: string; discover: string; messages: string; notifications: string };
}

declare const BUILT: Built;
export const built: Built = BUILT;

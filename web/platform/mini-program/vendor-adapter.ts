import type { MiniProgramKind } from "#contract/host/hosts.ts";

/** The mini-program around this page, the same to us in every host. Nothing here throws. */
export type MiniProgram = {
  readonly kind: MiniProgramKind;
  /** Opens a page of the mini-program over this one. @returns whether the host did */
  navigateTo(url: string): Promise<boolean>;
  /** The same in this page's place. */
  redirectTo(url: string): Promise<boolean>;
  /** The same in the place of all. */
  reLaunch(url: string): Promise<boolean>;
  navigateBack(delta?: number): Promise<boolean>;
  /** Leaves a message. Most hosts hand it over only when this page is gone back from, closed or shared. */
  postMessage(data: Readonly<Record<string, unknown>>): void;
  /** Whether the host itself says that this is a mini-program. */
  getEnv(): Promise<boolean>;
};

/** What the vendors' objects have in common. */
export type VendorObject = {
  readonly [Name in "navigateTo" | "redirectTo" | "reLaunch" | "navigateBack"]?: (options: object) => void;
} & {
  readonly postMessage?: (message: unknown) => void;
  readonly getEnv?: (answer: (environment: Readonly<Record<string, unknown>>) => void) => void;
};

/** Hosts that do not answer are given up after this, ms (platform facts section 1.4: silence is common). */
export const VENDOR_TIMEOUT = 3_000;

/** What comes of a call that may answer, fail, throw or stay silent. @param whenSilent its outcome then */
function outcome(
  start: (end: (isDone: boolean) => void) => void,
  whenSilent: () => boolean,
): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(whenSilent()), VENDOR_TIMEOUT);
    const end = (isDone: boolean): void => {
      clearTimeout(timer);
      resolve(isDone);
    };
    try {
      start(end);
    } catch {
      end(false);
    }
  });
}
const isMiniProgramAnswer = (environment: unknown): boolean =>
  typeof environment === "object" &&
  environment !== null &&
  Object.entries(environment).some(([name, is]) => /^(mini|smart)program$/i.test(name) && is === true);

/** @param find the vendor's object, looked up at each call: hosts replace theirs while a page loads */
export function createMiniProgram(kind: MiniProgramKind, find: () => VendorObject | undefined): MiniProgram {
  const go = (
    name: "navigateTo" | "redirectTo" | "reLaunch" | "navigateBack",
    options: object,
  ): Promise<boolean> =>
    outcome(
      (end) => {
        const vendor = find();
        if (typeof vendor?.[name] !== "function") return end(false);
        // As a method of its object: the vendors' read `this`.
        vendor[name]({ ...options, success: () => end(true), fail: () => end(false) });
      },
      // Nothing was said, but the page is covered by another one.
      () => document.visibilityState === "hidden",
    );
  return {
    kind,
    navigateTo: (url) => go("navigateTo", { url }),
    redirectTo: (url) => go("redirectTo", { url }),
    reLaunch: (url) => go("reLaunch", { url }),
    navigateBack: (delta = 1) => go("navigateBack", { delta }),
    postMessage(data) {
      try {
        // Alipay's takes the message itself.
        find()?.postMessage?.(kind === "alipay" ? data : { data });
      } catch {
        // a host that takes none
      }
    },
    getEnv: () =>
      outcome(
        (end) => {
          const vendor = find();
          if (typeof vendor?.getEnv !== "function") return end(false);
          vendor.getEnv((environment) => end(isMiniProgramAnswer(environment)));
        },
        () => false,
      ),
  };
}

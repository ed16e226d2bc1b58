import type { MiniProgramKind } from "#contract/host/hosts.ts";

/** The mini-program around this page, with the same interface for every host. No method throws. */
export type MiniProgram = {
  readonly kind: MiniProgramKind;
  /** Opens a page of the mini-program over this one. @returns whether the host opened it */
  navigateTo(url: string): Promise<boolean>;
  /** Opens a page of the mini-program in place of this one. */
  redirectTo(url: string): Promise<boolean>;
  /** Closes all pages and opens this one. */
  reLaunch(url: string): Promise<boolean>;
  navigateBack(delta?: number): Promise<boolean>;
  /** Queues a message. Most hosts deliver it only when this page is closed, shared or left by Back. */
  postMessage(data: Readonly<Record<string, unknown>>): void;
  /** Whether the host confirms that this is a mini-program. */
  getEnv(): Promise<boolean>;
};

/** The common interface of the vendors' objects. */
export type VendorObject = {
  readonly [Name in "navigateTo" | "redirectTo" | "reLaunch" | "navigateBack"]?: (options: object) => void;
} & {
  readonly postMessage?: (message: unknown) => void;
  readonly getEnv?: (answer: (environment: Readonly<Record<string, unknown>>) => void) => void;
};

/**
 * Hosts that do not answer within this time count as silent, ms (platform facts section 1.4: silence is
 * common).
 */
export const VENDOR_TIMEOUT = 3_000;

/** Runs a call that may answer, fail, throw or stay silent. @param whenSilent result after a timeout */
function withTimeout(
  start: (settle: (isDone: boolean) => void) => void,
  whenSilent: () => boolean,
): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(whenSilent()), VENDOR_TIMEOUT);
    const settle = (isDone: boolean): void => {
      clearTimeout(timer);
      resolve(isDone);
    };
    try {
      start(settle);
    } catch {
      settle(false);
    }
  });
}
const isMiniProgramAnswer = (environment: unknown): boolean =>
  typeof environment === "object" &&
  environment !== null &&
  Object.entries(environment).some(([name, value]) => /^(mini|smart)program$/i.test(name) && value === true);

/**
 * @param find returns the vendor's object; called for each call, since hosts replace theirs while a page
 * loads
 */
export function createMiniProgram(kind: MiniProgramKind, find: () => VendorObject | undefined): MiniProgram {
  const go = (
    name: "navigateTo" | "redirectTo" | "reLaunch" | "navigateBack",
    options: object,
  ): Promise<boolean> =>
    withTimeout(
      (settle) => {
        const vendor = find();
        if (typeof vendor?.[name] !== "function") return settle(false);
        // Called as a method: the vendors' functions use `this`.
        vendor[name]({ ...options, success: () => settle(true), fail: () => settle(false) });
      },
      // No answer arrived, but the page is hidden: another page was opened over it.
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
        // Alipay takes the message itself, the others an object with `data`.
        find()?.postMessage?.(kind === "alipay" ? data : { data });
      } catch {
        // The host does not accept messages.
      }
    },
    getEnv: () =>
      withTimeout(
        (settle) => {
          const vendor = find();
          if (typeof vendor?.getEnv !== "function") return settle(false);
          vendor.getEnv((environment) => settle(isMiniProgramAnswer(environment)));
        },
        () => false,
      ),
  };
}

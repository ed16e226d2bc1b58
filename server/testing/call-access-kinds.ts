import type { CallAudience } from "#contract/core/call.ts";

/** Ids for calls by another person: everything belongs to the first member. */
export type ForeignResources = {
  readonly activityId: string;
  readonly fullActivityId: string;
  readonly benefitId: string;
  readonly signUpId: string;
  readonly mobile: string;
  readonly pictureId: string;
  readonly vin: string;
  /** A login that was started in another browser. */
  readonly uid: string;
  /** A staff link of another activity. */
  readonly link: string;
  /** A coupon of another activity than the link's. */
  readonly couponCode: string;
  readonly challengeId: string;
  readonly groupId: string;
  readonly articleId: string;
  readonly commentId: string;
  /** The first member's id in the club. */
  readonly memberId: string;
};
export type CallAccess = {
  /** Repeats the contract's audience, so that no call becomes public by changing one word. */
  readonly audience: CallAudience;
  /**
   * public: the same for everybody; own: data of the caller only; bearer: data that a secret among the
   * arguments stands for (a link, a code, a login's uid with its cookie).
   */
  readonly about: "public" | "own" | "bearer";
  readonly args: (foreign: ForeignResources) => Record<string, unknown>;
  /** Requires a mobile because the activity is offline. */
  readonly asksMobile?: true;
};

export const nothing = () => ({});

export const open = (args: CallAccess["args"] = nothing): CallAccess => ({
  audience: "anyone",
  about: "public",
  args,
});
export const own = (args: CallAccess["args"] = nothing, audience: CallAudience = "user"): CallAccess => ({
  audience,
  about: "own",
  args,
});
/** The same for all logged-in people. */
export const among = (args: CallAccess["args"]): CallAccess => ({ audience: "user", about: "public", args });
export const withMobile = (args: CallAccess["args"]): CallAccess => ({ ...own(args), asksMobile: true });
export const bearer = (args: CallAccess["args"], audience: CallAudience = "anyone"): CallAccess => ({
  audience,
  about: "bearer",
  args,
});

import type { Caller } from "../http/pipeline/caller.ts";
import type { CaptchaAction } from "#contract/core/captcha-action.ts";
import type { SmsScene } from "#contract/identity/identity.ts";
import type { CaptchaPass } from "../captcha/index.ts";
import type { Database } from "../database/connection/database.ts";
import type { FlowRequest, FlowApproval } from "../flow/index.ts";

/** A sign-up that is about to be written, as far as its pictures are concerned. */
export type SignUpWithPictures = {
  readonly activityId: string;
  readonly userId: string;
  readonly signUpId: string;
  readonly answers: Readonly<Record<string, string>>;
};

/** Interfaces of other modules that the sign-up depends on. */
export type SignUpPorts = {
  /** @returns null if the request has no captcha pass */
  captchaPassOf(pass: {
    verifyId: string | null;
    action: CaptchaAction;
    activityId: string;
    userId: string;
    idempotencyKey: string | null;
  }): CaptchaPass | null;
  verifySms(
    mobile: string,
    scene: SmsScene,
    code: string,
    caller: Caller,
  ): Promise<"ok" | "wrong" | "locked">;
  /** Pictures that answer questions of kind picture. */
  readonly pictures: {
    /** @returns false if the user has no such picture */
    claim(pictureId: string, userId: string): Promise<boolean>;
    release(pictureId: string): Promise<void>;
    /** Adds them to the activity's contest, if it has one. @throws Refusal "invalid" */
    submit(db: Database, signUp: SignUpWithPictures, now: Date): Promise<void>;
  };
  /** Evaluates the activity's flow process for the caller. @throws Refusal of the first node that does not pass */
  mustPass(request: FlowRequest): Promise<FlowApproval>;
};

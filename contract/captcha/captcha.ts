import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { captchaActions } from "../core/captcha-action.ts";
import { id, mobile } from "../core/fields.ts";

/** Method of moving the piece: by pointer, by keyboard, or none (proof of work without a picture). */
const captchaMethod = z.enum(["pointer", "keyboard", "work"]);
export type CaptchaMethod = z.output<typeof captchaMethod>;

/** A slider puzzle; the solution never leaves the server (requirement O07). */
export const captchaChallenge = z.object({
  challengeId: z.string(),
  /**
   * "pointer": a picture, solved by pointer or keyboard. "work": no picture (`background` and `piece` are
   * empty), on request or if an address has created too many puzzles.
   */
  way: z.enum(["pointer", "work"]),
  /** data: URL of the picture with the hole, `width` × `height` CSS px, drawn at twice that size. */
  background: z.string(),
  /** data: URL of the piece's strip, as high as the picture. */
  piece: z.string(),
  width: z.int(),
  height: z.int(),
  /** Top of the piece within the picture, CSS px; the strip is placed at 0. */
  pieceY: z.int(),
  /** Width of the strip, CSS px. */
  pieceWidth: z.int(),
  /**
   * `count` puzzles: for each index from 0 find n with SHA-256(seed + ":" + index + ":" + n) starting with
   * `bits` zero bits; with `keyboardBits` if the piece was moved by keyboard.
   */
  proofOfWork: z.object({ seed: z.string(), count: z.int(), bits: z.int(), keyboardBits: z.int() }),
  /** Seconds. */
  expiresIn: z.int(),
});
export type CaptchaChallenge = z.output<typeof captchaChallenge>;

/**
 * Creates a puzzle bound to action, activity and user (for "sms" to the mobile). Limits: see
 * docs/assumptions.md "Captcha".
 */
export const createCaptcha = defineCall({
  name: "createCaptcha",
  method: "POST",
  base: "security",
  paths: ["api/v1/captcha/slider"],
  audience: "anyone",
  args: z
    .object({
      action: z.enum(captchaActions),
      activityId: z.optional(id),
      mobile: z.optional(mobile),
      /** "work": no picture to solve, more proof of work instead (requirement O08). */
      way: z._default(captchaMethod, "pointer"),
    })
    .check(
      z.refine((asked) => asked.action !== "sms" || asked.mobile !== undefined, {
        path: ["mobile"],
        message: "请填写手机号",
      }),
    ),
  result: captchaChallenge,
  refusals: ["tooMany"],
});

const trackStep = z.tuple([z.number(), z.number(), z.number()]);
/**
 * Verifies a solution; a puzzle can be used once, whatever the outcome. Success returns a single-use id that
 * is valid for 5 min; failure is code CAPTCHA_FAILED with a new challenge in the envelope's data.
 */
export const checkCaptcha = defineCall({
  name: "checkCaptcha",
  method: "POST",
  base: "security",
  paths: ["api/v1/captcha/slider/check"],
  audience: "anyone",
  args: z.object({
    challengeId: z.string().check(z.minLength(1), z.maxLength(100)),
    /** Left edge of the piece, CSS px of a 320 px wide picture. */
    x: z.number().check(z.minimum(-1000), z.maximum(1000)),
    /**
     * [dx, dy, ms] since the previous step, in the px of `x`; the first is [0, 0, ms] from display to press.
     */
    track: z.array(trackStep).check(z.maxLength(2000)),
    nonces: z.array(z.int().check(z.minimum(0))).check(z.maxLength(64)),
    way: z._default(captchaMethod, "pointer"),
  }),
  result: z.object({ captchaVerifyId: z.string(), expiresIn: z.int() }),
  refusals: ["captchaFailed", "tooMany"],
});

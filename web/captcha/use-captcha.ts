import { useEffect, useEffectEvent, useReducer, useState } from "react";
import type { Send } from "#contract/core/call.ts";
import type { CaptchaRequest } from "./api.ts";
import { CaptchaSession } from "./captcha-session.ts";
import { initialCaptchaState, captchaReducer } from "./captcha-reducer.ts";

/** How long a pass is shown before the sheet is done, ms (mockups/DESIGN.md section 7). */
const PASSED_SHOWN = 600;
/** A puzzle that nobody holds is replaced this much before its time is over, ms. */
const BEFORE_EXPIRY = 5_000;

/** State and course of the sheet's captcha; what is asked stays what it was at first. */
export function useCaptcha(ask: CaptchaRequest, send: Send, onDone: (captchaVerifyId: string) => void) {
  const [state, dispatch] = useReducer(captchaReducer, initialCaptchaState);
  const [course] = useState(() => new CaptchaSession(ask, send, dispatch));
  const { challenge, phase, verifyId } = state;

  useEffect(() => {
    void course.load("pointer");
    return () => course.stop();
  }, [course]);

  useEffect(() => {
    if (challenge === null || phase !== "ready") return;
    const timer = setTimeout(() => void course.load("pointer"), challenge.expiresIn * 1000 - BEFORE_EXPIRY);
    return () => clearTimeout(timer);
  }, [course, challenge, phase]);

  const finish = useEffectEvent(onDone);
  useEffect(() => {
    if (verifyId === null) return;
    const timer = setTimeout(() => finish(verifyId), PASSED_SHOWN);
    return () => clearTimeout(timer);
  }, [verifyId]);

  return { state, dispatch, course };
}
export type CaptchaController = ReturnType<typeof useCaptcha>;

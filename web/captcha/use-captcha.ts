import { useEffect, useEffectEvent, useReducer, useState } from "react";
import type { Send } from "#contract/core/call.ts";
import type { CaptchaRequest } from "./api.ts";
import { CaptchaSession } from "./captcha-session.ts";
import { initialCaptchaState, captchaReducer } from "./captcha-reducer.ts";

/** Duration of the success message before the sheet closes, ms. */
const PASSED_SHOWN = 600;
/** An untouched puzzle is replaced this long before it expires, ms. */
const BEFORE_EXPIRY = 5_000;

/** State and session of the sheet's captcha; the request is fixed at the first rendering. */
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

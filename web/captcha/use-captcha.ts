import { useEffect, useEffectEvent, useReducer, useState } from "react";
import type { Send } from "#contract/core/call.ts";
import type { CaptchaRequest } from "./api.ts";
import { CaptchaSession } from "./captcha-session.ts";
import { initialCaptchaState, captchaReducer } from "./captcha-reducer.ts";

/** Duration of the success message before the sheet closes, ms. */
const SUCCESS_DURATION = 600;
/** An untouched puzzle is replaced this long before it expires, ms. */
const REPLACE_BEFORE_EXPIRY = 5_000;

/** State and session of the sheet's captcha; the request is fixed at the first rendering. */
export function useCaptcha(request: CaptchaRequest, send: Send, onDone: (captchaVerifyId: string) => void) {
  const [state, dispatch] = useReducer(captchaReducer, initialCaptchaState);
  const [session] = useState(() => new CaptchaSession(request, send, dispatch));
  const { challenge, phase, verifyId } = state;

  useEffect(() => {
    void session.load("pointer");
    return () => session.stop();
  }, [session]);

  useEffect(() => {
    if (challenge === null || phase !== "ready") return;
    const timer = setTimeout(
      () => void session.load("pointer"),
      challenge.expiresIn * 1000 - REPLACE_BEFORE_EXPIRY,
    );
    return () => clearTimeout(timer);
  }, [session, challenge, phase]);

  const finish = useEffectEvent(onDone);
  useEffect(() => {
    if (verifyId === null) return;
    const timer = setTimeout(() => finish(verifyId), SUCCESS_DURATION);
    return () => clearTimeout(timer);
  }, [verifyId]);

  return { state, dispatch, session };
}
export type CaptchaController = ReturnType<typeof useCaptcha>;

import "./identity.css";
import { useRef, useState, type ReactNode } from "react";
import type { Brand } from "#contract/brand.ts";
import type { Purpose } from "../platform/login/authorize-address.ts";
import { ask, wordsOf } from "../platform/login/login.ts";
import { sheetWays } from "../platform/login/sheet-ways.ts";
import { siteNow } from "../platform/site.ts";
import { Button } from "../ui/button.tsx";
import { MobileIcon } from "../ui/icons-of-forms.tsx";
import { Mark } from "../ui/logo.tsx";
import { Notice } from "../ui/notice.tsx";
import { Sheet } from "../ui/overlay.tsx";
import { ConsentBox } from "./consent-box.tsx";
import { SmsLogin } from "./sms-login.tsx";
import { words } from "./words.ts";

export type LoginReason = keyof typeof words.reasons;

type LoginSheetProps = {
  brand: Brand;
  reason: LoginReason;
  /** Whether the person is logged in now. A redirect never comes back to this page. */
  onDone: (isLoggedIn: boolean) => void;
  /** What is asked from within: the slider before an SMS. */
  children?: ReactNode;
};

/** The redirect has not happened by then: the button answers again, ms. */
const LEAVING = 10_000;

/**
 * Logging in (mockup 08-login-sheet): WeChat in its browser, the provider's page elsewhere, or an SMS
 * code right here; that alone where nothing would be remembered of having left.
 */
export function LoginSheet({ brand, reason, onDone, children }: LoginSheetProps) {
  const [{ first, canLeave }] = useState(sheetWays);
  const hasSms = !siteNow().isProviderPageOnly;
  const [way, setWay] = useState<"ways" | "sms">(canLeave || !hasSms ? "ways" : "sms");
  const [leavingFor, setLeavingFor] = useState<Purpose | null>(null);
  const [isConsentGiven, setConsentGiven] = useState(false);
  const [consentProblem, setConsentProblem] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const box = useRef<HTMLInputElement>(null);
  const hasConsent = () => {
    if (isConsentGiven) return true;
    setConsentProblem(words.consentMissing);
    box.current?.focus();
    return false;
  };
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stay = () => {
    clearTimeout(leaving.current);
    setLeavingFor(null);
  };
  const leave = async (purpose: Purpose) => {
    if (!hasConsent() || leavingFor !== null) return;
    setLeavingFor(purpose);
    setProblem(null);
    leaving.current = setTimeout(stay, LEAVING);
    const outcome = await ask(purpose, purpose === "login" ? first : "sso").catch(() => null);
    const failure = outcome === null ? words.failed : wordsOf(outcome);
    if (failure === null) return;
    stay();
    // Said already, and why, where a browser keeps nothing.
    if (canLeave) setProblem(failure);
  };
  const { title, text } = words.reasons[reason];
  return (
    <Sheet isOpen isTitleHidden title={title} onClose={() => onDone(false)}>
      <div className="lg">
        <div className="lg-why">
          <span className="mk">
            <Mark logo={brand.logo} />
          </span>
          <div>
            <p className="t1" aria-hidden="true">
              {title}
            </p>
            <p className="bs c2">{text}</p>
          </div>
        </div>
        {!canLeave && <Notice kind="warn">{hasSms ? words.storageBlocked : words.storageNeeded}</Notice>}
        {problem !== null && <Notice kind="err">{problem}</Notice>}
        {way === "sms" ? (
          <SmsLogin hasConsent={hasConsent} onDone={() => onDone(true)} />
        ) : (
          <div className="lg-fields">
            <Button isWide isBusy={leavingFor === "login"} onClick={() => void leave("login")}>
              {first === "wechat" ? words.wechatLogin : words.providerLogin(brand.idName)}
            </Button>
            {hasSms && (
              <Button look="outline" isWide onClick={() => setWay("sms")}>
                <MobileIcon size={20} />
                {words.smsLogin}
              </Button>
            )}
          </div>
        )}
        <ConsentBox
          brand={brand}
          isGiven={isConsentGiven}
          error={consentProblem}
          inputRef={box}
          onChange={(isGiven) => {
            setConsentGiven(isGiven);
            setConsentProblem(null);
          }}
        />
        {canLeave && (
          <p className="lg-more bs c2">
            {way === "sms" ? (
              <button type="button" className="txt" onClick={() => setWay("ways")}>
                {words.otherWays}
              </button>
            ) : (
              <>
                {words.newHere}
                <button
                  type="button"
                  className="txt"
                  aria-busy={leavingFor === "register"}
                  onClick={() => void leave("register")}
                >
                  {words.register}
                </button>
              </>
            )}
          </p>
        )}
      </div>
      {children}
    </Sheet>
  );
}

import * as identityCss from "./identity.module.css";
import { useRef, useState, type ReactNode } from "react";
import type { Brand } from "#contract/core/brand.ts";
import type { LoginPurpose } from "../platform/login/login-state.ts";
import { requestLogin, loginFailureMessage } from "../platform/login/login.ts";
import { loginSheetOptions } from "../platform/login/login-sheet-options.ts";
import { currentSite } from "../platform/environment/site.ts";
import { Button } from "../ui/form/button.tsx";
import { MobileIcon } from "../ui/icons/form-icons.tsx";
import { BrandMark } from "../ui/layout/logo.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { ConsentBox } from "./consent-box.tsx";
import { SmsLogin } from "./sms-login.tsx";
import { identityMessages } from "./messages.ts";
import * as textCss from "../ui/styles/text.module.css";

type LoginSheetOptions = ReturnType<typeof loginSheetOptions>;
type LoginReason = keyof typeof identityMessages.reasons;

type LoginSheetProps = {
  brand: Brand;
  reason: LoginReason;
  /** Whether the user is logged in now. A redirect never returns to this page. */
  onDone: (isLoggedIn: boolean) => void;
  /** Dialog opened from the sheet: the captcha before an SMS. */
  children?: ReactNode;
};

/** Time after which a redirect that did not happen re-enables the button, ms. */
const LEAVING_TIMEOUT = 10_000;

/** Leaves for the login of WeChat or the provider; `problem` is why the page could not be left. */
function useRedirect({ first, canLeave }: LoginSheetOptions, hasConsent: () => boolean) {
  const [leavingFor, setLeavingFor] = useState<LoginPurpose | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const reset = () => {
    clearTimeout(timer.current);
    setLeavingFor(null);
  };
  const leave = async (purpose: LoginPurpose) => {
    if (!hasConsent() || leavingFor !== null) return;
    setLeavingFor(purpose);
    setProblem(null);
    timer.current = setTimeout(reset, LEAVING_TIMEOUT);
    const outcome = await requestLogin(purpose, purpose === "login" ? first : "sso").catch(() => null);
    const failure = outcome === null ? identityMessages.failed : loginFailureMessage(outcome);
    if (failure === null) return;
    reset();
    // Without storage the reason is already displayed.
    if (canLeave) setProblem(failure);
  };
  return { leavingFor, problem, leave };
}

/**
 * Login sheet: WeChat in its browser, the identity provider's page elsewhere, or an SMS code within the page.
 * Only the SMS code is offered if the browser cannot store the state of a redirect.
 */
export function LoginSheet({ brand, reason, onDone, children }: LoginSheetProps) {
  const [options] = useState(loginSheetOptions);
  const { first, canLeave } = options;
  const hasSms = !currentSite().isProviderPageOnly;
  const [view, setView] = useState<"methods" | "sms">(canLeave || !hasSms ? "methods" : "sms");
  const [isConsentGiven, setConsentGiven] = useState(false);
  const [consentProblem, setConsentProblem] = useState<string | null>(null);
  const consentBox = useRef<HTMLInputElement>(null);
  const hasConsent = () => {
    if (isConsentGiven) return true;
    setConsentProblem(identityMessages.consentMissing);
    consentBox.current?.focus();
    return false;
  };
  const { leavingFor, problem, leave } = useRedirect(options, hasConsent);
  const { title, text } = identityMessages.reasons[reason];
  return (
    <Sheet isOpen isTitleHidden title={title} onClose={() => onDone(false)}>
      <div className={identityCss.login}>
        <div className={identityCss.reason}>
          <span className={identityCss.mark}>
            <BrandMark logo={brand.logo} />
          </span>
          <div>
            <p className={textCss.title1} aria-hidden="true">
              {title}
            </p>
            <p className={`${textCss.small} ${textCss.secondary}`}>{text}</p>
          </div>
        </div>
        {!canLeave && (
          <Notice kind="warn">
            {hasSms ? identityMessages.storageBlocked : identityMessages.storageNeeded}
          </Notice>
        )}
        {problem !== null && <Notice kind="err">{problem}</Notice>}
        {view === "sms" ? (
          <SmsLogin hasConsent={hasConsent} onDone={() => onDone(true)} />
        ) : (
          <div className={identityCss.fields}>
            <Button isWide isBusy={leavingFor === "login"} onClick={() => void leave("login")}>
              {first === "wechat"
                ? identityMessages.wechatLogin
                : identityMessages.providerLogin(brand.idName)}
            </Button>
            {hasSms && (
              <Button look="outline" isWide onClick={() => setView("sms")}>
                <MobileIcon size={20} />
                {identityMessages.smsLogin}
              </Button>
            )}
          </div>
        )}
        <ConsentBox
          brand={brand}
          isGiven={isConsentGiven}
          error={consentProblem}
          inputRef={consentBox}
          onChange={(isGiven) => {
            setConsentGiven(isGiven);
            setConsentProblem(null);
          }}
        />
        {canLeave && (
          <p className={`${identityCss.more} ${textCss.small} ${textCss.secondary}`}>
            {view === "sms" ? (
              <button type="button" className={identityCss.textButton} onClick={() => setView("methods")}>
                {identityMessages.otherMethods}
              </button>
            ) : (
              <>
                {identityMessages.newHere}
                <button
                  type="button"
                  className={identityCss.textButton}
                  aria-busy={leavingFor === "register"}
                  onClick={() => void leave("register")}
                >
                  {identityMessages.register}
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

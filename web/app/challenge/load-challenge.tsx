import { useEffect, useEffectEvent, type ReactNode } from "react";
import { useLocation } from "react-router";
import type { RaisedChallenge, RaisedChallengeOf } from "../../platform/http/challenges.ts";
import { logInThroughHost, renewSessionThroughApp } from "../../platform/login/log-in-through-host.ts";
import { currentPath } from "../../platform/navigation/current-path.ts";

/** Shows a raised challenge; `inner` stands inside it. */
export type RenderChallenge = (onClose: () => void, inner: ReactNode) => ReactNode;
/** Everything but toasts, which need no answer. */
export type BlockingChallenge = RaisedChallengeOf<Exclude<RaisedChallenge["kind"], "toast">>;

type OnItsPageProps = { path: string; onLeft: () => void; children: ReactNode };
/** What was asked for on a page that is left meanwhile does not stand over another. */
function OnItsPage({ path, onLeft, children }: OnItsPageProps) {
  useLocation();
  const isLeft = currentPath() !== path;
  const leave = useEffectEvent(onLeft);
  useEffect(() => {
    if (isLeft) leave();
  }, [isLeft]);
  return isLeft ? null : children;
}

async function loadLogin(raised: RaisedChallengeOf<"login">): Promise<RenderChallenge | null> {
  const isLoggedIn = await logInThroughHost(raised.args.reason);
  if (isLoggedIn !== null) {
    raised.answer(isLoggedIn);
    return null;
  }
  const { LoginChallengeView: LoginPart } = await import("./login-challenge.tsx");
  return (onClose, inner) => (
    <LoginPart raised={raised} onClose={onClose}>
      {inner}
    </LoginPart>
  );
}

/**
 * Loads what shows a challenge; null where it is answered already.
 * @param giveUp answers as if the person had closed it
 * @throws where its chunk cannot be loaded
 */
export async function loadChallenge(
  raised: BlockingChallenge,
  giveUp: (raised: BlockingChallenge) => void,
): Promise<RenderChallenge | null> {
  const path = currentPath();
  const show = await partOf(raised);
  // What one is reminded of holds on every page.
  if (show === null || raised.kind === "reminders") return show;
  return (onClose, inner) => (
    <OnItsPage
      path={path}
      onLeft={() => {
        giveUp(raised);
        onClose();
      }}
    >
      {show(onClose, inner)}
    </OnItsPage>
  );
}

async function partOf(raised: BlockingChallenge): Promise<RenderChallenge | null> {
  switch (raised.kind) {
    case "login":
      return loadLogin(raised);
    case "renewal":
      raised.answer(await renewSessionThroughApp());
      return null;
    case "dialog": {
      const { DialogChallengeView: DialogPart } = await import("./dialog-challenge.tsx");
      return (onClose) => <DialogPart raised={raised} onClose={onClose} />;
    }
    case "captcha": {
      const { CaptchaChallengeView: CaptchaPart } = await import("./captcha-challenge.tsx");
      return (onClose) => <CaptchaPart raised={raised} onClose={onClose} />;
    }
    case "account": {
      const { AccountChallengeView: AccountPart } = await import("./account-challenge.tsx");
      return (onClose) => <AccountPart raised={raised} onClose={onClose} />;
    }
    case "eligibility": {
      const { EligibilityChallengeView: EligibilityPart } = await import("./eligibility-challenge.tsx");
      return (onClose, inner) => (
        <EligibilityPart raised={raised} onClose={onClose}>
          {inner}
        </EligibilityPart>
      );
    }
    case "lead": {
      const { LeadChallengeView: LeadPart } = await import("./lead-challenge.tsx");
      return (onClose, inner) => (
        <LeadPart raised={raised} onClose={onClose}>
          {inner}
        </LeadPart>
      );
    }
    case "shareGuide": {
      const { ShareGuideChallengeView: ShareGuidePart } = await import("./share-guide-challenge.tsx");
      return (onClose) => <ShareGuidePart raised={raised} onClose={onClose} />;
    }
    case "reminders": {
      const { ReminderBar } = await import("../notifications/reminder-bar.tsx");
      return (_onClose, inner) => (
        <>
          <ReminderBar />
          {inner}
        </>
      );
    }
    case "poster": {
      const { PosterChallengeView: PosterPart } = await import("./poster-challenge.tsx");
      return (onClose, inner) => (
        <PosterPart raised={raised} onClose={onClose}>
          {inner}
        </PosterPart>
      );
    }
    case "city": {
      const { CityChallengeView: CityPart } = await import("./city-challenge.tsx");
      return (onClose) => <CityPart raised={raised} onClose={onClose} />;
    }
  }
}

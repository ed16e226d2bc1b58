import { useEffect, useEffectEvent, type ReactNode } from "react";
import { useLocation } from "react-router";
import type { Raised, RaisedOf } from "../platform/http/challenges.ts";
import { logInByHost, renewByApp } from "../platform/login/log-in-by-host.ts";
import { pathNow } from "../platform/path-now.ts";

/** Shows a raised challenge; `inner` stands inside it. */
export type Show = (onClose: () => void, inner: ReactNode) => ReactNode;
/** Everything but toasts, which need no answer. */
export type Asking = RaisedOf<Exclude<Raised["kind"], "toast">>;

type OnItsPageProps = { path: string; onLeft: () => void; children: ReactNode };
/** What was asked for on a page that is left meanwhile does not stand over another. */
function OnItsPage({ path, onLeft, children }: OnItsPageProps) {
  useLocation();
  const isLeft = pathNow() !== path;
  const leave = useEffectEvent(onLeft);
  useEffect(() => {
    if (isLeft) leave();
  }, [isLeft]);
  return isLeft ? null : children;
}

async function loadLogin(raised: RaisedOf<"login">): Promise<Show | null> {
  const isLoggedIn = await logInByHost(raised.ask.reason);
  if (isLoggedIn !== null) {
    raised.answer(isLoggedIn);
    return null;
  }
  const { LoginPart } = await import("./challenge-login.tsx");
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
export async function loadPart(raised: Asking, giveUp: (raised: Asking) => void): Promise<Show | null> {
  const path = pathNow();
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

async function partOf(raised: Asking): Promise<Show | null> {
  switch (raised.kind) {
    case "login":
      return loadLogin(raised);
    case "renewal":
      raised.answer(await renewByApp());
      return null;
    case "dialog": {
      const { DialogPart } = await import("./challenge-dialog.tsx");
      return (onClose) => <DialogPart raised={raised} onClose={onClose} />;
    }
    case "captcha": {
      const { CaptchaPart } = await import("./challenge-captcha.tsx");
      return (onClose) => <CaptchaPart raised={raised} onClose={onClose} />;
    }
    case "account": {
      const { AccountPart } = await import("./challenge-account.tsx");
      return (onClose) => <AccountPart raised={raised} onClose={onClose} />;
    }
    case "eligibility": {
      const { EligibilityPart } = await import("./challenge-eligibility.tsx");
      return (onClose, inner) => (
        <EligibilityPart raised={raised} onClose={onClose}>
          {inner}
        </EligibilityPart>
      );
    }
    case "lead": {
      const { LeadPart } = await import("./challenge-lead.tsx");
      return (onClose, inner) => (
        <LeadPart raised={raised} onClose={onClose}>
          {inner}
        </LeadPart>
      );
    }
    case "shareGuide": {
      const { ShareGuidePart } = await import("./challenge-share-guide.tsx");
      return (onClose) => <ShareGuidePart raised={raised} onClose={onClose} />;
    }
    case "reminders": {
      const { ReminderBar } = await import("./reminder.tsx");
      return (_onClose, inner) => (
        <>
          <ReminderBar />
          {inner}
        </>
      );
    }
    case "poster": {
      const { PosterPart } = await import("./challenge-poster.tsx");
      return (onClose, inner) => (
        <PosterPart raised={raised} onClose={onClose}>
          {inner}
        </PosterPart>
      );
    }
    case "city": {
      const { CityPart } = await import("./challenge-city.tsx");
      return (onClose) => <CityPart raised={raised} onClose={onClose} />;
    }
  }
}

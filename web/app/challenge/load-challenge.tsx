import { useEffect, useEffectEvent, type ReactNode } from "react";
import { useLocation } from "react-router";
import type { RaisedChallenge, RaisedChallengeOf } from "../../platform/http/challenges.ts";
import { logInThroughHost, renewSessionThroughApp } from "../../platform/login/log-in-through-host.ts";
import { currentPath } from "../../platform/navigation/current-path.ts";

/** Renders a challenge with `inner` inside it. */
export type RenderChallenge = (onClose: () => void, inner: ReactNode) => ReactNode;
/** Every challenge but toasts, which need no answer. */
export type BlockingChallenge = RaisedChallengeOf<Exclude<RaisedChallenge["kind"], "toast">>;

type PageBoundProps = { path: string; onLeft: () => void; children: ReactNode };
/** Removes a challenge when its page is left, so that it is not shown over another page. */
function PageBound({ path, onLeft, children }: PageBoundProps) {
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
  const { LoginChallengeView } = await import("./login-challenge.tsx");
  return (onClose, inner) => (
    <LoginChallengeView raised={raised} onClose={onClose}>
      {inner}
    </LoginChallengeView>
  );
}

/**
 * Loads the component of a challenge; null when it is answered already.
 * @param cancel answers as if the person had closed it
 * @throws when its chunk cannot be loaded
 */
export async function loadChallenge(
  raised: BlockingChallenge,
  cancel: (raised: BlockingChallenge) => void,
): Promise<RenderChallenge | null> {
  const path = currentPath();
  const show = await loadComponent(raised);
  // Reminders and next steps apply to every page.
  if (show === null || raised.kind === "reminders" || raised.kind === "task") return show;
  return (onClose, inner) => (
    <PageBound
      path={path}
      onLeft={() => {
        cancel(raised);
        onClose();
      }}
    >
      {show(onClose, inner)}
    </PageBound>
  );
}

async function loadComponent(raised: BlockingChallenge): Promise<RenderChallenge | null> {
  switch (raised.kind) {
    case "login":
      return loadLogin(raised);
    case "renewal":
      raised.answer(await renewSessionThroughApp());
      return null;
    case "mobile": {
      const { bindMobileInHost } = await import("../../platform/login/bind-mobile.ts");
      raised.answer(await bindMobileInHost(raised.args.refusal));
      return null;
    }
    case "dialog": {
      const { DialogChallengeView } = await import("./dialog-challenge.tsx");
      return (onClose) => <DialogChallengeView raised={raised} onClose={onClose} />;
    }
    case "captcha": {
      const { CaptchaChallengeView } = await import("./captcha-challenge.tsx");
      return (onClose) => <CaptchaChallengeView raised={raised} onClose={onClose} />;
    }
    case "account": {
      const { AccountChallengeView } = await import("./account-challenge.tsx");
      return (onClose) => <AccountChallengeView raised={raised} onClose={onClose} />;
    }
    case "eligibility": {
      const { EligibilityChallengeView } = await import("./eligibility-challenge.tsx");
      return (onClose, inner) => (
        <EligibilityChallengeView raised={raised} onClose={onClose}>
          {inner}
        </EligibilityChallengeView>
      );
    }
    case "lead": {
      const { LeadChallengeView } = await import("./lead-challenge.tsx");
      return (onClose, inner) => (
        <LeadChallengeView raised={raised} onClose={onClose}>
          {inner}
        </LeadChallengeView>
      );
    }
    case "shareGuide": {
      const { ShareGuideChallengeView } = await import("./share-guide-challenge.tsx");
      return (onClose) => <ShareGuideChallengeView raised={raised} onClose={onClose} />;
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
    case "task": {
      const { TaskOffer } = await import("../notifications/task-offer.tsx");
      const { answer, args } = raised;
      return (onClose, inner) => (
        <>
          <TaskOffer
            link={args.link}
            onClose={() => {
              answer();
              onClose();
            }}
          />
          {inner}
        </>
      );
    }
    case "poster": {
      const { PosterChallengeView } = await import("./poster-challenge.tsx");
      return (onClose, inner) => (
        <PosterChallengeView raised={raised} onClose={onClose}>
          {inner}
        </PosterChallengeView>
      );
    }
    case "city": {
      const { CityChallengeView } = await import("./city-challenge.tsx");
      return (onClose) => <CityChallengeView raised={raised} onClose={onClose} />;
    }
  }
}

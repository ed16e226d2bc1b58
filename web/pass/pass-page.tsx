import { useEffect, useState } from "react";
import type { Brand } from "#contract/core/brand.ts";
import { Refusal } from "#contract/core/errors.ts";
import Drawing from "../ui/media/drawings.tsx";
import { Button } from "../ui/form/button.tsx";
import { SkeletonLine, useSkeleton } from "../ui/feedback/skeleton.tsx";
import { abortLogin, loadInteraction, type Interaction } from "./api.ts";
import { BindPage } from "./pages/bind-page.tsx";
import { PlainFrame, ReturnLink } from "./page-frame.tsx";
import { LoginPage } from "./pages/login-page.tsx";
import type { FrameProps, PageProps } from "./page-props.ts";
import { RegisterPage } from "./pages/register-page.tsx";
import { ResetPasswordPage } from "./pages/reset-password-page.tsx";
import { passMessages } from "./messages.ts";
import { TitleText } from "../ui/display/title-text.tsx";
import * as contentCss from "../ui/styles/content.module.css";
import * as controlsCss from "../ui/styles/controls.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as passCss from "./pass.module.css";
import * as textCss from "../ui/styles/text.module.css";

type View = Interaction["prompt"] | "reset";
const titleOf = (view: View, { idName }: Brand): string => {
  if (view === "bindMobile") return passMessages.bind.title;
  if (view === "reset") return passMessages.reset.title;
  return (view === "create" ? passMessages.register : passMessages.login).title(idName);
};

type PassProps = Pick<PageProps, "uid" | "brand" | "returnAddress" | "isEncrypted" | "onLeave"> & {
  onTitle: (title: string) => void;
};

/** Page of an interaction: the step that the provider waits for, or its expiry. */
export function PassPage({ onTitle, ...basics }: PassProps) {
  const { uid, brand, returnAddress, onLeave } = basics;
  const [interaction, setInteraction] = useState<Interaction | null>(null);
  /** Page that the user opened from the requested one. */
  const [openedView, setOpenedView] = useState<View | null>(null);
  const [hasNavigated, setHasNavigated] = useState(false);
  const [mobile, setMobile] = useState("");
  const [problem, setProblem] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    loadInteraction(uid).then(
      (loaded) => {
        setInteraction(loaded);
        setProblem(null);
      },
      (error: unknown) => setProblem(error),
    );
  }, [uid, attempt]);
  const view = openedView ?? interaction?.prompt ?? "login";
  const title = titleOf(view, brand);
  useEffect(() => onTitle(passMessages.title(title, brand.idName)), [title, brand.idName, onTitle]);

  const openView = (to: View | null): void => {
    setOpenedView(to === interaction?.prompt ? null : to);
    setHasNavigated(true);
  };
  // Notifies the web app; leaves even if that fails.
  const cancel = (): void =>
    void abortLogin(uid).then(
      ({ redirectTo }) => onLeave(redirectTo),
      () => onLeave(returnAddress),
    );
  const onBack = openedView === null ? cancel : () => openView(null);
  const frame: FrameProps = { ...basics, onBack, isNavigated: hasNavigated };
  const page: PageProps = { ...basics, ...frame, mobile, onMobile: setMobile, onCancel: cancel };
  if (problem !== null)
    return <Failed {...frame} problem={problem} onRetry={() => setAttempt(attempt + 1)} />;
  if (interaction === null) return <Opening {...frame} />;
  if (view === "bindMobile") return <BindPage {...page} mergesUsers={interaction.joins} />;
  if (view === "reset") return <ResetPasswordPage {...page} onRegister={() => openView("create")} />;
  if (view === "create")
    return (
      <RegisterPage {...page} asksPassword={interaction.asksPassword} onLogin={() => openView("login")} />
    );
  return (
    <LoginPage
      {...page}
      interaction={interaction}
      onRegister={() => openView("create")}
      onReset={() => openView("reset")}
    />
  );
}

function Opening(page: FrameProps) {
  const isShown = useSkeleton(true);
  return (
    <PlainFrame {...page} isBusy>
      {isShown && (
        <output className={passCss.opening} aria-label={passMessages.opening}>
          <SkeletonLine kind="ti" />
          <SkeletonLine />
          <SkeletonLine />
          <SkeletonLine kind="sh" />
        </output>
      )}
    </PlainFrame>
  );
}

/** Expired with a link back, or failed to load. */
function Failed({ problem, onRetry, ...page }: FrameProps & { problem: unknown; onRetry: () => void }) {
  const isGone = problem instanceof Refusal && problem.refusal === "notFound";
  const { title, text } = isGone ? passMessages.gone : passMessages.failed;
  return (
    <PlainFrame {...page}>
      <div className={contentCss.empty}>
        <Drawing kind={isGone ? "road" : "net"} />
        <h1 className={textCss.title1}>
          <TitleText text={title} />
        </h1>
        <p className={textCss.preLine}>{text}</p>
        <div className={`${layoutCss.row} ${layoutCss.gap3} ${layoutCss.marginTop6} ${layoutCss.centered}`}>
          {!isGone && <Button onClick={onRetry}>{passMessages.failed.retry}</Button>}
          <ReturnLink
            className={
              isGone
                ? `${controlsCss.button} ${controlsCss.primary}`
                : `${controlsCss.button} ${controlsCss.outline}`
            }
            to={page.returnAddress}
            onFollow={page.onBack}
          >
            {passMessages.gone.back}
          </ReturnLink>
        </div>
      </div>
    </PlainFrame>
  );
}

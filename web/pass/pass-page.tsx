import { useEffect, useState } from "react";
import { Refusal } from "#contract/errors.ts";
import Drawing from "../ui/drawings.tsx";
import { Button } from "../ui/button.tsx";
import { loadInteraction, type Interaction } from "./api.ts";
import { BindPage } from "./bind-page.tsx";
import { PlainFrame } from "./frame.tsx";
import { LoginPage } from "./login-page.tsx";
import type { PageProps } from "./page-props.ts";
import { RegisterPage } from "./register-page.tsx";
import { words } from "./words.ts";

type View = Interaction["prompt"];

/** The page of an interaction: what the provider waits for, or that it is over. */
export function PassPage({ onTitle, ...page }: PageProps & { onTitle: (title: string) => void }) {
  const [interaction, setInteraction] = useState<Interaction | null>(null);
  const [view, setView] = useState<View>("login");
  const [problem, setProblem] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const { uid, brand } = page;
  useEffect(() => {
    loadInteraction(uid).then((loaded) => {
      setInteraction(loaded);
      setView(loaded.prompt);
      setProblem(null);
    }, setProblem);
  }, [uid, attempt]);
  const title =
    view === "bindMobile"
      ? words.bind.title
      : (view === "create" ? words.register : words.login).title(brand.idName);
  useEffect(() => onTitle(words.title(title, brand.idName)), [title, brand.idName, onTitle]);
  if (problem !== null) return <Failed {...page} problem={problem} onRetry={() => setAttempt(attempt + 1)} />;
  if (interaction === null) return <main className="idp-plain" aria-busy="true" />;
  if (view === "bindMobile") return <BindPage {...page} joins={interaction.joins} />;
  if (view === "create") return <RegisterPage {...page} onLogin={() => setView("login")} />;
  return <LoginPage {...page} interaction={interaction} onRegister={() => setView("create")} />;
}

/** Over (requirement: a way back), or not reached. */
function Failed({ problem, onRetry, ...page }: PageProps & { problem: unknown; onRetry: () => void }) {
  const isGone = problem instanceof Refusal && problem.refusal === "notFound";
  const { title, text } = isGone ? words.gone : words.failed;
  return (
    <PlainFrame {...page}>
      <div className="empty">
        <Drawing kind={isGone ? "road" : "net"} />
        <h1 className="t1">{title}</h1>
        <p className="pre">{text}</p>
        <div className="row g3 mt6 cen">
          {!isGone && <Button onClick={onRetry}>{words.failed.retry}</Button>}
          <a className={isGone ? "btn p" : "btn o"} href={page.wayBack}>
            {words.gone.back}
          </a>
        </div>
      </div>
    </PlainFrame>
  );
}

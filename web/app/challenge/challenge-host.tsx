import { Fragment, useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { limits } from "#contract/core/limits.ts";
import { onChallenge, showToast, type RaisedChallenge } from "../../platform/http/challenges.ts";
import { Toast } from "../../ui/feedback/toast.tsx";
import { useLandingParameters } from "../navigation/use-landing-parameters.ts";
import { useAppFrame } from "../navigation/use-app-frame.ts";
import { useWechatShare } from "../navigation/use-wechat-share.ts";
import { appMessages } from "../messages.ts";
import type { BlockingChallenge, RenderChallenge } from "./load-challenge.tsx";

type QueuedChallenge = {
  readonly id: number;
  readonly kind: RaisedChallenge["kind"];
  readonly show: RenderChallenge;
};
let ids = 0;

export const preloadChallengeLoader = () => import("./load-challenge.tsx");

/** Answers as if the person had closed it. */
function giveUp(raised: BlockingChallenge): void {
  if (raised.kind === "dialog" || raised.kind === "login" || raised.kind === "renewal") raised.answer(false);
  else if (raised.kind === "captcha" || raised.kind === "city") raised.answer(null);
  else raised.answer();
}

/** What a tap asks for; whoever raises the others shows that they are at work. */
const tapped: readonly RaisedChallenge["kind"][] = [
  "login",
  "account",
  "city",
  "eligibility",
  "lead",
  "shareGuide",
];

/** One of a kind at a time, in the order raised; the others wait. */
const shownOf = (waiting: readonly QueuedChallenge[]): QueuedChallenge[] =>
  waiting.filter(({ kind }, place) => waiting.findIndex((other) => other.kind === kind) === place);

type QueuedToast = { readonly id: number; readonly text: string };
/** Toasts still to be shown, the one on show first. The same sentence is not said twice in a row. */
const withText = (toasts: readonly QueuedToast[], text: string): readonly QueuedToast[] =>
  toasts.at(-1)?.text === text ? toasts : [...toasts, { id: ids++, text }];

/**
 * Shows what the platform raises (platform/http/challenges.ts). Each kind is a chunk of its own,
 * loaded when it is first raised. One raised from within another stands inside it, so that
 * neither takes the other's focus or closes with it.
 */
export function ChallengeHost() {
  useLandingParameters();
  useAppFrame();
  useWechatShare();
  const [waiting, setWaiting] = useState<readonly QueuedChallenge[]>([]);
  const [toasts, setToasts] = useState<readonly QueuedToast[]>([]);
  /** How many are still being loaded, or wait for what the host knows. */
  const [opening, setOpening] = useState(0);
  useEffect(() => {
    const add = (kind: RaisedChallenge["kind"], show: RenderChallenge | null) =>
      show && setWaiting((before) => [...before, { id: ids++, kind, show }]);
    const fail = (raised: BlockingChallenge) => {
      giveUp(raised);
      showToast(appMessages.notLoaded);
    };
    return onChallenge((raised) => {
      if (raised.kind === "toast") {
        setToasts((before) => withText(before, raised.args.text));
        raised.answer();
        return;
      }
      const isTapped = tapped.includes(raised.kind);
      if (isTapped) setOpening((before) => before + 1);
      void preloadChallengeLoader()
        .then(({ loadChallenge: loadPart }) => loadPart(raised, giveUp))
        .then(
          (show) => add(raised.kind, show),
          () => fail(raised),
        )
        .finally(() => isTapped && setOpening((before) => before - 1));
    });
  }, []);
  const remove = (id: number) => setWaiting((before) => before.filter((other) => other.id !== id));
  const nested = shownOf(waiting).reduceRight<ReactNode>(
    (inner, { id, show }) => <Fragment key={id}>{show(() => remove(id), inner)}</Fragment>,
    null,
  );
  return (
    <>
      <Toasts toasts={toasts} isOpening={opening > 0} onOver={() => setToasts((before) => before.slice(1))} />
      {nested}
    </>
  );
}

type ToastsProps = { toasts: readonly QueuedToast[]; isOpening: boolean; onOver: () => void };
/** Toasts, one at a time; each has its whole time, and no more, whatever comes meanwhile. */
function Toasts({ toasts, isOpening, onOver }: ToastsProps) {
  const [first = null] = toasts;
  const id = first?.id;
  const end = useEffectEvent(onOver);
  useEffect(() => {
    if (id === undefined) return;
    const timer = setTimeout(() => end(), limits.toastDuration);
    return () => clearTimeout(timer);
  }, [id]);
  return <Toast text={first?.text ?? null} opening={isOpening ? appMessages.opening : null} />;
}

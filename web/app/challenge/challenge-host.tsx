import { Fragment, useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { limits } from "#contract/core/limits.ts";
import { isYesNo, onChallenge, showToast, type RaisedChallenge } from "../../platform/http/challenges.ts";
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

/** Answers a challenge as if the person had closed it. */
function cancel(challenge: BlockingChallenge): void {
  if (isYesNo(challenge)) challenge.answer(false);
  else if (challenge.kind === "captcha" || challenge.kind === "city") challenge.answer(null);
  else challenge.answer();
}

/**
 * Challenges that a tap requests, for which this component shows a progress message. For the others the
 * caller does.
 */
const requestedByTap: readonly RaisedChallenge["kind"][] = [
  "login",
  "account",
  "city",
  "eligibility",
  "lead",
  "shareGuide",
];

/** Shows one challenge of each kind at a time, in order; the others wait. */
const shownOf = (queue: readonly QueuedChallenge[]): QueuedChallenge[] =>
  queue.filter(({ kind }, index) => queue.findIndex((other) => other.kind === kind) === index);

type QueuedToast = { readonly id: number; readonly text: string };
/** Adds a toast, unless the last one has the same text. */
const addToast = (toasts: readonly QueuedToast[], text: string): readonly QueuedToast[] =>
  toasts.at(-1)?.text === text ? toasts : [...toasts, { id: ids++, text }];

/**
 * Shows the challenges that the platform raises (platform/http/challenges.ts). Each kind is its own chunk,
 * loaded when it is first raised. A challenge raised from within another is rendered inside it, so that
 * neither takes the other's focus or closes with it.
 */
export function ChallengeHost() {
  useLandingParameters();
  useAppFrame();
  useWechatShare();
  const [queue, setQueue] = useState<readonly QueuedChallenge[]>([]);
  const [toasts, setToasts] = useState<readonly QueuedToast[]>([]);
  /** Number of challenges that are still loading, or wait for the host's answer. */
  const [opening, setOpening] = useState(0);
  useEffect(() => {
    const add = (kind: RaisedChallenge["kind"], show: RenderChallenge | null) =>
      show && setQueue((before) => [...before, { id: ids++, kind, show }]);
    const fail = (raised: BlockingChallenge) => {
      cancel(raised);
      showToast(appMessages.notLoaded);
    };
    return onChallenge((raised) => {
      if (raised.kind === "toast") {
        setToasts((before) => addToast(before, raised.args.text));
        raised.answer();
        return;
      }
      const isRequestedByTap = requestedByTap.includes(raised.kind);
      if (isRequestedByTap) setOpening((before) => before + 1);
      void preloadChallengeLoader()
        .then(({ loadChallenge }) => loadChallenge(raised, cancel))
        .then(
          (show) => add(raised.kind, show),
          () => fail(raised),
        )
        .finally(() => isRequestedByTap && setOpening((before) => before - 1));
    });
  }, []);
  const remove = (id: number) => setQueue((before) => before.filter((other) => other.id !== id));
  const nested = shownOf(queue).reduceRight<ReactNode>(
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
/** Shows toasts one at a time; each has its full time, whatever arrives meanwhile. */
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

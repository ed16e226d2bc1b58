import { Fragment, useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { limits } from "#contract/limits.ts";
import { onChallenge, toast, type Raised } from "../platform/http/challenges.ts";
import { Toast } from "../ui/toast.tsx";
import { useAddressRules } from "./address-rules.ts";
import { useAppFrame } from "./app-frame.ts";
import { useWechatShare } from "./wechat-share.ts";
import { words } from "./words.ts";
import type { Asking, Show } from "./challenge-parts.tsx";

type Waiting = { readonly id: number; readonly kind: Raised["kind"]; readonly show: Show };
let ids = 0;

export const loadParts = () => import("./challenge-parts.tsx");

/** Answers as if the person had closed it. */
function giveUp(raised: Asking): void {
  if (raised.kind === "dialog" || raised.kind === "login" || raised.kind === "renewal") raised.answer(false);
  else if (raised.kind === "captcha" || raised.kind === "city") raised.answer(null);
  else raised.answer();
}

/** What a tap asks for; whoever raises the others shows that they are at work. */
const tapped: readonly Raised["kind"][] = ["login", "account", "city", "eligibility", "lead", "shareGuide"];

/** One of a kind at a time, in the order raised; the others wait. */
const shownOf = (waiting: readonly Waiting[]): Waiting[] =>
  waiting.filter(({ kind }, place) => waiting.findIndex((other) => other.kind === kind) === place);

type Said = { readonly id: number; readonly text: string };
/** Toasts still to be shown, the one on show first. The same sentence is not said twice in a row. */
const withText = (toasts: readonly Said[], text: string): readonly Said[] =>
  toasts.at(-1)?.text === text ? toasts : [...toasts, { id: ids++, text }];

/**
 * Shows what the platform raises (platform/http/challenges.ts). Each kind is a chunk of its own,
 * loaded when it is first raised. One raised from within another stands inside it, so that
 * neither takes the other's focus or closes with it.
 */
export function Challenge() {
  useAddressRules();
  useAppFrame();
  useWechatShare();
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const [toasts, setToasts] = useState<readonly Said[]>([]);
  /** How many are still being loaded, or wait for what the host knows. */
  const [opening, setOpening] = useState(0);
  useEffect(() => {
    const add = (kind: Raised["kind"], show: Show | null) =>
      show && setWaiting((before) => [...before, { id: ids++, kind, show }]);
    const fail = (raised: Asking) => {
      giveUp(raised);
      toast(words.notLoaded);
    };
    return onChallenge((raised) => {
      if (raised.kind === "toast") {
        setToasts((before) => withText(before, raised.ask.text));
        raised.answer();
        return;
      }
      const isTapped = tapped.includes(raised.kind);
      if (isTapped) setOpening((before) => before + 1);
      void loadParts()
        .then(({ loadPart }) => loadPart(raised, giveUp))
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

type ToastsProps = { toasts: readonly Said[]; isOpening: boolean; onOver: () => void };
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
  return <Toast text={first?.text ?? null} opening={isOpening ? words.opening : null} />;
}

import { Fragment, useEffect, useState, type ComponentType, type ReactNode } from "react";
import { limits } from "#contract/limits.ts";
import { onChallenge, toast, type Raised } from "../platform/http/challenges.ts";
import { useAddressRules } from "./address-rules.ts";
import { useAppFrame } from "./app-frame.ts";
import { useWechatShare } from "./wechat-share.ts";
import { words } from "./words.ts";
import { giveUp, loadPart, type Asking, type Show } from "./challenge-parts.tsx";

type Waiting = { readonly id: number; readonly kind: Raised["kind"]; readonly show: Show };
let ids = 0;

/** One of a kind at a time, in the order raised; the others wait. */
const shownOf = (waiting: readonly Waiting[]): Waiting[] =>
  waiting.filter(({ kind }, place) => waiting.findIndex((other) => other.kind === kind) === place);

/** Toasts still to be shown, the one on show first. The same sentence is not said twice in a row. */
const withText = (texts: readonly string[], text: string): readonly string[] =>
  texts.at(-1) === text ? texts : [...texts, text];

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
  const [texts, setTexts] = useState<readonly string[]>([]);
  useEffect(() => {
    const add = (kind: Raised["kind"], show: Show | null) =>
      show && setWaiting((before) => [...before, { id: ids++, kind, show }]);
    const fail = (raised: Asking) => {
      giveUp(raised);
      toast(words.notLoaded);
    };
    return onChallenge((raised) => {
      if (raised.kind === "toast") {
        setTexts((before) => withText(before, raised.ask.text));
        raised.answer();
      } else
        loadPart(raised).then(
          (show) => add(raised.kind, show),
          () => fail(raised),
        );
    });
  }, []);
  const remove = (id: number) => setWaiting((before) => before.filter((other) => other.id !== id));
  const nested = shownOf(waiting).reduceRight<ReactNode>(
    (inner, { id, show }) => <Fragment key={id}>{show(() => remove(id), inner)}</Fragment>,
    null,
  );
  return (
    <>
      <Toasts texts={texts} onOver={() => setTexts((before) => before.slice(1))} />
      {nested}
    </>
  );
}

type Region = ComponentType<{ text: string | null }>;

/** Toasts, one at a time. Their region stands from soon after hydration: offline it could not be loaded any more. */
function Toasts({ texts, onOver }: { texts: readonly string[]; onOver: () => void }) {
  const [Region, setRegion] = useState<Region | null>(null);
  const [first = null] = texts;
  const isShown = Region !== null && first !== null;
  useEffect(() => {
    import("./challenge-toast.tsx").then(
      ({ ToastRegion }) => setRegion(() => ToastRegion),
      () => {},
    );
  }, []);
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(onOver, limits.toastDuration);
    return () => clearTimeout(timer);
  }, [isShown, texts, onOver]);
  return Region && <Region text={first} />;
}

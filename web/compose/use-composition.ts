import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { BlocksPreview, Composition } from "#contract/compose.ts";
import { composeDraft } from "../platform/compose-link.ts";
import { refusalOf } from "../ui/failure.ts";
import { loadComposition, loadVersion, preview, save } from "./api.ts";
import {
  begun,
  caughtUp,
  changed,
  laidBy,
  movedTo,
  placed,
  saved,
  stepped,
  type Editing,
} from "./editing.ts";
import type { Written } from "./block-fields.ts";
import { redone, undone, type Placed } from "./history.ts";
import { words } from "./words.ts";

type Faults = Readonly<Record<string, string>>;
/** What is said above the blocks. */
export type Said = { readonly kind: "ok" | "warn" | "err" | "info"; readonly text: string };

/** A version that came between, and what shall go over it: at once, or at a moment, ISO with offset. */
export type Overtaken = { readonly version: number; readonly publishTime: string | null };

const PREVIEW_AFTER = 400;

/** Loads the page of a link; what this device has not saved is there again. */
export function useComposition(link: string) {
  const [editing, setEditing] = useState<Editing | null>(null);
  const [reason, setReason] = useState<unknown>(null);
  const [said, setSaid] = useState<Said | null>(null);
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null);
  const take = (composition: Composition) => {
    const next = begun(composition);
    setReason(null);
    setEditing(next);
    if (next.isChanged) setSaid({ kind: "info", text: words.restored });
  };
  const load = (): Promise<void> => loadComposition(link).then(take, (error: unknown) => setReason(error));
  const begin = useEffectEvent(() => void load());
  useEffect(() => begin(), []);
  const edit = (how: (before: Editing) => Editing) => setEditing((before) => before && how(before));
  const change = (list: readonly Placed[]) => edit((before) => changed(before, list));
  /** Shows what is saved, and forgets what is not. */
  const reset = async (): Promise<void> => {
    if (editing) composeDraft.remove(editing.composition.activityId);
    setSaid(null);
    setOvertaken(null);
    await load();
  };
  /** Puts an earlier version where the blocks are; it counts once it is saved. */
  const goBackTo = async (version: number): Promise<void> => {
    try {
      change(placed(await loadVersion(link, version)));
      setSaid({ kind: "info", text: words.loaded(words.version(version)) });
    } catch (error) {
      setSaid({ kind: "err", text: refusalOf(error)?.message ?? words.failed });
    }
  };
  return {
    editing,
    reason,
    said,
    setSaid,
    overtaken,
    setOvertaken,
    load,
    change,
    reset,
    goBackTo,
    /** Puts what is planned where the blocks are, to be planned anew. */
    loadPlanned: (blocks: readonly Written[]) => {
      change(placed(blocks));
      setSaid({ kind: "info", text: words.planning.loaded });
    },
    showComposition: (composition: Composition) => edit((before) => caughtUp(before, composition)),
    showPlanned: (composition: Composition, sent: readonly Placed[]) =>
      edit((before) => laidBy(before, composition, sent)),
    /** Puts another page's blocks where the blocks are: one step, which can be taken back. */
    borrow: (title: string, blocks: readonly Written[]) => {
      change(placed(blocks));
      setSaid({ kind: "info", text: words.borrow.done(title, blocks.length) });
    },
    move: (key: number, to: number) => edit((before) => movedTo(before, key, to)),
    undo: () => edit((before) => stepped(before, undone)),
    redo: () => edit((before) => stepped(before, redone)),
    showSaved: (composition: Composition, sent: readonly Placed[]) =>
      edit((before) => saved(before, composition, sent)),
  };
}
export type UsedComposition = ReturnType<typeof useComposition>;

/**
 * How what is written would be shown, a moment after the last key.
 * @param refused the faults that were last refused: each preview says which it is later than
 */
export function usePreview(link: string, list: readonly Placed[] | null, refused: Faults | null) {
  const [shown, setShown] = useState<(BlocksPreview & { refused: Faults | null }) | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const turn = useRef(0);
  useEffect(() => {
    if (list === null) return;
    const own = ++turn.current;
    const timer = setTimeout(() => {
      const blocks = list.map(({ block }) => block);
      preview(link, blocks).then(
        (answer) => {
          if (own !== turn.current) return;
          setShown({ ...answer, refused });
          setFailed(false);
        },
        () => own === turn.current && setFailed(true),
      );
    }, PREVIEW_AFTER);
    return () => clearTimeout(timer);
  }, [link, list, refused]);
  return { shown, hasFailed };
}

/** Saves, and tells what came of it: faults at their places, a colleague's newer version. */
export function useSaving(link: string, by: string, used: UsedComposition) {
  const [isBusy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Faults | null>(null);
  const { editing, showSaved, setSaid, setOvertaken } = used;
  const onRefusal = async (error: unknown): Promise<void> => {
    const refusal = refusalOf(error);
    if (refusal?.refusal === "conflict") {
      setSaid({ kind: "warn", text: refusal.message });
      const newest = await loadComposition(link).catch(() => null);
      return setOvertaken(newest && { version: newest.version, publishTime: null });
    }
    const places = refusal?.fields ?? {};
    const count = Object.keys(places).length;
    setFaults(count > 0 ? places : null);
    const text = count > 0 ? words.faulty(count) : words.failed;
    setSaid({ kind: "err", text: refusal?.refusal === "notFound" ? refusal.message : text });
  };
  const saveOn = async (basedOn: number): Promise<void> => {
    if (editing === null) return;
    setBusy(true);
    try {
      const { list } = editing;
      const composition = await save(link, { by, basedOn, blocks: list.map(({ block }) => block) });
      showSaved(composition, list);
      setFaults(null);
      setOvertaken(null);
      setSaid({ kind: "ok", text: words.saved });
    } catch (error) {
      await onRefusal(error);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, faults, saveOn };
}

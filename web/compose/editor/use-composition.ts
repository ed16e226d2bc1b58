import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { BlocksPreview, Composition } from "#contract/compose/compose.ts";
import { composeDraft } from "../drafts.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { loadComposition, loadVersion, preview, save } from "../api.ts";
import {
  startEditing,
  afterReload,
  withBlocks,
  afterPlanning,
  withBlockMoved,
  toKeyedBlocks,
  afterSave,
  withHistoryStep,
  type EditorState,
} from "./editor-state.ts";
import type { BlockDraft } from "./block-fields.ts";
import { redoChange, undoChange, type KeyedBlock } from "./undo-history.ts";
import { composeMessages } from "../messages.ts";

type Faults = Readonly<Record<string, string>>;
/** What is said above the blocks. */
export type EditorStatus = { readonly kind: "ok" | "warn" | "err" | "info"; readonly text: string };

/** A version that came between, and what shall go over it: at once, or at a moment, ISO with offset. */
export type VersionConflict = { readonly version: number; readonly publishTime: string | null };

const PREVIEW_AFTER = 400;

/** Loads the page of a link; what this device has not saved is there again. */
export function useComposition(link: string) {
  const [editing, setEditing] = useState<EditorState | null>(null);
  const [reason, setReason] = useState<unknown>(null);
  const [said, setSaid] = useState<EditorStatus | null>(null);
  const [overtaken, setOvertaken] = useState<VersionConflict | null>(null);
  const take = (composition: Composition) => {
    const next = startEditing(composition);
    setReason(null);
    setEditing(next);
    if (next.isChanged) setSaid({ kind: "info", text: composeMessages.restored });
  };
  const load = (): Promise<void> => loadComposition(link).then(take, (error: unknown) => setReason(error));
  const begin = useEffectEvent(() => void load());
  useEffect(() => begin(), []);
  const edit = (how: (before: EditorState) => EditorState) => setEditing((before) => before && how(before));
  const change = (list: readonly KeyedBlock[]) => edit((before) => withBlocks(before, list));
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
      change(toKeyedBlocks(await loadVersion(link, version)));
      setSaid({ kind: "info", text: composeMessages.loaded(composeMessages.version(version)) });
    } catch (error) {
      setSaid({ kind: "err", text: asRefusal(error)?.message ?? composeMessages.failed });
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
    loadPlanned: (blocks: readonly BlockDraft[]) => {
      change(toKeyedBlocks(blocks));
      setSaid({ kind: "info", text: composeMessages.planning.loaded });
    },
    showComposition: (composition: Composition) => edit((before) => afterReload(before, composition)),
    showPlanned: (composition: Composition, sent: readonly KeyedBlock[]) =>
      edit((before) => afterPlanning(before, composition, sent)),
    /** Puts another page's blocks where the blocks are: one step, which can be taken back. */
    borrow: (title: string, blocks: readonly BlockDraft[]) => {
      change(toKeyedBlocks(blocks));
      setSaid({ kind: "info", text: composeMessages.borrow.done(title, blocks.length) });
    },
    move: (key: number, to: number) => edit((before) => withBlockMoved(before, key, to)),
    undo: () => edit((before) => withHistoryStep(before, undoChange)),
    redo: () => edit((before) => withHistoryStep(before, redoChange)),
    showSaved: (composition: Composition, sent: readonly KeyedBlock[]) =>
      edit((before) => afterSave(before, composition, sent)),
  };
}
export type CompositionEditor = ReturnType<typeof useComposition>;

/**
 * How what is written would be shown, a moment after the last key.
 * @param refused the faults that were last refused: each preview says which it is later than
 */
export function usePreview(link: string, list: readonly KeyedBlock[] | null, refused: Faults | null) {
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
export function useSaving(link: string, by: string, used: CompositionEditor) {
  const [isBusy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Faults | null>(null);
  const { editing, showSaved, setSaid, setOvertaken } = used;
  const onRefusal = async (error: unknown): Promise<void> => {
    const refusal = asRefusal(error);
    if (refusal?.refusal === "conflict") {
      setSaid({ kind: "warn", text: refusal.message });
      const newest = await loadComposition(link).catch(() => null);
      return setOvertaken(newest && { version: newest.version, publishTime: null });
    }
    const places = refusal?.fields ?? {};
    const count = Object.keys(places).length;
    setFaults(count > 0 ? places : null);
    const text = count > 0 ? composeMessages.faulty(count) : composeMessages.failed;
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
      setSaid({ kind: "ok", text: composeMessages.saved });
    } catch (error) {
      await onRefusal(error);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, faults, saveOn };
}

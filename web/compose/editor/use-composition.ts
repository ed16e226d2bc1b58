import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { BlocksPreview, Composition } from "#contract/compose/compose.ts";
import type { Refusal } from "#contract/core/errors.ts";
import { composeDraft } from "../drafts.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import type { ComposedPage } from "../api.ts";
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
/** Result of the last action, shown above the blocks. */
export type EditorStatus = { readonly kind: "ok" | "warn" | "err" | "info"; readonly text: string };

/** Newer version by a colleague, and the time for which the own blocks were planned, ISO 8601; null: saved at once. */
export type VersionConflict = { readonly version: number; readonly publishTime: string | null };

/** Debounce of previews, ms. */
const PREVIEW_DELAY = 400;

/** Loads a page with its unsaved changes, and edits it. */
export function useComposition(page: ComposedPage) {
  const [editing, setEditing] = useState<EditorState | null>(null);
  const [reason, setReason] = useState<unknown>(null);
  const [status, setStatus] = useState<EditorStatus | null>(null);
  const [conflict, setConflict] = useState<VersionConflict | null>(null);
  const show = (composition: Composition) => {
    const next = startEditing(composition);
    setReason(null);
    setEditing(next);
    if (next.isChanged) setStatus({ kind: "info", text: composeMessages.restored });
  };
  const load = (): Promise<void> => page.load().then(show, (error: unknown) => setReason(error));
  const loadFirst = useEffectEvent(() => void load());
  useEffect(() => loadFirst(), []);
  const edit = (step: (before: EditorState) => EditorState) => setEditing((before) => before && step(before));
  const change = (list: readonly KeyedBlock[]) => edit((before) => withBlocks(before, list));
  /** Discards the unsaved changes and reloads. */
  const reset = async (): Promise<void> => {
    if (editing) composeDraft.remove(editing.composition.activityId);
    setStatus(null);
    setConflict(null);
    await load();
  };
  /** Replaces the blocks by those of an earlier version, unsaved. */
  const loadEarlier = async (version: number): Promise<void> => {
    try {
      change(toKeyedBlocks(await page.loadVersion(version)));
      setStatus({ kind: "info", text: composeMessages.loaded(composeMessages.version(version)) });
    } catch (error) {
      setStatus({ kind: "err", text: asRefusal(error)?.message ?? composeMessages.failed });
    }
  };
  return {
    editing,
    reason,
    status,
    setStatus,
    conflict,
    setConflict,
    load,
    change,
    reset,
    loadEarlier,
    /** Replaces the blocks by the planned ones, for changing the plan. */
    loadPlanned: (blocks: readonly BlockDraft[]) => {
      change(toKeyedBlocks(blocks));
      setStatus({ kind: "info", text: composeMessages.planning.loaded });
    },
    applyReload: (composition: Composition) => edit((before) => afterReload(before, composition)),
    applyPlan: (composition: Composition, sent: readonly KeyedBlock[]) =>
      edit((before) => afterPlanning(before, composition, sent)),
    /** Replaces the blocks by those of another campaign, as one step that can be undone. */
    copyBlocks: (title: string, blocks: readonly BlockDraft[]) => {
      change(toKeyedBlocks(blocks));
      setStatus({ kind: "info", text: composeMessages.copy.done(title, blocks.length) });
    },
    move: (key: number, to: number) => edit((before) => withBlockMoved(before, key, to)),
    undo: () => edit((before) => withHistoryStep(before, undoChange)),
    redo: () => edit((before) => withHistoryStep(before, redoChange)),
    applySave: (composition: Composition, sent: readonly KeyedBlock[]) =>
      edit((before) => afterSave(before, composition, sent)),
  };
}
export type CompositionEditor = ReturnType<typeof useComposition>;

/**
 * Preview of the unsaved blocks, debounced.
 * @param refused faults of the last refused saving; a preview returns the ones that it is newer than
 */
export function usePreview(page: ComposedPage, list: readonly KeyedBlock[] | null, refused: Faults | null) {
  const [shown, setShown] = useState<(BlocksPreview & { refused: Faults | null }) | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const latest = useRef(0);
  useEffect(() => {
    if (list === null) return;
    const request = ++latest.current;
    const timer = setTimeout(() => {
      const blocks = list.map(({ block }) => block);
      page.preview(blocks).then(
        (answer) => {
          if (request !== latest.current) return;
          setShown({ ...answer, refused });
          setFailed(false);
        },
        () => request === latest.current && setFailed(true),
      );
    }, PREVIEW_DELAY);
    return () => clearTimeout(timer);
  }, [page, list, refused]);
  return { shown, hasFailed };
}

/** Whether somebody else saved meanwhile, as a link or an operator's session says it. */
export const isConflict = ({ refusal }: Refusal): boolean =>
  refusal === "conflict" || refusal === "editConflict";

/** Saves the blocks and handles refusals: faults of fields, a conflict with a colleague's version. */
export function useSaving(page: ComposedPage, editor: CompositionEditor) {
  const [isBusy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Faults | null>(null);
  const { editing, applySave, setStatus, setConflict } = editor;
  const onRefusal = async (error: unknown): Promise<void> => {
    const refusal = asRefusal(error);
    if (refusal !== null && isConflict(refusal)) {
      setStatus({ kind: "warn", text: refusal.message });
      const newest = await page.load().catch(() => null);
      return setConflict(newest && { version: newest.version, publishTime: null });
    }
    const fields = refusal?.fields ?? {};
    const count = Object.keys(fields).length;
    setFaults(count > 0 ? fields : null);
    const text = count > 0 ? composeMessages.faulty(count) : composeMessages.failed;
    setStatus({ kind: "err", text: refusal?.refusal === "notFound" ? refusal.message : text });
  };
  const saveBasedOn = async (basedOn: number): Promise<void> => {
    if (editing === null) return;
    setBusy(true);
    try {
      const { list } = editing;
      const composition = await page.save({ basedOn, blocks: list.map(({ block }) => block) });
      applySave(composition, list);
      setFaults(null);
      setConflict(null);
      setStatus({ kind: "ok", text: composeMessages.saved });
    } catch (error) {
      await onRefusal(error);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, faults, saveBasedOn };
}

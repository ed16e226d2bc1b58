import { Suspense, useState, type ReactNode } from "react";
import { lazyOverlay } from "../shared/lazy-overlay.ts";
import type { ActionSubject } from "./action-subject.ts";

const { Part: MoreSheet, whenReady } = lazyOverlay(() => import("./action-sheet.tsx"));

/** The sheet with what else can be done: report, block, hide, feature, delete. */
export function useActionSheet(subject: ActionSubject): { open: () => void; sheet: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  return {
    open: () => whenReady(() => setOpen(true)),
    sheet: isOpen ? (
      <Suspense>
        <MoreSheet subject={subject} onClose={() => setOpen(false)} />
      </Suspense>
    ) : null,
  };
}

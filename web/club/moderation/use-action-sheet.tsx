import { Suspense, useState, type ReactNode } from "react";
import { lazyOverlay } from "../shared/lazy-overlay.ts";
import type { ActionSubject } from "./action-subject.ts";

const { Component: ActionSheet, whenLoaded } = lazyOverlay(() => import("./action-sheet.tsx"));

/** Opens the sheet with further actions: report, block, hide, feature, delete. */
export function useActionSheet(subject: ActionSubject): { open: () => void; sheet: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  return {
    open: () => whenLoaded(() => setOpen(true)),
    sheet: isOpen ? (
      <Suspense>
        <ActionSheet subject={subject} onClose={() => setOpen(false)} />
      </Suspense>
    ) : null,
  };
}

import { Suspense, useState, type ReactNode } from "react";
import { part } from "./part.ts";
import type { Subject } from "./subject.ts";

const { Part: MoreSheet, whenReady } = part(() => import("./more-sheet.tsx"));

/** The sheet with what else can be done: report, block, hide, feature, delete. */
export function useMore(subject: Subject): { open: () => void; sheet: ReactNode } {
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

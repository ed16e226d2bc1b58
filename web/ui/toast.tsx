/**
 * Where toasts appear: one at a time, announced politely. It stands in the page from the start,
 * for a live region must exist before its text; who shows a toast also takes it away.
 */
export const Toast = ({ text }: { text: string | null }) => (
  <output className="toast-v" aria-live="polite">
    {text !== null && <div className="toast">{text}</div>}
  </output>
);

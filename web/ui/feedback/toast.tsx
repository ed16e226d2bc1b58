import { Spinner } from "../form/button.tsx";
import * as toastCss from "./toast.module.css";

type ToastProps = {
  text: string | null;
  /** What was tapped for takes its time; said where no toast is. */
  opening: string | null;
};

/**
 * Where toasts appear: one at a time, announced politely. It stands in the page from the start,
 * for a live region must exist before its text; who shows a toast also takes it away.
 */
export const Toast = ({ text, opening }: ToastProps) => (
  <output className={toastCss.viewport} aria-live="polite">
    {text !== null && <div className={toastCss.toast}>{text}</div>}
    {text === null && opening !== null && (
      <div className={toastCss.opening}>
        <Spinner />
        {opening}
      </div>
    )}
  </output>
);

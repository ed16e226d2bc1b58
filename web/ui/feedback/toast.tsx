import { Spinner } from "../form/button.tsx";
import * as toastCss from "./toast.module.css";

type ToastProps = {
  text: string | null;
  /** Shown while a tapped link or button is still loading and no toast is visible. */
  opening: string | null;
};

/**
 * Live region for toasts, one at a time. Rendered from the start, because a live region must exist before its
 * text; the caller that shows a toast also removes it.
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

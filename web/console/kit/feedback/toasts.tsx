import { Toast } from "@base-ui/react/toast";
import { kitMessages } from "../messages.ts";
import * as stateCss from "./state.module.css";

/** Time for which an act can be taken back, ms. */
const UNDO_TIME = 10_000;
const PLAIN_TIME = 4_000;

const manager = Toast.createToastManager();

type ToastOptions = {
  /** Takes the act back; the toast then stays for 10 s. */
  readonly onUndo?: () => void;
  readonly isError?: boolean;
};

/** Shows what happened at the window's end: 已保存 14:22. An error is announced at once. */
export function showResult(text: string, { onUndo, isError = false }: ToastOptions = {}): void {
  const id = manager.add({
    description: text,
    type: isError ? "error" : "plain",
    priority: isError ? "high" : "low",
    timeout: onUndo ? UNDO_TIME : PLAIN_TIME,
    ...(onUndo && {
      actionProps: {
        children: kitMessages.undo,
        onClick: () => {
          manager.close(id);
          onUndo();
        },
      },
    }),
  });
}

const Toasts = () => {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={stateCss.toast}>
      <Toast.Description className={stateCss.toastText} />
      <Toast.Action />
    </Toast.Root>
  ));
};

/** Place of all toasts, once in the shell. */
export const ToastPlace = () => (
  <Toast.Provider toastManager={manager} limit={3}>
    <Toast.Portal>
      <Toast.Viewport className={stateCss.toasts} aria-label={kitMessages.notifications}>
        <Toasts />
      </Toast.Viewport>
    </Toast.Portal>
  </Toast.Provider>
);

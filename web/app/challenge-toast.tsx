import { Toast } from "../ui/toast.tsx";

/** The toasts' region, in a chunk with its style sheet. */
export const ToastRegion = ({ text }: { text: string | null }) => <Toast text={text} />;

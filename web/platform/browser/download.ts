import { currentClient } from "../environment/host-detection.ts";

/** Whether this host hands a file on to the phone or computer; WeChat, mini-programs and apps swallow it. */
export const canDownload = (): boolean => ["mobileBrowser", "pc"].includes(currentClient());

/** Hands a text file to the person's device. */
export function downloadTextFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers read the address only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

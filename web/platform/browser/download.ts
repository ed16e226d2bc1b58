import { currentClient } from "../environment/host-detection.ts";

/** Whether this host saves downloads on the device. WeChat, mini-programs and apps ignore them. */
export const canDownload = (): boolean => ["mobileBrowser", "pc"].includes(currentClient());

/** Downloads a text file to the person's device. */
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

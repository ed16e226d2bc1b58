import { currentClient } from "../environment/host-detection.ts";

/** Whether this host saves downloads on the device. WeChat, mini-programs and apps ignore them. */
export const canDownload = (): boolean => ["mobileBrowser", "pc"].includes(currentClient());

/** Downloads a text file to the person's device. */
export const downloadTextFile = (name: string, type: string, text: string): void =>
  downloadFile(name, new Blob([text], { type }));

/** Downloads a file to the person's device. */
export function downloadFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers read the address only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

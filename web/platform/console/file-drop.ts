/**
 * Watches files that are dropped on an element, or pasted while the focus is in it.
 * @param onOver whether files are held over it
 * @returns stops watching
 */
export function watchFileDrop(
  element: HTMLElement,
  { onOver, onFiles }: { onOver: (isOver: boolean) => void; onFiles: (files: FileList) => void },
): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  element.addEventListener(
    "dragover",
    (event) => {
      event.preventDefault();
      onOver(true);
    },
    { signal },
  );
  element.addEventListener("dragleave", () => onOver(false), { signal });
  element.addEventListener(
    "drop",
    (event) => {
      event.preventDefault();
      onOver(false);
      if (event.dataTransfer && event.dataTransfer.files.length > 0) onFiles(event.dataTransfer.files);
    },
    { signal },
  );
  element.addEventListener(
    "paste",
    (event) => {
      const files = event.clipboardData?.files;
      if (files === undefined || files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    },
    { signal },
  );
  return () => stop.abort();
}

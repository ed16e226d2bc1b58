import { Refusal } from "#contract/core/errors.ts";
import { limits } from "#contract/core/limits.ts";

export type OutgoingRequest = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
};
/** An answer, read to its end. */
export type ReceivedResponse = {
  readonly status: number;
  readonly text: string;
  readonly header: (name: string) => string | null;
};
/** Bytes to upload, with progress and cancellation. */
export type UploadBody = {
  readonly body: Blob;
  /** Receives the uploaded share, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
};

/** Sends a request by fetch. @throws Refusal "timeout" after 30 s, "offline" without an answer */
export async function fetchWithTimeout(
  url: string,
  { method, headers }: OutgoingRequest,
  body: string | null,
): Promise<ReceivedResponse> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), limits.requestTimeout);
  try {
    const response = await fetch(url, {
      method,
      credentials: "include",
      headers: { ...headers, ...(body !== null && { "content-type": "application/json" }) },
      body,
      signal: controller.signal,
    });
    return {
      status: response.status,
      text: await response.text(),
      header: (name) => response.headers.get(name),
    };
  } catch {
    throw new Refusal(controller.signal.aborted ? "timeout" : "offline");
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Uploads by XMLHttpRequest, which is the only API with upload progress. It may take long, but not stall.
 * @throws Refusal "timeout" after 30 s without progress, "offline" without an answer or when aborted
 */
export function uploadWithProgress(
  url: string,
  { method, headers }: OutgoingRequest,
  upload: UploadBody,
): Promise<ReceivedResponse> {
  const { body, onProgress, signal } = upload;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout>;
    let failure: "offline" | "timeout" = "offline";
    const abort = () => request.abort();
    const restartTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        failure = "timeout";
        abort();
      }, limits.requestTimeout);
    };
    request.open(method, url);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.setRequestHeader("content-type", body.type);
    request.upload.onprogress = ({ loaded, total }) => {
      restartTimer();
      if (total > 0) onProgress(loaded / total);
    };
    request.onload = () =>
      resolve({
        status: request.status,
        text: request.responseText,
        header: (name) => request.getResponseHeader(name),
      });
    request.onerror = () => reject(new Refusal("offline"));
    request.onabort = () => reject(new Refusal(failure));
    request.onloadend = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    };
    restartTimer();
    if (signal.aborted) return reject(new Refusal("offline"));
    signal.addEventListener("abort", abort);
    request.send(body);
  });
}

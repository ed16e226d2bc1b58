import { Refusal } from "#contract/core/errors.ts";
import { limits } from "#contract/core/limits.ts";

export type OutgoingRequest = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
};
/** What came back, read to its end. */
export type ReceivedResponse = {
  readonly status: number;
  readonly text: string;
  readonly header: (name: string) => string | null;
};
/** Bytes to be sent as they are, with a way to watch and to stop it. */
export type UploadBody = {
  readonly body: Blob;
  /** Of 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
};

/** A call by fetch. @throws Refusal "timeout" after 30 s, "offline" without an answer */
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
 * An upload by XMLHttpRequest, which alone tells how far it is. It may take long, but not stand still.
 * @throws Refusal "timeout" after 30 s without progress, "offline" without an answer or when stopped
 */
export function uploadWithProgress(
  url: string,
  { method, headers }: OutgoingRequest,
  sending: UploadBody,
): Promise<ReceivedResponse> {
  const { body, onProgress, signal } = sending;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout>;
    let failure: "offline" | "timeout" = "offline";
    const stop = () => request.abort();
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        failure = "timeout";
        stop();
      }, limits.requestTimeout);
    };
    request.open(method, url);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.setRequestHeader("content-type", body.type);
    request.upload.onprogress = ({ loaded, total }) => {
      wait();
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
      signal.removeEventListener("abort", stop);
    };
    wait();
    if (signal.aborted) return reject(new Refusal("offline"));
    signal.addEventListener("abort", stop);
    request.send(body);
  });
}

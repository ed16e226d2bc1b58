import { errorMessage, framesOfStack, pathPattern } from "#contract/tracking/page-error.ts";
import { isScriptLoadError } from "../http/network-errors.ts";
import type { PageError } from "../page-load/report-page-error.ts";
import { safeSessionStorage } from "../storage/safe-storage.ts";
import { sessionKey } from "../storage/session-storage-keys.ts";
import { track } from "./track.ts";

const REPORTED = sessionKey("pageErrors");
/** Number of errors that a browser session reports. */
const MAX_REPORTED = 5;

function readReported(): string[] {
  try {
    const stored: unknown = JSON.parse(safeSessionStorage.get(REPORTED) ?? "[]");
    return Array.isArray(stored) ? stored.map(String) : [];
  } catch {
    return [];
  }
}

/** Errors that are answers or outages, which the person reads, or that come from a browser's extension. */
const isExpected = (error: Error): boolean =>
  error.name === "Refusal" ||
  error.name === "AbortError" ||
  error.message === "Unexpected Server Error" ||
  isScriptLoadError(error) ||
  /-extension:\/\//.test(error.stack ?? "");

/** Tracks an error as an event, once for each message and position in a session, and at most five. */
function report({ kind, error, path }: PageError): void {
  const known = error instanceof Error ? error : new Error(typeof error === "string" ? error : "unknown");
  if (isExpected(known)) return;
  const message = errorMessage(`${known.name}: ${known.message}`);
  const frames = error instanceof Error ? framesOfStack(known.stack ?? "") : [];
  const key = `${message} ${frames[0] ?? ""}`;
  const reported = readReported();
  if (reported.length >= MAX_REPORTED || reported.includes(key)) return;
  safeSessionStorage.set(REPORTED, JSON.stringify([...reported, key]));
  const release = window.__reactRouterManifest?.version ?? "";
  track("page_error", { kind, message, stack: frames.join(" "), route: pathPattern(path), release });
}

/** Reports the errors that have occurred, and from then on each one when it occurs (requirement X18). */
export function startErrorReports(): void {
  const errors = window.pageErrors;
  if (!errors) return;
  const waiting = errors.splice(0);
  errors.push = (...more) => {
    more.forEach(report);
    return 0;
  };
  waiting.forEach(report);
}

/** A failed call to the native app: a code of contract/host/bridge.ts, or the app's own. */
export class BridgeError extends Error {
  readonly code: string;
  constructor(code: string, message = code) {
    super(message);
    this.name = "BridgeError";
    this.code = code;
  }
}

/** A variable of the server: whether it is set, and its value; null: unset, or it may be a secret. */
export type SettingState = { readonly name: string; readonly isSet: boolean; readonly value: string | null };

/** Variables whose values are no secret, and of use to those who operate the server. */
const shownVariables: ReadonlySet<string> = new Set([
  "APP_ENV",
  "AUDIT_RETENTION_DAYS",
  "CONSOLE",
  "CONSOLE_IDLE_MINUTES",
  "CONSOLE_SESSION_MINUTES",
  "DEMO_DATA",
  "FAST_PATH",
  "LOG_LEVEL",
  "MALL",
  "MALL_SECOND_EYES_FEN",
  "OTEL_SERVICE_NAME",
  "OTEL_TRACES_SAMPLER_ARG",
  "PROCESSES",
  "RATE_LIMITS",
  "SERVE",
  "SIMULATORS",
  "SMS_PROVIDER",
  "STATEMENT_TIMEOUT_SECONDS",
  "TRACEPARENT",
  "TRACKING_RETENTION_DAYS",
]);

/** A value as text; null: none. */
const textOf = (value: unknown): string | null =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? `${value}` : null;

/**
 * States of all variables by name.
 * @param names of all variables @param settings parsed, with defaults @param environment as it was read
 */
export const settingStates = (
  names: readonly string[],
  settings: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string | undefined>>,
): SettingState[] =>
  names.toSorted().map((name) => {
    const [value, text] = [settings[name], environment[name]];
    return {
      name,
      isSet: text !== undefined && text !== "",
      value: shownVariables.has(name) ? textOf(value) : null,
    };
  });

/** Query that a GET form would send, optionally by a button. */
export const submittedQuery = (
  form: HTMLFormElement | null,
  button: HTMLElement | null = null,
): URLSearchParams =>
  new URLSearchParams(
    [...new FormData(form ?? undefined, button)].map(([name, value]) => [
      name,
      typeof value === "string" ? value : value.name,
    ]),
  );

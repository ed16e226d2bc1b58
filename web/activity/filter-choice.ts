/** The value chosen in a filter's form; "" for none. */
export const chosenIn = (form: HTMLFormElement, name: string): string => {
  const chosen = new FormData(form).get(name);
  return typeof chosen === "string" ? chosen : "";
};

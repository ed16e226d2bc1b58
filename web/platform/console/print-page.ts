/** Opens the browser's dialog for printing the page. */
export const printPage = (): void => print();

/** Prints in the light theme: browsers leave out the background, on which the dark theme's text is legible. */
export function printInLightTheme(): void {
  const { dataset } = document.documentElement;
  let before: string | undefined;
  addEventListener("beforeprint", () => {
    before = dataset["theme"];
    dataset["theme"] = "light";
  });
  addEventListener("afterprint", () => {
    if (before === undefined) delete dataset["theme"];
    else dataset["theme"] = before;
  });
}

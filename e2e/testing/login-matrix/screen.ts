import type { Page } from "playwright-core";
import { loginMessages } from "#contract/session/login-messages.ts";
import { classSelector } from "../class-selector.ts";

/** State of the login that the page shows. */
export type LoginScreen =
  /** Logged in, with a masked mobile number. */
  | { readonly kind: "loggedIn"; readonly text: string }
  /** Logged in; the form asks to bind a mobile number. */
  | { readonly kind: "noMobile"; readonly text: string }
  | { readonly kind: "visitor" }
  /** A message about the login, in a toast, in the sheet or in a dialog. */
  | { readonly kind: "message"; readonly text: string }
  /** The sheet with the login methods. */
  | { readonly kind: "sheet" }
  /** The sheet's own form, for a number and an SMS code. */
  | { readonly kind: "smsForm" }
  | { readonly kind: "provider" }
  | { readonly kind: "wechat" }
  /** A dialog that the host draws over the page. */
  | { readonly kind: "hostScreen"; readonly text: string }
  /** Neither the product's page nor a login page: an error of the outside world. */
  | { readonly kind: "unknown"; readonly text: string }
  /** Between two pages, or not hydrated. */
  | { readonly kind: "loading" };

const sentences: readonly string[] = Object.values(loginMessages);

/** Reads the screen once; never throws. */
export async function readLoginScreen(page: Page): Promise<LoginScreen> {
  try {
    return await page.evaluate(
      ({ said, toasts, notices, forms }): LoginScreen => {
        const { pathname } = location;
        const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
        const shown = (selector: string, root: ParentNode = document) =>
          [...root.querySelectorAll(selector)].filter(isShown);
        const textOf = (element: Element | undefined) => (element?.textContent ?? "").trim();
        if (pathname.startsWith("/pass/interaction/")) return { kind: "provider" };
        if (pathname.startsWith("/sim/wechat/"))
          return document.querySelector("form")
            ? { kind: "wechat" }
            : { kind: "unknown", text: document.title };
        if (!pathname.startsWith("/marketing/")) return { kind: "unknown", text: textOf(document.body) };
        if (document.documentElement.dataset["ready"] !== "1") return { kind: "loading" };
        const drawn = document.querySelector("marque-simulated-app")?.shadowRoot;
        const screen = drawn ? shown("[role=dialog]", drawn).at(-1) : undefined;
        if (screen) return { kind: "hostScreen", text: textOf(screen) };
        const toast = textOf(shown(toasts)[0]);
        if (said.includes(toast)) return { kind: "message", text: toast };
        const sheet = shown("[role=dialog], [role=alertdialog]").at(-1);
        if (sheet) {
          const told = shown(notices, sheet).map(textOf);
          // A dialog has the sentence beside its buttons.
          const failure =
            told.find((text) => said.includes(text)) ?? said.find((text) => textOf(sheet).includes(text));
          const isForm = shown("form input", sheet).length > 0;
          if (failure !== undefined && !isForm) return { kind: "message", text: failure };
          return { kind: isForm ? "smsForm" : "sheet" };
        }
        const form = textOf(shown(forms)[0]);
        const number = /1\d{2}\*{4}\d{4}/.exec(form)?.[0];
        if (number !== undefined) return { kind: "loggedIn", text: number };
        if (form.includes("绑定后自动填入")) return { kind: "noMobile", text: "绑定后自动填入" };
        // After the return the person is a visitor until the code is exchanged.
        const isReturning = () => {
          try {
            return sessionStorage.getItem("vw_mall.toSSO") !== null;
          } catch {
            return false;
          }
        };
        return form.includes("登录后自动填入") && !isReturning() ? { kind: "visitor" } : { kind: "loading" };
      },
      {
        said: sentences,
        toasts: classSelector("toast", "toast"),
        notices: classSelector("content", "notice"),
        forms: classSelector("sign-up", "form"),
      },
    );
  } catch {
    return { kind: "loading" };
  }
}

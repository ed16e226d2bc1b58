import "../ui/styles/tokens.css";
import "../ui/styles/tokens-dark.css";
import "../ui/styles/base.css";
import "../ui/styles/motion.module.css";
import "../ui/styles/icon.module.css";
import "../ui/styles/layout.module.css";
import "../ui/styles/text.module.css";
import "../ui/styles/frame.module.css";
import "../ui/styles/controls.module.css";
import "../ui/styles/content.module.css";
import "../ui/form/field.module.css";
import "../identity/identity.module.css";
import "./pass.module.css";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, vi } from "vitest";
import { page } from "vitest/browser";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { onChallenge } from "../platform/http/challenges.ts";
import { setSite } from "../platform/environment/site.ts";
import { fakeServer, type FakeEnvelope } from "../platform/testing/fake-server.ts";
import { PassPage } from "./pass-page.tsx";

export const returnTo = "https://m.example/marketing/area/activity/offline/7";
export const redirectAnswer: FakeEnvelope = {
  code: "00",
  data: { redirectTo: "/pass/auth/interaction_1234" },
};
export const details = {
  prompt: "login",
  joins: false,
  showPasswordLogin: false,
  asksPassword: true,
  clientName: "青岚汽车",
};

/** A page of the provider, the answers of its server by the call's last word, and recorded results. */
export const pass = {
  answers: {} as Record<string, FakeEnvelope | null>,
  sent: [] as Record<string, unknown>[],
  /** Addresses for which the page was left. */
  left: [] as string[],
  title: "",
};
export let root: Root;

export const show = (prompt: string, showPasswordLogin = true): void => {
  if (pass.answers["details"] === undefined)
    pass.answers["details"] = { code: "00", data: { ...details, prompt, showPasswordLogin } };
  root.render(
    <PassPage
      uid="interaction_1234"
      brand={demoBrand}
      returnAddress={returnTo}
      isEncrypted={false}
      onLeave={(address) => pass.left.push(address)}
      onTitle={(text) => {
        pass.title = text;
      }}
    />,
  );
};

/** Gives each test of a file a new page, on a phone. */
export function setUpPassPage(): void {
  beforeEach(async () => {
    await page.viewport(390, 844);
    setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "" });
    [pass.left, pass.sent] = [[], []];
    pass.answers = {
      smsWithSliderCaptcha: { code: "00", data: { expiresIn: 300, resendIn: 60 } },
      sms: redirectAnswer,
      password: redirectAnswer,
      register: redirectAnswer,
      bind: redirectAnswer,
      switch: redirectAnswer,
    };
    onChallenge((raised) => raised.kind === "captcha" && raised.answer("solved"));
    fakeServer(({ name, body }) => {
      if (body !== null) pass.sent.push({ call: name, ...body });
      return pass.answers[name] ?? null;
    });
    document.body.replaceChildren(document.createElement("div"));
    root = createRoot(document.body.firstElementChild as Element);
  });
  afterEach(() => {
    root.unmount();
    vi.restoreAllMocks();
  });
}
export const heading = (name: string) => page.getByRole("heading", { level: 1, name });
export const button = (name: string) => page.getByRole("button", { name, exact: true });
export const field = (name: string) => page.getByLabelText(name, { exact: true });
export const tick = (): Promise<void> => page.getByRole("checkbox").click({ force: true });

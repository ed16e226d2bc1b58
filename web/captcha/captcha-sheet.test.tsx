import "../ui/styles/test-base-styles.ts";
import "../ui/styles/frame.module.css";
import "../ui/styles/controls.module.css";
import "../ui/styles/content.module.css";
import { sha256 } from "@noble/hashes/sha2.js";
import axe from "axe-core";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Send } from "#contract/core/call.ts";
import type { CaptchaChallenge } from "#contract/captcha/captcha.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { CaptchaSolution } from "./api.ts";
import type { CaptchaPhase } from "./captcha-reducer.ts";
import { CaptchaSheet } from "./captcha-sheet.tsx";
import * as captchaCss from "./captcha.module.css";
import * as overlayCss from "../ui/overlay/overlay.module.css";

const PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
const WORK = { seed: "seed", count: 4, bits: 3, keyboardBits: 6 };
const puzzle = (challengeId: string, more: Partial<CaptchaChallenge> = {}): CaptchaChallenge => ({
  challengeId,
  way: "pointer",
  background: PIXEL,
  piece: PIXEL,
  width: 320,
  height: 160,
  pieceY: 20,
  pieceWidth: 70,
  proofOfWork: WORK,
  expiresIn: 120,
  ...more,
});
type Check = CaptchaSolution & { challengeId: string };

let root: Root;
let creates: { way: string }[];
let checks: Check[];
/** Next answers of the two calls; the last one repeats. */
let puzzles: (() => Promise<CaptchaChallenge>)[];
let checkAnswers: (() => Promise<{ captchaVerifyId: string; expiresIn: number }>)[];
const onDone = vi.fn<(id: string) => void>();
const onCancel = vi.fn<() => void>();
const nextAnswer = <T,>(answers: (() => Promise<T>)[]): Promise<T> => {
  const [first] = answers;
  if (answers.length > 1) answers.shift();
  if (first === undefined) throw new Error("no answer was prepared");
  return first();
};
const send = (async (call: { name: string }, args: unknown) => {
  if (call.name === "createCaptcha") {
    creates.push(args as { way: string });
    return nextAnswer<unknown>(puzzles);
  }
  checks.push(args as Check);
  return nextAnswer<unknown>(checkAnswers);
}) as Send;
const pass = () => Promise.resolve({ captchaVerifyId: "verify-1", expiresIn: 300 });
const refuse = (refusal: "captchaFailed" | "tooMany" | "offline", data?: unknown) => () =>
  Promise.reject(new Refusal(refusal, { data }));

const dialog = page.getByRole("dialog", { name: "安全验证" });
const slider = dialog.getByRole("slider", { name: "向右拖动滑块完成拼图" });
const button = (name: string) => dialog.getByRole("button", { name, exact: true });
const bar = () => document.querySelector<HTMLElement>(`.${captchaCss.slider}`) as HTMLElement;
/** Time limit longer than the failure message is displayed, ms. */
const longTimeout = { timeout: 60_000 };
async function expectPhase(phase: CaptchaPhase & keyof typeof captchaCss) {
  await expect.poll(() => bar()?.className.split(" "), longTimeout).toContain(captchaCss[phase]);
}
const show = () =>
  root.render(
    <CaptchaSheet action="signup" activityId="12" send={send} onDone={onDone} onCancel={onCancel} />,
  );
async function showReady() {
  show();
  await expectPhase("ready");
}
/** Drags with the real mouse by a number of px on the screen. */
const drag = (by: number) =>
  userEvent.dragAndDrop(bar(), bar(), {
    sourcePosition: { x: 20, y: 20 },
    targetPosition: { x: 20 + by, y: 24 },
  });

beforeEach(async () => {
  await page.viewport(390, 844);
  document.body.replaceChildren(document.createElement("div"));
  root = createRoot(document.body.firstElementChild as Element);
  creates = [];
  checks = [];
  puzzles = [async () => puzzle("c1")];
  checkAnswers = [pass];
  onDone.mockReset();
  onCancel.mockReset();
});
afterEach(() => root.unmount());

describe("O08 by pointer", () => {
  it("O08 a drag is sent with its position, track and proof of work, and passes", async () => {
    await showReady();
    await drag(175);
    await expect.element(dialog.getByText(/验证通过，用时/).first()).toBeVisible();
    const [check] = checks;
    // The picture is 350 px wide on this screen and 320 px in its own coordinates.
    expect(check?.x).toBeCloseTo(160, 0);
    expect(check?.way).toBe("pointer");
    const { track = [] } = check ?? {};
    expect(track[0]?.slice(0, 2)).toEqual([0, 0]);
    expect(track.reduce((x, [dx]) => x + dx, 0)).toBeCloseTo(check?.x ?? Number.NaN, 5);
    expect(track.every(([, , ms]) => ms >= 0)).toBe(true);
    expect(check?.nonces).toHaveLength(WORK.count);
    await expect.poll(() => onDone.mock.calls, longTimeout).toEqual([["verify-1"]]);
  });
  it("a press without movement is not checked", async () => {
    await showReady();
    await drag(1);
    await expectPhase("ready");
    expect(checks).toEqual([]);
    await expect.element(slider).toHaveValue("0");
  });
  it("the piece never leaves the picture", async () => {
    await showReady();
    await drag(325);
    await expect.poll(() => checks[0]?.x).toBe(250);
  });
});

describe("O08 by keyboard", () => {
  it("O08 arrows move 2 px, with Shift 10, Home and End to the ends, Enter checks with more proof of work", async () => {
    await showReady();
    await expect.element(slider).toHaveFocus();
    const moves = [
      ["{ArrowRight}{ArrowRight}{ArrowUp}", "6"],
      ["{Shift>}{ArrowRight}{ArrowRight}{/Shift}", "26"],
      ["{ArrowLeft}{ArrowDown}", "22"],
      ["{End}", "250"],
      ["{ArrowRight}", "250"],
      ["{Home}", "0"],
      ["{ArrowLeft}", "0"],
      ["{Shift>}{ArrowRight}{/Shift}{ArrowRight}", "12"],
    ] as const;
    for (const [keys, value] of moves) {
      await userEvent.keyboard(keys);
      await expect.element(slider).toHaveValue(value);
    }
    await expect.element(slider).toHaveAttribute("aria-valuetext", "已移动 12，共 250");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => checks).toHaveLength(1);
    expect(checks[0]).toMatchObject({ x: 12, track: [], way: "keyboard" });
    const zeros = (checks[0]?.nonces ?? []).map((nonce, index) =>
      Math.clz32(
        new DataView(sha256(new TextEncoder().encode(`seed:${index}:${nonce}`)).buffer).getUint32(0),
      ),
    );
    expect(Math.min(...zeros)).toBeGreaterThanOrEqual(WORK.keyboardBits);
    await expect.poll(() => onDone.mock.calls, longTimeout).toEqual([["verify-1"]]);
  });
  it("Enter at the start position checks nothing", async () => {
    await showReady();
    await userEvent.keyboard("{Enter}");
    expect(checks).toEqual([]);
  });
  it("keyboard instructions are displayed beside the slider", async () => {
    await showReady();
    await expect.element(slider).toHaveAccessibleDescription(/左右方向键.*Enter.*其他验证方式/);
  });
});

describe("failures and retries", () => {
  it("O06 after a failure the next puzzle is shown and checked", async () => {
    checkAnswers = [refuse("captchaFailed", puzzle("c2")), pass];
    await showReady();
    await drag(100);
    await expectPhase("failed");
    await expect.element(dialog.getByText("没有通过，再试一次").first()).toBeVisible();
    await expectPhase("ready");
    await expect.element(slider).toHaveValue("0");
    await drag(120);
    await expect.poll(() => onDone.mock.calls, longTimeout).toEqual([["verify-1"]]);
    expect(checks.map(({ challengeId }) => challengeId)).toEqual(["c1", "c2"]);
    expect(creates).toHaveLength(1);
  });
  it("a failure without a next puzzle requests one", async () => {
    checkAnswers = [refuse("captchaFailed", null)];
    puzzles = [async () => puzzle("c1"), async () => puzzle("c2")];
    await showReady();
    await drag(100);
    await expect.poll(() => creates.length, longTimeout).toBe(2);
  });
  it("too many attempts show the waiting time and only a close button", async () => {
    checkAnswers = [refuse("tooMany", { retryAfterSeconds: 871 })];
    await showReady();
    await drag(100);
    await expect.element(dialog.getByText("尝试次数过多，请 15 分钟后再试").first()).toBeVisible();
    await expect.element(button("换一张")).toBeDisabled();
    await expect.element(button("其他验证方式")).toBeDisabled();
  });
  it("a failed load is retried by its button", async () => {
    puzzles = [refuse("offline"), async () => puzzle("c2")];
    show();
    await button("重新加载").click();
    await expectPhase("ready");
    expect(creates).toHaveLength(2);
  });
  it("换一张 loads another puzzle and resets the piece; a late answer is ignored", async () => {
    let answerLate = (_late: CaptchaChallenge) => {};
    puzzles = [
      async () => puzzle("c1"),
      () => new Promise((resolve) => (answerLate = resolve)),
      async () => puzzle("c3"),
    ];
    await showReady();
    await userEvent.keyboard("{End}");
    await button("换一张").click();
    await button("换一张").click();
    await expectPhase("ready");
    answerLate(puzzle("late"));
    await expect.element(slider).toHaveValue("0");
    await drag(100);
    await expect.poll(() => checks[0]?.challengeId).toBe("c3");
  });
});

describe("O08 without a picture", () => {
  const work = () => Promise.resolve(puzzle("w1", { way: "work", background: "", piece: "" }));
  it("O08 the device computes and passes", async () => {
    puzzles = [async () => puzzle("c1"), work];
    await showReady();
    await button("其他验证方式").click();
    await expect.poll(() => onDone.mock.calls, longTimeout).toEqual([["verify-1"]]);
    expect(creates.map(({ way }) => way)).toEqual(["pointer", "work"]);
    expect(checks[0]).toMatchObject({ challengeId: "w1", x: 0, track: [], way: "work" });
    expect(checks[0]?.nonces).toHaveLength(WORK.count);
  });
  it("without a picture from the server the proof of work starts at once", async () => {
    puzzles = [work];
    show();
    await expect.poll(() => onDone.mock.calls, longTimeout).toEqual([["verify-1"]]);
  });
  it("a failure waits for the user, who may return to the picture", async () => {
    puzzles = [async () => puzzle("c1"), work, async () => puzzle("c2")];
    checkAnswers = [refuse("captchaFailed", puzzle("w2", { way: "work" }))];
    await showReady();
    await button("其他验证方式").click();
    await expect.element(button("再试一次")).toBeVisible();
    await button("改用拼图验证").click();
    await expectPhase("ready");
    expect(checks).toHaveLength(1);
  });
});

describe("closing", () => {
  it.each([
    ["its button", () => button("关闭").click()],
    ["Esc", () => userEvent.keyboard("{Escape}")],
  ])("O06 %s cancels once", async (_how, close) => {
    await showReady();
    await close();
    expect(onCancel).toHaveBeenCalledOnce();
    expect(onDone).not.toHaveBeenCalled();
  });
  it("also during the check; a pass that arrives afterwards is ignored", async () => {
    let answer = (_verdict: { captchaVerifyId: string; expiresIn: number }) => {};
    checkAnswers = [() => new Promise((resolve) => (answer = resolve))];
    await showReady();
    await drag(100);
    await expectPhase("checking");
    await userEvent.keyboard("{Escape}");
    root.render(null);
    answer({ captchaVerifyId: "late", expiresIn: 300 });
    await Promise.resolve();
    expect([onCancel.mock.calls.length, onDone.mock.calls.length]).toEqual([1, 0]);
  });
});

describe("appearance", () => {
  it("O08 fits 320 px, with targets of 44 px, and has no accessibility violations", async () => {
    await page.viewport(320, 568);
    await showReady();
    const popup = document.querySelector(`.${overlayCss.sheet}`) as HTMLElement;
    expect(popup.scrollWidth).toBeLessThanOrEqual(320);
    for (const target of popup.querySelectorAll("button, input")) {
      const { width, height } = target.getBoundingClientRect();
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    await expect.poll(() => popup.getAnimations().length).toBe(0);
    const { violations } = await axe.run(popup);
    expect(violations.map(({ id }) => id)).toEqual([]);
  });
  it("state changes are announced to screen readers", async () => {
    checkAnswers = [refuse("captchaFailed", puzzle("c2"))];
    await showReady();
    const said = dialog.getByRole("status");
    await expect.element(said).toHaveTextContent("");
    await drag(100);
    await expect.element(said).toHaveTextContent("没有通过，再试一次");
  });
});

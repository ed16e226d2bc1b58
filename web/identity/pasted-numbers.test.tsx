import "../ui/styles/test-base-styles.ts";
import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "../ui/testing/show.tsx";
import { SmsCodeField } from "../ui/form/sms-code-field.tsx";
import { MobileInput, SmsCodeInput } from "./fields.tsx";
import type { SmsCodeSending } from "./use-sms-code.ts";

const sending: SmsCodeSending = {
  isSending: false,
  secondsLeft: 0,
  sentTo: null,
  problem: null,
  requestCode: () => Promise.resolve(null),
};
const ignore = (): void => {};

function Fields() {
  const [mobile, setMobile] = useState("");
  const [code, setCode] = useState("");
  const [again, setAgain] = useState("");
  return (
    <>
      <MobileInput value={mobile} error={null} onText={setMobile} />
      <SmsCodeInput value={code} error={null} onText={setCode} sending={sending} onRequest={ignore} />
      <SmsCodeField mobile="13900000001" scene="confirm" code={again} error={null} onCode={setAgain} />
    </>
  );
}

/** Inserts a text as the browser's own paste does, which obeys maxLength. */
async function paste(at: number, text: string): Promise<void> {
  const box = page.getByRole("textbox").nth(at);
  await expect.element(box).toBeVisible();
  const input = box.element() as HTMLInputElement;
  input.focus();
  input.select();
  document.execCommand("insertText", false, text);
}

test.each([
  ["\u202a\u00a0+86 139\u20111234\u20115678\u202c", "13912345678"],
  ["张师傅 电话：１３９ １２３４ ５６７８（微信同号）", "13912345678"],
  ["\u2068139\u2069 1234 5678\u200e", "13912345678"],
  ["139 1234", "139 1234"],
])("L23 a mobile pasted as %j becomes %j", async (text, value) => {
  show(<Fields />);
  await paste(0, text);
  await expect.element(page.getByRole("textbox").nth(0)).toHaveValue(value);
});

test.each([
  ["【青岚汽车】您正在登录，验证码 708 412，5 分钟内有效，请勿告诉他人。", "708412"],
  ["\u200b７０８４１２\u3000", "708412"],
  ["7 0 8 4 1 2", "708412"],
  ["7084129", "708412"],
  ["70a8", "708"],
])("L23 a code pasted as %j becomes %j in every field for one", async (text, value) => {
  show(<Fields />);
  for (const at of [1, 2]) {
    await paste(at, text);
    await expect.element(page.getByRole("textbox").nth(at)).toHaveValue(value);
  }
});

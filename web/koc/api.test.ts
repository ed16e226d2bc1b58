import { expect, test } from "vitest";
import type { Send } from "#contract/core/call.ts";
import { Refusal } from "#contract/core/errors.ts";
import { loadProgram } from "./api.ts";

const refusing = (refusal: Refusal) => (() => Promise.reject(refusal)) as Send;

test("W10 C31 the programme of a cancelled activity is a 404 with the reason; of an unknown one a plain 404", async () => {
  const calledOff = { time: "2026-11-27T12:00:00+08:00", reason: "因暴雨天气" };
  await expect(
    loadProgram(refusing(new Refusal("notFound", { data: { calledOff } })), "7"),
  ).rejects.toMatchObject({
    init: { status: 404 },
    data: { title: "活动已取消", text: "取消原因：因暴雨天气" },
  });
  await expect(loadProgram(refusing(new Refusal("notFound")), "7")).rejects.toMatchObject({
    init: { status: 404 },
    data: null,
  });
});

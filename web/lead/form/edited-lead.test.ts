import { expect, test } from "vitest";
import type { Lead } from "#contract/lead/lead.ts";
import { leadToValues } from "./edited-lead.ts";
import { emptyLeadValues } from "./lead-values.ts";

const lead: Lead = {
  leadId: "1",
  name: "林晓岚",
  mobile: "138****5678",
  cityCode: "330100",
  dealerId: "503",
  dealerName: "青岚中心",
  seriesCode: "yuanshan",
  seriesName: "远山",
  answers: { when: "周末", gone: "1" },
  createdTime: "2026-11-01T00:00:00+08:00",
  updatedTime: "2026-11-01T00:00:00+08:00",
};
const question = { kind: "text" as const, required: false, options: [], placeholder: "" };
const asked = {
  pageType: "localOfflineLead" as const,
  seriesCodes: ["yuanshan"],
  form: [
    { ...question, key: "when", label: "时间" },
    { ...question, key: "new", label: "新问题" },
  ],
};

test("M18 a change starts with the stored lead, without consent and without answers to removed questions", () => {
  const values = leadToValues(lead, asked, "13800005678", "杭州");
  expect(values).toEqual({
    ...emptyLeadValues,
    name: "林晓岚",
    cityCode: "330100",
    cityName: "杭州",
    dealerId: "503",
    seriesCode: "yuanshan",
    answers: { when: "周末" },
  });
  expect(leadToValues(lead, { ...asked, seriesCodes: [] }, null, "杭州").seriesCode).toBe("");
});

test("M18 a number other than the bound one is typed again; without a choice of dealers or a city name none is kept", () => {
  expect(leadToValues(lead, asked, "13900001111", "杭州")).toMatchObject({ isOtherMobile: true, mobile: "" });
  expect(leadToValues(lead, asked, null, "杭州").isOtherMobile).toBe(false);
  expect(leadToValues(lead, { ...asked, pageType: "lead" }, null, "杭州").dealerId).toBe("");
  expect(leadToValues(lead, asked, null, null)).toMatchObject({ cityCode: "", cityName: "", dealerId: "" });
});

import type { FormField } from "#contract/activity/activity.ts";
import type { ArgsOf } from "#contract/core/call.ts";
import { openLeads } from "#contract/lead/desk.ts";
import { leaveLead } from "#contract/lead/lead.ts";
import type { TestApp } from "../../testing/app.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";

const DAY = 86_400_000;
const question: FormField = {
  key: "when",
  label: "方便的时间",
  kind: "text",
  required: false,
  options: [],
  placeholder: "",
};
const dealer = (id: string) => ({
  id,
  code: `D${id}`,
  name: `青岚中心 ${id}`,
  status: "BC500001",
  address: "路 1 号",
  phone: "021-00000000",
  provinceCode: "310000",
  cityCode: "310100",
  longitude: 121.4,
  latitude: 31.2,
});

/** Adds two dealers, "551" and "552", and prepares activities and leads for tests of the desk. */
export async function testLeadDesk(app: TestApp) {
  await app.modules.organisations.add(["551", "552"].map(dealer));
  let activityCount = 0;
  let personCount = 0;
  return {
    /** Adds a running online activity that takes leads for both dealers. @returns its id */
    async addActivity(): Promise<string> {
      const activityId = `100000000000006${String(1000 + activityCount++)}`;
      const now = app.context.clock.now();
      const over = { activityId, activityType: "online", pageType: "lead", form: [question] } as const;
      const dates = { startTime: now - DAY, endTime: now + DAY };
      await app.modules.activities.addActivities([
        sampleActivity(now, { ...over, form: [question], ...dates, dealerIds: ["551", "552"] }),
      ]);
      return activityId;
    },
    /** Logs a new person in and leaves a lead; `leave` sends it again with changes. */
    async addLead(id: string, over: Partial<ArgsOf<typeof leaveLead>> = {}) {
      const mobile = `138${String(20_000_000 + personCount++)}`;
      const { token, userId } = await app.login(mobile);
      const place = { provinceCode: "310000", cityCode: "310100" };
      const leave = async (more: Partial<ArgsOf<typeof leaveLead>> = {}) => {
        const captchaVerifyId = await app.solveCaptcha({ action: "lead", activityId: id }, { token });
        const form = { id, name: "林晓岚", mobile, ...place, consent: true as const, ...over, ...more };
        return (await app.call(leaveLead, form, { token, captchaVerifyId })).data.leadId;
      };
      return { token, userId, mobile, leave, leadId: await leave() };
    },
    async namesOf(link: string, more: Partial<ArgsOf<typeof openLeads>> = {}): Promise<string[]> {
      return (await app.call(openLeads, { link, ...more })).data.leads.map(({ name }) => name);
    },
  };
}

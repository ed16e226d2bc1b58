import type { NewGroup } from "../../club/index.ts";
import { newId } from "../../core/ids.ts";

/**
 * A group that any verified owner joins at once; `over` overrides fields.
 * @param now ms
 */
export const sampleGroup = (now: number, over: Partial<NewGroup> = {}): NewGroup => ({
  groupId: newId(),
  name: "远山车友会",
  coverUrl: "/media/cover.svg",
  intro: "山脊",
  rules: "友善",
  provinceCode: null,
  cityCode: null,
  cityName: null,
  seriesCodes: [],
  places: 1_000,
  joinMode: "open",
  createdTime: now,
  memberIds: [],
  managers: 0,
  ...over,
});

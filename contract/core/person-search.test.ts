import { expect, test } from "vitest";
import { personSearch } from "./person-search.ts";

const people = [
  { name: "欧阳 若溪", mobile: "13912345678" },
  { name: "Zoë Müller", mobile: "138****0021" },
  { name: "李𠮷", mobile: "13800138000" },
];
const found = (keyword: string): string[] => people.filter(personSearch(keyword)).map(({ name }) => name);

test.each([
  ["欧阳若溪", ["欧阳 若溪"]],
  ["\u202a若\u200b溪\u202c", ["欧阳 若溪"]],
  ["ＺＯË", ["Zoë Müller"]],
  ["zoe\u0308", ["Zoë Müller"]],
  ["𠮷", ["李𠮷"]],
  ["５６７８", ["欧阳 若溪"]],
  [" 0021 ", ["Zoë Müller"]],
  ["٠٠٢١", ["Zoë Müller"]],
  ["12345678", []],
  ["13912345678", []],
  ["\u3164 \ufe0f", ["欧阳 若溪", "Zoë Müller", "李𠮷"]],
])("L19 the search %j finds %j", (keyword, names) => {
  expect(found(keyword)).toEqual(names);
});

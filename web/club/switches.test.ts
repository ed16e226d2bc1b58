import { expect, it } from "vitest";
import { Switches, type Change } from "./switches.ts";

const off = { isOn: false, count: 5 };
/** A server that answers when it is told to. */
function server() {
  const asked: { isOn: boolean; answer: (count: number) => void; refuse: () => void }[] = [];
  const change: Change = (isOn) =>
    new Promise((resolve, reject) => {
      asked.push({ isOn, answer: (count) => resolve({ count }), refuse: () => reject(new Error("refused")) });
    });
  return { asked, change };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

it("P22 a press shows at once, and what the server counts stands after it", async () => {
  const switches = new Switches();
  const { asked, change } = server();
  const done = switches.toggle("like 1", off, change);
  expect(switches.read("like 1")).toEqual({ isOn: true, count: 6 });
  asked[0]?.answer(9);
  await done;
  expect(switches.read("like 1")).toEqual({ isOn: true, count: 9 });
});

it("P22 where it is not said how many have it on, what is known of that stays", () => {
  const switches = new Switches();
  switches.learn("member 2", { isOn: false, count: 57 });
  switches.learnIsOn("member 2", true);
  switches.learnIsOn("member 3", true);
  expect([switches.read("member 2"), switches.read("member 3")]).toEqual([
    { isOn: true, count: 57 },
    { isOn: true, count: 0 },
  ]);
});

it("P22 refused, it is put back as it was, and the refusal is told", async () => {
  const switches = new Switches();
  const { asked, change } = server();
  const done = switches.toggle("like 1", off, change);
  asked[0]?.refuse();
  await expect(done).rejects.toThrow("refused");
  expect(switches.read("like 1")).toEqual(off);
});

it("P22 presses while one is on its way: only the last one counts, one request after another", async () => {
  const switches = new Switches();
  const { asked, change } = server();
  const done = switches.toggle("like 1", off, change);
  void switches.toggle("like 1", off, change);
  expect(switches.read("like 1")).toEqual({ isOn: false, count: 5 });
  void switches.toggle("like 1", off, change);
  void switches.toggle("like 1", off, change);
  expect(asked).toHaveLength(1);
  asked[0]?.answer(6);
  await settled();
  expect(asked.map(({ isOn }) => isOn)).toEqual([true, false]);
  asked[1]?.answer(5);
  await done;
  expect(switches.read("like 1")).toEqual(off);
});

it("P22 an older list that arrives during a press does not take it back", async () => {
  const switches = new Switches();
  const { asked, change } = server();
  const done = switches.toggle("like 1", off, change);
  switches.learn("like 1", off);
  expect(switches.read("like 1")).toEqual({ isOn: true, count: 6 });
  asked[0]?.answer(6);
  await done;
  switches.learn("like 1", { isOn: true, count: 12 });
  expect(switches.read("like 1")).toEqual({ isOn: true, count: 12 });
});

import { expect, it } from "vitest";
import { Toggles, type SendToggle } from "./toggles.ts";

const off = { isOn: false, count: 5 };
/** A server that answers when it is told to. */
function server() {
  const asked: { isOn: boolean; answer: (count: number) => void; refuse: () => void }[] = [];
  const change: SendToggle = (isOn) =>
    new Promise((resolve, reject) => {
      asked.push({ isOn, answer: (count) => resolve({ count }), refuse: () => reject(new Error("refused")) });
    });
  return { asked, change };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

it("P22 a press shows at once, and what the server counts stands after it", async () => {
  const switches = new Toggles(() => null);
  const { asked, change } = server();
  const done = switches.toggle("like 1", off, change);
  expect(switches.read("like 1")).toEqual({ isOn: true, count: 6 });
  asked[0]?.answer(9);
  await done;
  expect(switches.read("like 1")).toEqual({ isOn: true, count: 9 });
});

it("P22 where it is not said how many have it on, what is known of that stays", () => {
  const switches = new Toggles(() => null);
  switches.learn("member 2", { isOn: false, count: 57 });
  switches.learnIsOn("member 2", true);
  switches.learnIsOn("member 3", true);
  expect([switches.read("member 2"), switches.read("member 3")]).toEqual([
    { isOn: true, count: 57 },
    { isOn: true, count: 0 },
  ]);
});

it("P22 refused, it is put back as it was, and the refusal is told", async () => {
  const switches = new Toggles(() => null);
  const { asked, change } = server();
  const done = switches.toggle("like 1", off, change);
  asked[0]?.refuse();
  await expect(done).rejects.toThrow("refused");
  expect(switches.read("like 1")).toEqual(off);
});

it("P22 presses while one is on its way: only the last one counts, one request after another", async () => {
  const switches = new Toggles(() => null);
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
  const switches = new Toggles(() => null);
  const { asked, change } = server();
  const done = switches.toggle("like 1", off, change);
  switches.learn("like 1", off);
  expect(switches.read("like 1")).toEqual({ isOn: true, count: 6 });
  asked[0]?.answer(6);
  await done;
  switches.learn("like 1", { isOn: true, count: 12 });
  expect(switches.read("like 1")).toEqual({ isOn: true, count: 12 });
});

/** Somebody who looks, and what they press. */
function person(openId: string | null) {
  const who = { openId };
  const switches = new Toggles(() => who.openId);
  const goOnAs = (next: string | null) => {
    who.openId = next;
    switches.forget();
  };
  return { switches, goOnAs };
}

it("P22 a visitor who logs in on the way has liked it, whatever the page loaded anew says", async () => {
  const { switches, goOnAs } = person(null);
  const { asked, change } = server();
  const done = switches.toggle("like 1", off, change);
  goOnAs("a");
  const askedAt = performance.now();
  switches.learn("like 1", off, askedAt);
  expect(switches.read("like 1")).toEqual({ isOn: true, count: 6 });
  // Later, by a clock that browsers make coarse.
  await expect.poll(() => performance.now()).toBeGreaterThan(askedAt);
  asked[0]?.answer(6);
  await done;
  // Asked for before the press was answered, it comes after it.
  switches.learn("like 1", off, askedAt);
  expect(asked.map(({ isOn }) => isOn)).toEqual([true]);
  expect(switches.read("like 1")).toEqual({ isOn: true, count: 6 });
  switches.learn("like 1", { isOn: true, count: 9 }, performance.now());
  expect(switches.read("like 1")).toEqual({ isOn: true, count: 9 });
});

it("P22 so has whoever's login had expired", async () => {
  const { switches, goOnAs } = person("a");
  const { asked, change } = server();
  const done = switches.toggle("like 1", off, change);
  goOnAs(null);
  switches.learn("like 1", off);
  goOnAs("a");
  switches.learn("like 1", off);
  asked[0]?.answer(6);
  await done;
  expect(asked.map(({ isOn }) => isOn)).toEqual([true]);
  expect(switches.read("like 1")).toEqual({ isOn: true, count: 6 });
});

it("P22 refused after the login, it stands as the server says of the person", async () => {
  const { switches, goOnAs } = person(null);
  const { asked, change } = server();
  const done = switches.toggle("like 1", off, change);
  goOnAs("a");
  switches.learn("like 1", { isOn: true, count: 5 });
  switches.learnCount("like 1", 7);
  asked[0]?.refuse();
  await expect(done).rejects.toThrow("refused");
  expect(switches.read("like 1")).toEqual({ isOn: true, count: 7 });
});

it("P22 Q14 what one person pressed is neither sent nor shown as another's", async () => {
  const { switches, goOnAs } = person("a");
  const [first, second] = [server(), server()];
  const done = switches.toggle("like 1", off, first.change);
  void switches.toggle("like 1", off, first.change);
  goOnAs("b");
  switches.learn("like 1", off);
  const pressed = switches.toggle("like 1", off, second.change);
  first.asked[0]?.answer(9);
  await done;
  expect(first.asked.map(({ isOn }) => isOn)).toEqual([true]);
  expect(switches.read("like 1")).toEqual({ isOn: true, count: 6 });
  second.asked[0]?.answer(6);
  await pressed;
  expect(second.asked.map(({ isOn }) => isOn)).toEqual([true]);
});

it("Q14 what was pressed before logging out is not shown to whoever looks then", async () => {
  const { switches, goOnAs } = person("a");
  const { asked, change } = server();
  const done = switches.toggle("like 1", off, change);
  goOnAs(null);
  asked[0]?.answer(6);
  await done;
  expect(switches.read("like 1")).toBeNull();
});

import { expect, it } from "vitest";
import { Toggles, type SendToggle } from "./toggles.ts";

const off = { isOn: false, count: 5 };
/** Server whose responses the test triggers. */
function server() {
  const requests: { isOn: boolean; answer: (count: number) => void; refuse: () => void }[] = [];
  const change: SendToggle = (isOn) =>
    new Promise((resolve, reject) => {
      requests.push({
        isOn,
        answer: (count) => resolve({ count }),
        refuse: () => reject(new Error("refused")),
      });
    });
  return { requests, change };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

it("P22 a press is shown at once, then the server's count replaces the estimate", async () => {
  const toggles = new Toggles(() => null);
  const { requests, change } = server();
  const done = toggles.toggle("like 1", off, change);
  expect(toggles.read("like 1")).toEqual({ isOn: true, count: 6 });
  requests[0]?.answer(9);
  await done;
  expect(toggles.read("like 1")).toEqual({ isOn: true, count: 9 });
});

it("P22 a state without a count keeps the known count", () => {
  const toggles = new Toggles(() => null);
  toggles.receive("member 2", { isOn: false, count: 57 });
  toggles.receiveIsOn("member 2", true);
  toggles.receiveIsOn("member 3", true);
  expect([toggles.read("member 2"), toggles.read("member 3")]).toEqual([
    { isOn: true, count: 57 },
    { isOn: true, count: 0 },
  ]);
});

it("P22 a refusal is thrown after the state has been rolled back", async () => {
  const toggles = new Toggles(() => null);
  const { requests, change } = server();
  const done = toggles.toggle("like 1", off, change);
  requests[0]?.refuse();
  await expect(done).rejects.toThrow("refused");
  expect(toggles.read("like 1")).toEqual(off);
});

it("P22 presses during a request are sent after it, and only the last one counts", async () => {
  const toggles = new Toggles(() => null);
  const { requests, change } = server();
  const done = toggles.toggle("like 1", off, change);
  void toggles.toggle("like 1", off, change);
  expect(toggles.read("like 1")).toEqual({ isOn: false, count: 5 });
  void toggles.toggle("like 1", off, change);
  void toggles.toggle("like 1", off, change);
  expect(requests).toHaveLength(1);
  requests[0]?.answer(6);
  await settled();
  expect(requests.map(({ isOn }) => isOn)).toEqual([true, false]);
  requests[1]?.answer(5);
  await done;
  expect(toggles.read("like 1")).toEqual(off);
});

it("P22 a list that arrives during a request does not undo the press", async () => {
  const toggles = new Toggles(() => null);
  const { requests, change } = server();
  const done = toggles.toggle("like 1", off, change);
  toggles.receive("like 1", off);
  expect(toggles.read("like 1")).toEqual({ isOn: true, count: 6 });
  requests[0]?.answer(6);
  await done;
  toggles.receive("like 1", { isOn: true, count: 12 });
  expect(toggles.read("like 1")).toEqual({ isOn: true, count: 12 });
});

/** Toggles of a viewer who can change by login and logout. */
function person(openId: string | null) {
  const viewer = { openId };
  const toggles = new Toggles(() => viewer.openId);
  const becomes = (next: string | null) => {
    viewer.openId = next;
    toggles.resetForViewer();
  };
  return { toggles, becomes };
}

it("P22 a visitor's press survives the login that it caused and the reload after it", async () => {
  const { toggles, becomes } = person(null);
  const { requests, change } = server();
  const done = toggles.toggle("like 1", off, change);
  becomes("a");
  const askedAt = performance.now();
  toggles.receive("like 1", off, askedAt);
  expect(toggles.read("like 1")).toEqual({ isOn: true, count: 6 });
  // Waits for the next tick, since browsers coarsen the clock.
  await expect.poll(() => performance.now()).toBeGreaterThan(askedAt);
  requests[0]?.answer(6);
  await done;
  // A response that was requested before the press was answered is outdated.
  toggles.receive("like 1", off, askedAt);
  expect(requests.map(({ isOn }) => isOn)).toEqual([true]);
  expect(toggles.read("like 1")).toEqual({ isOn: true, count: 6 });
  toggles.receive("like 1", { isOn: true, count: 9 }, performance.now());
  expect(toggles.read("like 1")).toEqual({ isOn: true, count: 9 });
});

it("P22 a press survives the renewal of an expired login", async () => {
  const { toggles, becomes } = person("a");
  const { requests, change } = server();
  const done = toggles.toggle("like 1", off, change);
  becomes(null);
  toggles.receive("like 1", off);
  becomes("a");
  toggles.receive("like 1", off);
  requests[0]?.answer(6);
  await done;
  expect(requests.map(({ isOn }) => isOn)).toEqual([true]);
  expect(toggles.read("like 1")).toEqual({ isOn: true, count: 6 });
});

it("P22 a press that is refused after the login falls back to the person's own state", async () => {
  const { toggles, becomes } = person(null);
  const { requests, change } = server();
  const done = toggles.toggle("like 1", off, change);
  becomes("a");
  toggles.receive("like 1", { isOn: true, count: 5 });
  toggles.receiveCount("like 1", 7);
  requests[0]?.refuse();
  await expect(done).rejects.toThrow("refused");
  expect(toggles.read("like 1")).toEqual({ isOn: true, count: 7 });
});

it("P22 Q14 one person's press is neither sent nor shown as another's", async () => {
  const { toggles, becomes } = person("a");
  const [first, second] = [server(), server()];
  const done = toggles.toggle("like 1", off, first.change);
  void toggles.toggle("like 1", off, first.change);
  becomes("b");
  toggles.receive("like 1", off);
  const pressed = toggles.toggle("like 1", off, second.change);
  first.requests[0]?.answer(9);
  await done;
  expect(first.requests.map(({ isOn }) => isOn)).toEqual([true]);
  expect(toggles.read("like 1")).toEqual({ isOn: true, count: 6 });
  second.requests[0]?.answer(6);
  await pressed;
  expect(second.requests.map(({ isOn }) => isOn)).toEqual([true]);
});

it("Q14 a press before the logout is not shown to the next viewer", async () => {
  const { toggles, becomes } = person("a");
  const { requests, change } = server();
  const done = toggles.toggle("like 1", off, change);
  becomes(null);
  requests[0]?.answer(6);
  await done;
  expect(toggles.read("like 1")).toBeNull();
});

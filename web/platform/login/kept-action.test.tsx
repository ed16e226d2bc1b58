import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Refusal } from "#contract/core/errors.ts";
import { onChallenge } from "../http/challenges.ts";
import { currentSession } from "../session/session.ts";
import { setSite } from "../environment/site.ts";
import { siteForTests } from "../testing/test-site.ts";
import { bindMobileFor } from "./bind-mobile.ts";
import { useKeptAction } from "./kept-action.ts";

/** Why the binding cannot begin; null: the page is left for it. */
const binding = vi.hoisted(() => ({ obstacle: null as string | null, begun: 0 }));
vi.mock("./login.ts", () => ({
  requestLogin: () => {
    binding.begun += 1;
    return Promise.resolve(binding);
  },
  loginFailureMessage: ({ obstacle }: typeof binding) => obstacle,
}));

const KEY = "vw_mall.keptAction";
const refused = () => new Refusal("mobileRequired");
const logIn = (mobile: string | null): void =>
  currentSession.save({
    accessToken: "t",
    userInfo: { openId: "o", mobile, nickname: "n", avatar: null, vip: false, owner: false },
  });

const repeat = vi.fn<(value: string) => void>();
let root: Root;
function Screen({ name }: { name: "claim" | "vote" }) {
  useKeptAction(name, repeat);
  return <p>shown</p>;
}
/** Opens the screen as after a return to it, and waits until its effects have run. */
async function show(name: "claim" | "vote" = "claim"): Promise<void> {
  root.unmount();
  root = createRoot(document.body.appendChild(document.createElement("div")));
  root.render(<Screen name={name} />);
  await vi.waitFor(() => expect(document.body.textContent).toBe("shown"));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}
beforeEach(() => {
  setSite(siteForTests);
  sessionStorage.clear();
  localStorage.clear();
  Object.assign(binding, { obstacle: null, begun: 0 });
  repeat.mockReset();
  document.body.replaceChildren();
  root = createRoot(document.createElement("div"));
});
afterEach(() => {
  root.unmount();
  history.replaceState(null, "", location.pathname);
  vi.useRealTimers();
});

it("E21 an action that needs a mobile goes on once after the return with one", async () => {
  logIn(null);
  await bindMobileFor(refused(), "claim", "611");
  expect([binding.begun, repeat.mock.calls]).toEqual([1, []]);
  logIn("13700007211");
  await show();
  expect(repeat.mock.calls).toEqual([["611"]]);
  await show();
  expect(repeat.mock.calls).toEqual([["611"]]);
});

it("E21 a return without a mobile forgets the action, also for a later binding", async () => {
  logIn(null);
  await bindMobileFor(refused(), "claim", "612");
  await show();
  logIn("13700007212");
  await show();
  expect([repeat.mock.calls, sessionStorage.getItem(KEY)]).toEqual([[], null]);
});

it("E21 only the page and the kind of action that began go on", async () => {
  logIn(null);
  const { pathname } = location;
  await bindMobileFor(refused(), "claim", "613");
  logIn("13700007213");
  await show("vote");
  history.replaceState(null, "", `${pathname}-other`);
  await show();
  expect(repeat.mock.calls).toEqual([]);
  history.replaceState(null, "", pathname);
  await show();
  expect(repeat.mock.calls).toEqual([["613"]]);
});

it("E21 after a quarter of an hour the action is forgotten, and so is a value that cannot be read", async () => {
  logIn(null);
  await bindMobileFor(refused(), "claim", "614");
  logIn("13700007214");
  const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "") as { time: number };
  sessionStorage.setItem(KEY, JSON.stringify({ ...kept, time: kept.time - 15 * 60_000 }));
  await show();
  sessionStorage.setItem(KEY, "{broken");
  await show();
  expect(repeat.mock.calls).toEqual([]);
});

it("E21 an action that is refused again does not leave the page by itself; the next tap does", async () => {
  const toasts: string[] = [];
  const stop = onChallenge((raised) => {
    if (raised.kind === "toast") toasts.push(raised.args.text);
  });
  logIn(null);
  await bindMobileFor(refused(), "claim", "615");
  logIn("13700007215");
  await show();
  await bindMobileFor(refused(), "claim", "615");
  expect([binding.begun, toasts]).toEqual([1, ["请先绑定手机号"]]);
  await bindMobileFor(refused(), "claim", "615");
  expect(binding.begun).toBe(2);
  stop();
});

it("E21 a binding that cannot begin keeps nothing", async () => {
  const stop = onChallenge(() => {});
  binding.obstacle = "网络不可用，请检查网络后重试";
  logIn(null);
  await bindMobileFor(refused(), "vote", "616");
  expect(sessionStorage.getItem(KEY)).toBeNull();
  stop();
});

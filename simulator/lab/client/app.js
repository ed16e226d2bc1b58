// @ts-check
import { Controls } from "./controls.js";
import { callLab, byId, errorText, announce } from "./dom.js";
import { labFaults, serverFaults } from "./faults.js";
import { DeviceFrame, frameHostName } from "./frames.js";
import { MessageLog } from "./log.js";
import { formatLabState, parseLabState } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @type {{hosts: import("./frames.js").Host[], environments: string[], theme: Record<string, string>, clientId: string}} */
const facts = JSON.parse(byId("facts").textContent ?? "");
for (const [name, value] of Object.entries(facts.theme))
  document.documentElement.style.setProperty(name, value);

const known = {
  hosts: facts.hosts.map(({ kind }) => kind),
  environments: facts.environments,
  faults: labFaults.map(({ id }) => id),
};
let state = parseLabState(location.search, known);
/** @type {Map<string, DeviceFrame>} */
const frames = new Map();

const controls = new Controls(facts, change, {
  reload: () => frames.forEach((frame) => frame.tell("reload")),
  run: () => frames.forEach((frame) => frame.open({ walk: true })),
});
const log = new MessageLog(
  (kind) => facts.hosts.find((host) => host.kind === kind)?.name ?? kind,
  (show) => change({ show }),
);

/** What a change of these needs: the frames are opened anew, as somebody new. */
const REOPENS = ["hosts", "path", "env", "person", "session", "place", "city", "clock", "faults", "custom"];

/** @param {Partial<State>} part */
function change(part) {
  const before = state;
  state = { ...state, ...part };
  if ("focus" in part && before.focus === part.focus) state.focus = "";
  history.replaceState(null, "", location.pathname + formatLabState(state));
  const isAnew = REOPENS.some((name) => name in part);
  show();
  if (isAnew) void open(before);
  else if ("network" in part) for (const frame of frames.values()) void frame.setNetwork(state.network);
}

/** Puts the state on show; opens nothing. */
function show() {
  controls.update(state);
  log.update(state);
  for (const host of facts.hosts) {
    const isWanted = state.hosts.includes(host.kind);
    const frame = frames.get(host.kind);
    if (isWanted && !frame)
      frames.set(
        host.kind,
        new DeviceFrame(host, { clientId: facts.clientId, onFocus: (focus) => change({ focus }) }),
      );
    if (!isWanted && frame) {
      frame.element.remove();
      frames.delete(host.kind);
    }
  }
  for (const { kind } of facts.hosts) {
    const frame = frames.get(kind);
    // Moving a frame would load it anew.
    if (frame && !frame.element.isConnected) byId("frames").append(frame.element);
    frame?.update(state);
  }
}

/** Prepares the server, then the frames. @param {State | null} before only frames that were not there then, if only those changed */
async function open(before) {
  try {
    const names = state.hosts.map((kind) => frameHostName(kind, state.env));
    await callLab("/sim/clock", { now: state.clock === "" ? null : new Date(state.clock).getTime() });
    await callLab("/sim/faults", []);
    const wanted = serverFaults(state.faults, state.custom, names);
    if (wanted.length > 0) await callLab("/sim/faults", wanted);
  } catch (error) {
    announce(`模拟器没有照办：${errorText(error)}`);
  }
  const isOnlyMore =
    before !== null && formatLabState({ ...before, hosts: state.hosts }) === formatLabState(state);
  for (const [kind, frame] of frames) if (!isOnlyMore || !before.hosts.includes(kind)) frame.open();
}

addEventListener("message", ({ source, data }) => {
  const frame = [...frames.values()].find((one) => one.owns(source));
  if (!frame || typeof data !== "object" || data === null) return;
  if (data.marque === "frame") frame.hear(data);
  if (data.marque !== "host") return;
  const { marque: _marque, ...entry } = data;
  frame.notice(entry);
  log.add({ id: `${frame.host.kind}.${entry.at}.${Math.random()}`, ...entry, host: frame.host.kind });
});
// What is known of a page grows while it is used.
setInterval(() => frames.forEach((frame) => frame.tell("facts")), 1_000);

show();
void open(null);

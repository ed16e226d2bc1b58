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
  reload: () => frames.forEach((frame) => frame.send("reload")),
  run: () => frames.forEach((frame) => frame.open({ walk: true })),
});
const log = new MessageLog(
  (kind) => facts.hosts.find((host) => host.kind === kind)?.name ?? kind,
  (show) => change({ show }),
);

/** Fields whose change opens the frames again with a new user. */
const REOPENING_FIELDS = [
  "hosts",
  "path",
  "env",
  "person",
  "session",
  "place",
  "city",
  "clock",
  "faults",
  "custom",
];

/** @param {Partial<State>} part */
function change(part) {
  const before = state;
  state = { ...state, ...part };
  if ("focus" in part && before.focus === part.focus) state.focus = "";
  history.replaceState(null, "", location.pathname + formatLabState(state));
  const needsReopen = REOPENING_FIELDS.some((name) => name in part);
  show();
  if (needsReopen) void open(before);
  else if ("network" in part) for (const frame of frames.values()) void frame.setNetwork(state.network);
}

/** Renders the state without opening pages. */
function show() {
  controls.update(state);
  log.update(state);
  for (const host of facts.hosts) {
    const isShown = state.hosts.includes(host.kind);
    const frame = frames.get(host.kind);
    if (isShown && !frame)
      frames.set(
        host.kind,
        new DeviceFrame(host, { clientId: facts.clientId, onFocus: (focus) => change({ focus }) }),
      );
    if (!isShown && frame) {
      frame.element.remove();
      frames.delete(host.kind);
    }
  }
  for (const { kind } of facts.hosts) {
    const frame = frames.get(kind);
    // Moving a connected frame in the document would reload it.
    if (frame && !frame.element.isConnected) byId("frames").append(frame.element);
    frame?.update(state);
  }
}

/** Prepares the server, then opens the frames. @param {State | null} before state to compare with: if only the hosts changed, only new frames open */
async function open(before) {
  try {
    const names = state.hosts.map((kind) => frameHostName(kind, state.env));
    await callLab("/sim/clock", { now: state.clock === "" ? null : new Date(state.clock).getTime() });
    await callLab("/sim/faults", []);
    const faults = serverFaults(state.faults, state.custom, names);
    if (faults.length > 0) await callLab("/sim/faults", faults);
  } catch (error) {
    announce(`模拟器没有照办：${errorText(error)}`);
  }
  const onlyHostsChanged =
    before !== null && formatLabState({ ...before, hosts: state.hosts }) === formatLabState(state);
  for (const [kind, frame] of frames) if (!onlyHostsChanged || !before.hosts.includes(kind)) frame.open();
}

addEventListener("message", ({ source, data }) => {
  const frame = [...frames.values()].find((candidate) => candidate.owns(source));
  if (!frame || typeof data !== "object" || data === null) return;
  if (data.marque === "frame") frame.handleMessage(data);
  if (data.marque !== "host") return;
  const { marque: _marque, ...entry } = data;
  frame.observe(entry);
  log.add({ id: `${frame.host.kind}.${entry.at}.${Math.random()}`, ...entry, host: frame.host.kind });
});
// Requests the facts of each page regularly because they change while it is used.
setInterval(() => frames.forEach((frame) => frame.send("facts")), 1_000);

show();
void open(null);

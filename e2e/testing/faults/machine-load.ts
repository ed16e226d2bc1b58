import { randomInt } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { listNearby, type ActivityDetail } from "#contract/activity/activity.ts";
import { contractClient } from "../contract-client.ts";
import { newClient, sendSignUp, type SignUpClient } from "./clients.ts";

/** Pause between two requests of a lane, ms. */
const PAUSE = 10;
/** Letters only: a longer number in an id may look like a mobile, which the collector removes. */
export const newVisitorId = (): string =>
  `visitor-${Array.from({ length: 24 }, () => String.fromCharCode(97 + randomInt(26))).join("")}`;

export type MachineLoad = {
  /** Requests that a machine has answered so far. */
  good(origin: string): number;
  /** Ids of the visitors whose event a machine has acknowledged. */
  acknowledged(origin: string): readonly string[];
  /** Ends the load. @returns each origin's failed requests, and people who signed up at any machine */
  end(): Promise<{ failed: ReadonlyMap<string, readonly string[]>; people: readonly SignUpClient[] }>;
};

type Lane = (origin: string) => Promise<void>;

/** Body of a beacon in the format of Sensors' clients: one event, or a list of one. */
function beaconOf(visitor: string, isList: boolean): string {
  const event = {
    distinct_id: visitor,
    anonymous_id: visitor,
    type: "track",
    event: "$pageview",
    time: Date.now(),
    _track_id: randomInt(1_000_000_000),
    lib: { $lib: "js", $lib_method: "code", $lib_version: "1.26.17" },
    properties: { $title: "活动首页", platform_type: "pc" },
  };
  const text = JSON.stringify(isList ? [event] : event);
  return `${isList ? "data_list" : "data"}=${encodeURIComponent(Buffer.from(text).toString("base64"))}`;
}
/**
 * Sends a page view of a visitor over a connection of its own. @param isList as the only one of a list
 * @throws Error if it is not acknowledged
 */
export async function sendPageView(origin: string, visitor: string, isList = false): Promise<void> {
  const { status } = await fetch(`${origin}/sa?project=dianshang`, {
    method: "POST",
    headers: { "content-type": "text/plain;charset=UTF-8", connection: "close" },
    body: beaconOf(visitor, isList),
  });
  if (status !== 200) throw new Error(`the event was answered ${status}`);
}

/**
 * Visitors of each machine: events and lists of activities from lanes that stay at one machine, and people who sign up
 * and go to the other machine when theirs does not answer, as behind a load balancer.
 */
export function startMachineLoad(origins: readonly [string, string], activity: ActivityDetail): MachineLoad {
  let isOver = false;
  const good = new Map<string, number>(origins.map((origin) => [origin, 0]));
  const failed = new Map<string, string[]>(origins.map((origin) => [origin, []]));
  const acknowledged = new Map<string, string[]>(origins.map((origin) => [origin, []]));
  const people: SignUpClient[] = [];

  const machineAt = (turn: number): string => origins[turn % 2] ?? origins[0];

  const events =
    (isList: boolean): Lane =>
    async (origin) => {
      const visitor = newVisitorId();
      await sendPageView(origin, visitor, isList);
      acknowledged.get(origin)?.push(visitor);
    };
  const reads: Lane = async (origin) => {
    await contractClient(origin, {}, { connection: "close" })(listNearby, { cityCode: "310100", size: 20 });
  };
  const repeat = async (origin: string, lane: Lane): Promise<void> => {
    while (!isOver) {
      await lane(origin).then(
        () => good.set(origin, (good.get(origin) ?? 0) + 1),
        (error: unknown) => failed.get(origin)?.push(String(error)),
      );
      await setTimeout(PAUSE);
    }
  };
  const signUps = async (): Promise<void> => {
    for (let turn = 0; !isOver; turn++) {
      // Nobody begins at a machine that is lost: the load balancer gives the person the next one.
      const client = await newClient(machineAt(turn), activity).catch(() => null);
      if (client === null) continue;
      people.push(client);
      for (let at = turn; !(await sendSignUp(machineAt(at), activity.activityId, client)); at++)
        await setTimeout(PAUSE);
    }
  };
  const lanes = origins.flatMap((origin) => [
    repeat(origin, events(false)),
    repeat(origin, events(true)),
    repeat(origin, reads),
  ]);
  lanes.push(signUps(), signUps());
  return {
    good: (origin) => good.get(origin) ?? 0,
    acknowledged: (origin) => acknowledged.get(origin) ?? [],
    async end() {
      isOver = true;
      await Promise.all(lanes);
      return { failed, people };
    },
  };
}

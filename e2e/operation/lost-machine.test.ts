import { afterAll, beforeAll, expect, test } from "vitest";
import { activityFilters, findActivity } from "../testing/activities.ts";
import { verifySignUps } from "../testing/faults/clients.ts";
import { startMachineLoad } from "../testing/faults/machine-load.ts";
import { startTwoMachines, type TwoMachines } from "../testing/faults/two-machines.ts";

let installation: TwoMachines;
beforeAll(async () => {
  installation = await startTwoMachines();
});
afterAll(() => installation.stop());

/** Events of each machine before the kill that are stored, and as many that are only accepted. */
const EVENTS = 60;

/** Time until the other machine takes a lost one for lost, ms, with room for a slow machine. */
const TAKEOVER = 150_000;

/** Visitors whose event is not stored. */
async function missingOf(visitors: readonly string[]): Promise<string[]> {
  const stored = await installation.countEvents(visitors);
  return visitors.filter((visitor) => !stored.has(visitor));
}

test(
  "HA12 HA14 a machine is killed under load: the other one answers everything, nothing acknowledged is lost",
  { timeout: 240_000 },
  async () => {
    const [lost, left] = installation.machines;
    const activity = await findActivity(
      left.origin,
      (one) => activityFilters.plain(one) && one.remaining === null,
    );
    const load = startMachineLoad([lost.origin, left.origin], activity);
    const accepted = () => load.acknowledged(lost.origin).length;
    const untilAccepted = async (events: number): Promise<void> => {
      await expect.poll(accepted, { timeout: 60_000 }).toBeGreaterThan(events);
    };
    await untilAccepted(EVENTS);
    const letEventsBeStored = await installation.holdEvents();
    await untilAccepted(accepted() + EVENTS);
    process.kill(lost.pid, "SIGKILL");
    const unstored = await missingOf(load.acknowledged(lost.origin));
    expect(unstored.length).toBeGreaterThan(EVENTS / 2);
    await letEventsBeStored();
    const goodBefore = load.good(left.origin);
    await expect.poll(() => load.good(left.origin), { timeout: 60_000 }).toBeGreaterThan(goodBefore + EVENTS);
    const { failed, people } = await load.end();

    expect(failed.get(left.origin)).toEqual([]);
    expect(failed.get(lost.origin)?.length).toBeGreaterThan(0);
    expect(people.length).toBeGreaterThan(2);
    expect(await verifySignUps(left.origin, people)).toEqual({ lost: 0, doubled: 0 });

    // The other machine stores what the killed one had acknowledged, each event once.
    const acknowledged = [lost, left].flatMap(({ origin }) => load.acknowledged(origin));
    await expect.poll(() => missingOf(acknowledged), { timeout: TAKEOVER }).toEqual([]);
    const stored = await installation.countEvents(acknowledged);
    expect(acknowledged.filter((visitor) => stored.get(visitor) !== 1)).toEqual([]);
  },
);

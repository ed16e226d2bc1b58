import { afterAll, beforeAll, expect, test } from "vitest";
import { runUnderKills, startMallTestbed, type MallTestbed } from "../testing/faults/mall-testbed.ts";

let testbed: MallTestbed;
beforeAll(async () => {
  testbed = await startMallTestbed();
});
afterAll(() => testbed.end());

/** Refunds of one payment are a minute apart, and all of them end before the properties are judged; ms. */
const TIME_LIMIT = 360_000;

test(
  "MA101 the server is killed while people order, pay, cancel, pick up and return: every property of the mall holds",
  { timeout: TIME_LIMIT },
  async () => {
    const outcome = await runUnderKills(testbed, { kills: 6, lanes: 6 });
    const { broken, lost, failures, channelFen, channelsOwnFen, suspenseFen } = outcome;
    expect({ broken, lost, failures }).toEqual({ broken: [], lost: [], failures: [] });
    expect(channelFen).toBe(channelsOwnFen);
    expect(suspenseFen).toBe(0);
    // Fails if the crowd did nothing.
    expect(outcome.acknowledged).toBeGreaterThan(20);
  },
);

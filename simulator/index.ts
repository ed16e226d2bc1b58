import type { Product } from "../server/app.ts";
import { addBridgeTest } from "./bridge-test/index.ts";
import { addFaults } from "./faults.ts";
import { addFunnel } from "./funnel/index.ts";
import { addKocReviewer } from "./koc/index.ts";
import { addLab } from "./lab/index.ts";
import { addNetwork } from "./network.ts";
import { addOwnerReview } from "./owner-review.ts";
import { addSaleRoom } from "./sale-room/index.ts";
import { addSeams } from "./seams.ts";
import { addStaffLinks } from "./staff-links/index.ts";
import { addWechat } from "./wechat/index.ts";

export { SaleRecorder } from "./sale-room/recorder.ts";
export { sealTk } from "./tk.ts";

/** Adds the test seams of contract section 11; none of these paths exists in production. */
export function addSimulators(product: Product): void {
  const { app, kit, watch } = product;
  // The clock that /sim/clock sets is the server's whole clock: its answers are dated by it too.
  app.addHook("onRequest", (_request, reply, done) => {
    void reply.header("date", new Date(kit.clock.now()).toUTCString());
    done();
  });
  const isBroken = addNetwork(product);
  const isFaulty = addFaults(product);
  // Answers from memory know neither broken networks, nor faults, nor the set clock's date.
  watch(() => isBroken() || isFaulty() || Math.abs(kit.clock.now() - Date.now()) > 1_000);
  addSeams(product);
  addOwnerReview(product);
  addFunnel(product);
  addStaffLinks(product);
  addKocReviewer(product);
  addWechat(product);
  addLab(product);
  addSaleRoom(product);
  addBridgeTest(product);
}

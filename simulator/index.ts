import type { Product } from "../server/app.ts";
import { addAmap } from "./amap.ts";
import { addBridgeTest } from "./bridge-test/index.ts";
import { addConsoleLogin } from "./console/index.ts";
import { addExpress } from "./express/index.ts";
import { addFaultInjection } from "./fault-injection.ts";
import { addFunnel } from "./funnel/index.ts";
import { addKocReviewer } from "./koc/index.ts";
import { addLab } from "./lab/index.ts";
import { addNetworkConditions } from "./network-conditions.ts";
import { addOwnerReview } from "./owner-review.ts";
import { addPay } from "./pay/index.ts";
import { addSaleRoom } from "./sale-room/index.ts";
import { addTestHooks } from "./test-hooks.ts";
import { addStaffLinks } from "./staff-links/index.ts";
import { addWechat } from "./wechat/index.ts";

export { SaleRecorder } from "./sale-room/recorder.ts";
export { encryptTk } from "./encrypt-tk.ts";

/** Adds the test hooks of contract section 11; none of these paths exists in production. */
export function addSimulators(product: Product): void {
  const { app, context, bypassFastPathWhile } = product;
  // The clock of /sim/clock is the server's only clock: its responses are dated by it too.
  app.addHook("onRequest", (_request, reply, done) => {
    void reply.header("date", new Date(context.clock.now()).toUTCString());
    done();
  });
  const isBroken = addNetworkConditions(product);
  const isFaulty = addFaultInjection(product);
  // Responses from memory would bypass broken networks, faults and the clock's date.
  bypassFastPathWhile(() => isBroken() || isFaulty() || Math.abs(context.clock.now() - Date.now()) > 1_000);
  addTestHooks(product);
  addOwnerReview(product);
  addAmap(product);
  addFunnel(product);
  addStaffLinks(product);
  addConsoleLogin(product);
  addKocReviewer(product);
  addWechat(product, addPay(product));
  addExpress(product);
  addLab(product);
  addSaleRoom(product);
  addBridgeTest(product);
}

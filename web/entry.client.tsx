import { HydratedRouter } from "react-router/dom";
import { clientRouter, hydrate } from "./app/client-router.tsx";
import { takeLanding } from "./platform/address.ts";
import { keepChannel } from "./platform/channel.ts";
import { mayBeLogin } from "./platform/login/settled.ts";

performance.mark("client-start");
// Before the router reads the address: what a login or a link brought is taken and taken out.
keepChannel(location.search);
const landing = takeLanding();
const start = (): void => {
  if (import.meta.env.DEV) return hydrate(document, <HydratedRouter />);
  const router = clientRouter();
  // React's own start is a task apart from that of the router, so that a tap can come between.
  setTimeout(hydrate, 0, document, router);
};
// Only what belongs to a login needs its module first.
if (mayBeLogin(landing))
  void import("./platform/login/login.ts").then(({ receive }) => receive(landing)).finally(start);
else start();

import { setTimeout } from "node:timers/promises";
import { onLeave, onStopSignal, tellReady } from "./config.ts";

// One of several processes that takes its time to go, and tells that it goes on as often as tests look at it.
onStopSignal(() => Promise.resolve());
onLeave(() => setTimeout(800));
tellReady();
setInterval(() => process.argv.includes("often") && process.send?.("alive"), 10);

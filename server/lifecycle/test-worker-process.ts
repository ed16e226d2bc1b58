import { createServer } from "node:http";
import { setTimeout } from "node:timers/promises";
import { onRetire, onStopSignal, notifyReady } from "../config.ts";

// One of several processes that takes its time to go, answers by its number, and tells that it goes on as
// often as tests look at it.
onStopSignal(() => Promise.resolve());
onRetire(() => setTimeout(800));
notifyReady();
setInterval(() => process.argv.includes("often") && process.send?.("alive"), 10);
createServer((_request, response) => response.end(String(process.pid))).listen(0, "127.0.0.1");

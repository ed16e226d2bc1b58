import { createServer } from "node:http";
import { setTimeout } from "node:timers/promises";
import { onRetire, onStopSignal, notifyReady } from "../config.ts";

// A worker process that takes 0.8 s to end, answers with its process id, and sends heartbeats often enough for the tests.
onStopSignal(() => Promise.resolve());
onRetire(() => setTimeout(800));
notifyReady();
setInterval(() => process.argv.includes("often") && process.send?.("alive"), 10);
createServer((_request, response) => response.end(String(process.pid))).listen(0, "127.0.0.1");

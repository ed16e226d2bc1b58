import { createServer } from "node:http";
import { setTimeout } from "node:timers/promises";
import { onRetire, onStopSignal, notifyReady, processSlot } from "../config.ts";
import { joinMetricsExchange } from "./metrics-exchange.ts";

// A worker process that takes 0.8 s to end, answers with its process id, and sends heartbeats often enough for the tests.
// At /metrics it answers with what it and the other processes give as their metrics: their places.
onStopSignal(() => Promise.resolve());
onRetire(() => setTimeout(800));
const readOthers = joinMetricsExchange(() => Promise.resolve(processSlot()));
notifyReady();
setInterval(() => process.argv.includes("often") && process.send?.("alive"), 10);
createServer((request, response) => {
  if (request.url !== "/metrics") return void response.end(String(process.pid));
  void readOthers().then((others) => response.end(JSON.stringify([processSlot(), ...others])));
}).listen(0, "127.0.0.1");

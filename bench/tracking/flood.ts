// Sends events to a collector as fast as it responds, over separate sockets: the requests are prepared in
// advance to keep the cost of measuring small. Arguments: address, seconds, connections, and the number of
// events in a request (1: beacons; more: lists). Prints one line of JSON: requests per second, refusals,
// broken connections.
import { connect, type Socket } from "node:net";
import { sampleForm, sampleEvent } from "../../server/tracking/test-client.ts";

const [address = "", seconds = "4", connections = "50", perRequest = "1"] = process.argv.slice(2);
const { hostname, port, pathname, search } = new URL(address);
/** Number of different bodies, so that few events are duplicates. */
const BODIES = 60_000;
const mark = `${process.pid}-${Date.now()}`;
const activity = (number: number): string => `100000000000000${1000 + (number % 500)}`;
const properties = (number: number) => ({
  $timezone_offset: -480,
  $screen_width: 390,
  $screen_height: 844,
  $viewport_width: 390,
  $viewport_height: 664,
  $lib: "js",
  $lib_version: "1.26.17",
  $latest_traffic_source_type: "直接流量",
  $latest_search_keyword: "未取到值_直接打开",
  $latest_referrer: "",
  $is_first_day: true,
  platform_type: "mobileBrowser",
  dianshang_type: "WEB",
  city_code: "310100",
  activity_id: activity(number),
  $url: `https://m.qinglan.example/marketing/area/activity/offline/${activity(number)}?utm_source=wechat`,
  $url_path: `/marketing/area/activity/offline/${activity(number)}`,
  $title: "金秋山路试驾 - 青岚汽车",
  $referrer: "https://m.qinglan.example/marketing/area/activity/list",
});
const eventAt = (number: number) =>
  sampleEvent({
    distinct_id: `${mark}-${number}`,
    anonymous_id: `${mark}-${number}`,
    _track_id: number,
    properties: properties(number),
  });
const many = Number(perRequest);
const bodyAt = (number: number): string =>
  many === 1
    ? sampleForm.data(eventAt(number))
    : sampleForm.list(Array.from({ length: many }, (_, at) => eventAt(number * many + at)));
const requests = Array.from({ length: Math.ceil(BODIES / many) }, (_, number) => {
  const body = bodyAt(number);
  return Buffer.from(
    `POST ${pathname}${search} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: text/plain;charset=UTF-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
});

let next = 0;
let isOver = false;
const count = { answered: 0, refused: 0, broken: 0 };
const open = new Set<Socket>();
const send = (socket: Socket): void => void socket.write(requests[next++ % requests.length] ?? "");

/** Length of the first response in the text, 0 while it is incomplete. */
function answerLength(text: string): number {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return 0;
  const [, length = "0"] = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end + 2)) ?? [];
  const whole = end + 4 + Number(length);
  return text.length >= whole ? whole : 0;
}

/** Opens a connection: a request, its response, the next request. */
function start(): void {
  const socket = connect(Number(port), hostname, () => send(socket)).setNoDelay();
  let received = "";
  open.add(socket);
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
    const length = answerLength(received);
    if (length === 0 || isOver) return;
    count.answered++;
    if (!received.startsWith("HTTP/1.1 2")) count.refused++;
    const isClosing = /\r\nconnection: close/i.test(received);
    received = received.slice(length);
    if (isClosing) socket.end();
    else send(socket);
  });
  socket.on("error", () => count.broken++);
  socket.on("close", () => {
    open.delete(socket);
    if (!isOver) start();
  });
}

process.stdout.write("ready\n");
const began = performance.now();
for (let connection = 0; connection < Number(connections); connection++) start();
setTimeout(
  () => {
    isOver = true;
    const took = (performance.now() - began) / 1_000;
    const { answered, refused, broken } = count;
    process.stdout.write(`${JSON.stringify({ requests: answered / took, refused, errors: broken })}\n`);
    for (const socket of open) socket.destroy();
  },
  Number(seconds) * 1_000,
);

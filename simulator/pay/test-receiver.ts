import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { PaymentChannels } from "../../server/payment/index.ts";

type Channel = NonNullable<ReturnType<PaymentChannels["of"]>>;
/** A notice as the product reads it. */
export type ReadNotice = ReturnType<Channel["readNotice"]>;

/** Receives notices as the product does, without storing them. */
export class NoticeReceiver {
  readonly notices: ReadNotice[] = [];
  /** Names of the keys under which WeChat's notices came. */
  readonly serials = new Set<string>();
  /** Outcome that the next notices get. */
  outcome: "stored" | "failed" = "stored";
  readonly #server: Server;
  /** @param channelOf the channel of a path */
  constructor(channelOf: (path: string) => Channel) {
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        const channel = channelOf(request.url ?? "");
        this.serials.add(String(request.headers["wechatpay-serial"]));
        const notice = channel.readNotice({ headers: request.headers, body: Buffer.concat(parts) });
        this.notices.push(notice);
        const { status, type, body } = channel.answerNotice(
          notice.kind === "refused" ? "refused" : this.outcome,
        );
        response.writeHead(status, { "content-type": type }).end(body);
      });
    });
  }
  /** @returns the address, with a trailing slash */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/mall-api/`;
  }
  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

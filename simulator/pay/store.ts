import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export type SimulatedChannel = "wechat" | "alipay";
/** A payment at a simulated channel. Amounts are integer fen, times ms since the epoch by the product's clock. */
export type SimulatedTrade = {
  readonly channel: SimulatedChannel;
  readonly outTradeNo: string;
  readonly tradeNo: string;
  /** Token of the cashier: WeChat's prepay_id; a new one for each preparation. */
  readonly tokens: readonly string[];
  readonly scene: string;
  readonly appId: string;
  readonly payer: string;
  readonly amountFen: number;
  readonly description: string;
  readonly notifyUrl: string;
  readonly returnUrl: string | null;
  readonly timeExpire: number;
  readonly createdTime: number;
  /** `draft`: a request to Alipay's cashier, in which nobody has confirmed yet: Alipay does not know the trade. */
  readonly state: "draft" | "open" | "paid" | "closed";
  readonly paidTime: number | null;
};
export type SimulatedRefund = {
  readonly channel: SimulatedChannel;
  readonly outTradeNo: string;
  readonly outRefundNo: string;
  readonly refundNo: string;
  readonly refundFen: number;
  readonly notifyUrl: string;
  readonly createdTime: number;
  /** Time from which a refund in processing has succeeded. */
  readonly dueTime: number;
  readonly status: "processing" | "success" | "abnormal" | "closed";
};
/** A notice that waits to be sent, or to be sent again. */
export type PendingNotice = {
  readonly id: string;
  readonly channel: SimulatedChannel;
  readonly url: string;
  /** Body, whose signature is made when it is sent. */
  readonly body: string;
  /** Times that it was sent. */
  readonly attempt: number;
  readonly how: "plain" | "forged" | "twice";
};
export type FaultRow = { channel: SimulatedChannel; at: string; how: string; times: number };

const schema = `
  pragma journal_mode = wal;
  pragma synchronous = off;
  pragma busy_timeout = 5000;
  create table if not exists trade (channel text, out_trade_no text, body text not null, primary key (channel, out_trade_no));
  create table if not exists token (token text primary key, channel text not null, out_trade_no text not null);
  create table if not exists refund (channel text, out_refund_no text, out_trade_no text not null, body text not null,
    primary key (channel, out_refund_no));
  create table if not exists notice (id text primary key, due integer not null, body text not null);
  create table if not exists fault (id integer primary key, channel text not null, at text not null, how text not null, times integer not null);
`;
const parse = <T>(row: Record<string, unknown> | undefined): T | null =>
  row === undefined ? null : (JSON.parse(String(row["body"])) as T);

/**
 * The simulated channels' own memory: a file in the data directory, so that it survives a restart of the product, serves
 * several processes, and works while the product's database is away.
 */
export class PayStore {
  readonly #file: string;
  #database: DatabaseSync | null = null;
  constructor(dataDir: string) {
    this.#file = join(dataDir, "simulated-pay.sqlite");
  }
  /** Whether anything was ever stored. */
  get isUsed(): boolean {
    return this.#database !== null || existsSync(this.#file);
  }
  #open(): DatabaseSync {
    if (this.#database) return this.#database;
    mkdirSync(join(this.#file, ".."), { recursive: true });
    this.#database = new DatabaseSync(this.#file);
    this.#database.exec(schema);
    return this.#database;
  }
  close(): void {
    this.#database?.close();
    this.#database = null;
  }
  /** Runs synchronous work in a transaction that excludes other writers. */
  change<T>(work: () => T): T {
    const database = this.#open();
    if (database.isTransaction) return work();
    database.exec("begin immediate");
    try {
      const result = work();
      database.exec("commit");
      return result;
    } catch (error) {
      database.exec("rollback");
      throw error;
    }
  }
  trade(channel: SimulatedChannel, outTradeNo: string): SimulatedTrade | null {
    const read = this.#open().prepare("select body from trade where channel = ? and out_trade_no = ?");
    return parse(read.get(channel, outTradeNo));
  }
  tradeOfToken(token: string): SimulatedTrade | null {
    const read = this.#open().prepare(
      "select body from trade join token using (channel, out_trade_no) where token = ?",
    );
    return parse(read.get(token));
  }
  trades(): SimulatedTrade[] {
    const rows = this.#open().prepare("select body from trade order by rowid").all();
    return rows.map((row) => JSON.parse(String(row["body"])) as SimulatedTrade);
  }
  putTrade(trade: SimulatedTrade): SimulatedTrade {
    const { channel, outTradeNo, tokens } = trade;
    this.change(() => {
      this.#open()
        .prepare(
          "insert into trade values (?, ?, ?) on conflict (channel, out_trade_no) do update set body = excluded.body",
        )
        .run(channel, outTradeNo, JSON.stringify(trade));
      const add = this.#open().prepare("insert or ignore into token values (?, ?, ?)");
      for (const token of tokens) add.run(token, channel, outTradeNo);
    });
    return trade;
  }
  refund(channel: SimulatedChannel, outRefundNo: string): SimulatedRefund | null {
    const read = this.#open().prepare("select body from refund where channel = ? and out_refund_no = ?");
    return parse(read.get(channel, outRefundNo));
  }
  /** All refunds, or those of one trade, in the order of their making. */
  refunds(channel: SimulatedChannel, outTradeNo?: string): SimulatedRefund[] {
    const read = this.#open().prepare(
      "select body from refund where channel = ? and out_trade_no = coalesce(?, out_trade_no) order by rowid",
    );
    return read
      .all(channel, outTradeNo ?? null)
      .map((row) => JSON.parse(String(row["body"])) as SimulatedRefund);
  }
  /** Refunds in processing whose time has come. */
  dueRefunds(now: number): SimulatedRefund[] {
    const read = this.#open().prepare(
      "select body from refund where body ->> 'status' = 'processing' and body ->> 'dueTime' <= ?",
    );
    return read.all(now).map((row) => JSON.parse(String(row["body"])) as SimulatedRefund);
  }
  putRefund(refund: SimulatedRefund): SimulatedRefund {
    const put = this.#open().prepare(
      "insert into refund values (?, ?, ?, ?) on conflict (channel, out_refund_no) do update set body = excluded.body",
    );
    put.run(refund.channel, refund.outRefundNo, refund.outTradeNo, JSON.stringify(refund));
    return refund;
  }
  putNotice(notice: PendingNotice, due: number): void {
    this.#open()
      .prepare("insert or replace into notice values (?, ?, ?)")
      .run(notice.id, due, JSON.stringify(notice));
  }
  removeNotice(id: string): void {
    this.#open().prepare("delete from notice where id = ?").run(id);
  }
  /** Notices that are due; each is given to one process, and again after `lease` ms if that one ends meanwhile. */
  dueNotices(now: number, lease: number): PendingNotice[] {
    const claim = this.#open().prepare("update notice set due = ? where due <= ? returning body");
    return claim.all(now + lease, now).map((row) => JSON.parse(String(row["body"])) as PendingNotice);
  }
  setFaults(faults: readonly FaultRow[]): void {
    this.change(() => {
      this.#open().exec("delete from fault");
      const add = this.#open().prepare("insert into fault (channel, at, how, times) values (?, ?, ?, ?)");
      for (const { channel, at, how, times } of faults) add.run(channel, at, how, times);
    });
  }
  /** Takes one use of the first fault of a step; null: there is none. */
  takeFault(channel: SimulatedChannel, at: string): string | null {
    return this.change(() => {
      const found = this.#open()
        .prepare("select id, how from fault where channel = ? and at = ? and times > 0 order by id limit 1")
        .get(channel, at);
      if (!found) return null;
      this.#open().prepare("update fault set times = times - 1 where id = ?").run(Number(found["id"]));
      return String(found["how"]);
    });
  }
}

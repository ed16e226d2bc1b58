import type { FastifyReply, FastifyRequest } from "fastify";

/** An answer of WeChat: its status and its JSON. */
export type WechatAnswer = { readonly status: number; readonly content: object | null };
export const wechatError = (status: number, code: string, message: string): WechatAnswer => ({
  status,
  content: { code, message },
});

/** A request whose signature is the merchant's. */
export type SignedPayRequest = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Parsed body; undefined: none. */
  readonly body: unknown;
  readonly parameters: Readonly<Record<string, string>>;
};

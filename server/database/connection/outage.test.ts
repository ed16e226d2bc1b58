import { expect, test } from "vitest";
import { Refusal } from "#contract/core/errors.ts";
import { DatabaseUnresponsiveError, isOutage } from "./outage.ts";

const error = (message: string, code?: string, cause?: Error): Error =>
  Object.assign(new Error(message, cause && { cause }), code !== undefined && { code });

test.each([
  ["a disk that is full", error("could not extend file", "53100")],
  ["a file's disk that is full", error("no space left on device, write", "ENOSPC")],
  ["a disk that is only read", error("read-only file system, open", "EROFS")],
  ["a server that only reads", error("cannot execute INSERT in a read-only transaction", "25006")],
  ["a server that ends", error("terminating connection due to administrator command", "57P01")],
  ["a server that begins", error("the database system is starting up", "57P03")],
  ["a deadlock that we were taken out of", error("deadlock detected", "40P01")],
  ["no server", error("connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED")],
  ["a connection that broke", error("Connection terminated unexpectedly")],
  ["a server that is silent", new DatabaseUnresponsiveError()],
  ["what is wrapped", error("a page failed", undefined, error("x", "08006"))],
])("Z04 %s is an outage", (_what, given) => expect(isOutage(given)).toBe(true));

test.each([
  ["a wrong statement", error("column does not exist", "42703")],
  ["a value that stands already", error("duplicate key", "23505")],
  ["a missing file", error("no such file", "ENOENT")],
  ["a refusal", new Refusal("busy")],
  ["no error at all", "ENOSPC"],
])("%s is none", (_what, given) => expect(isOutage(given)).toBe(false));

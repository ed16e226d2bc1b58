import { expect, test } from "vitest";
import { Refusal } from "#contract/core/errors.ts";
import { DatabaseUnresponsiveError, isConnectionLost, isOutage } from "./outage.ts";

const error = (message: string, code?: string, cause?: Error): Error =>
  Object.assign(new Error(message, cause && { cause }), code !== undefined && { code });

test.each([
  ["a full disk", error("could not extend file", "53100")],
  ["a full disk of a file", error("no space left on device, write", "ENOSPC")],
  ["a read-only disk", error("read-only file system, open", "EROFS")],
  ["a read-only server", error("cannot execute INSERT in a read-only transaction", "25006")],
  ["a server that shuts down", error("terminating connection due to administrator command", "57P01")],
  ["a server that starts up", error("the database system is starting up", "57P03")],
  ["a deadlock that ended the transaction", error("deadlock detected", "40P01")],
  ["no server", error("connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED")],
  ["a broken connection", error("Connection terminated unexpectedly")],
  ["a connection that has failed", error("Client has encountered a connection error and is not queryable")],
  ["a connection that was closed", error("Client was closed and is not queryable")],
  ["an unresponsive server", new DatabaseUnresponsiveError()],
  ["a wrapped error", error("a page failed", undefined, error("x", "08006"))],
])("Z04 %s is an outage", (_what, given) => expect(isOutage(given)).toBe(true));

test.each([
  ["a wrong statement", error("column does not exist", "42703")],
  ["a duplicate value", error("duplicate key", "23505")],
  ["a missing file", error("no such file", "ENOENT")],
  ["a refusal", new Refusal("busy")],
  ["a value that is not an error", "ENOSPC"],
])("%s is not an outage", (_what, given) => expect(isOutage(given)).toBe(false));

test.each([
  ["by the server", error("terminating connection due to administrator command", "57P01"), true],
  ["by a pooler", error("server conn crashed?", "08P01"), true],
  ["by a reset", error("read ECONNRESET", "ECONNRESET"), true],
  ["during a statement", error("Connection terminated unexpectedly"), true],
  ["before a statement", error("Client has encountered a connection error and is not queryable"), true],
  ["by its pool", error("Client was closed and is not queryable"), true],
  ["not yet: nobody listens", error("connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED"), false],
  ["not: the server does not answer", new DatabaseUnresponsiveError(), false],
  ["not: the statement is wrong", error("column does not exist", "42703"), false],
])("HA05 a connection ended %s", (_how, given, isLost) => expect(isConnectionLost(given)).toBe(isLost));

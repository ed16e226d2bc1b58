/*
 * Health check of a container (deploy/container/Containerfile), which has no shell and no curl: fails unless the process
 * beside it is ready.
 */
const response = await fetch(`http://127.0.0.1:${process.env["PORT"] ?? "8080"}/readyz`, {
  signal: AbortSignal.timeout(5_000),
});
process.exitCode = response.ok ? 0 : 1;

/** A name of the machine itself. */
export const isLoopbackHost = (name: string): boolean =>
  name === "localhost" || name === "127.0.0.1" || name === "[::1]" || name.endsWith(".localhost");

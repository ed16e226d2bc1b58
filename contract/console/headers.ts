/**
 * Header that every call of the console has. A form of another site cannot send it, and another site's script needs a
 * permission that the server does not give (requirement CO23). "1": a person acts; "background": the page asks by itself,
 * which does not keep an unused session alive (requirement CO24).
 */
export const consoleHeader = "X-Console";
export const consoleHeaderValues = ["1", "background"] as const;

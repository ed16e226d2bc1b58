/** Password strength for display during input: 0 none, 1 weak, 2 medium, 3 strong. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 {
  if (password === "") return 0;
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;
  const isVaried = new Set(password).size >= 6;
  if (password.length < 8 || kinds < 2 || !isVaried) return 1;
  return kinds >= 3 && password.length >= 10 ? 3 : 2;
}

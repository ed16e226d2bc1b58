/**
 * Makes something once, for all who ask; what failed is nobody's for ever: whoever asks next has it made anew.
 */
export function memoizeAsync<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    if (made !== null) return made;
    const making = make();
    made = making;
    making.catch(() => {
      if (made === making) made = null;
    });
    return making;
  };
}

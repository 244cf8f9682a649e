/** Chooses where a read over very many organizations begins, so that none is always last. */

/** Returns an id between two organizations' ids, varying with the time. @param ids their rows may no longer exist */
export const placeBetween = (ids: { first: string; last: string }, now: Date): string => {
  const [first, last] = [Number(ids.first), Number(ids.last)]
  return String(first + ((now.getTime() * 7919) % (last - first + 1)))
}

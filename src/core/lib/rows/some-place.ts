/** Where a read of very many organizations begins, so that none of them is always behind the others. */

/** An organization between two, another at each instant. @param ids of which no row need be there any more */
export const placeBetween = (ids: { first: string; last: string }, now: Date): string => {
  const [first, last] = [Number(ids.first), Number(ids.last)]
  return String(first + ((now.getTime() * 7919) % (last - first + 1)))
}

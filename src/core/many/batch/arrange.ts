/** Decides which pin of a batch takes which slot: boards alternate, and pins of one link or picture are far apart. Pure. */

/** The features that two pins may share. null: none. */
export type Likeness = { board: string | null; link: string | null; picture: string | null }

const KINDS = ['board', 'link', 'picture'] as const
/** Features that keep pins apart in any case; pins of one board may follow each other where there is no other board. */
const APART = ['link', 'picture'] as const

type Group = { size: number; used: number; lastAt: number }

/**
 * Returns the order in which pins take the open slots. Each step takes the pin that is least too near to one of its own link or
 * picture, then one of another board than the pin before, then the one that is due first (a group of n among N is due every N/n
 * slots), then the given order, so that pins which share only their board keep it.
 * @see docs/decisions.md#21-batches
 */
export function arrange<P extends Likeness>(pins: readonly P[]): P[] {
  const groups = countGroups(pins)
  const left = [...pins]
  const arranged: P[] = []
  while (left.length > 0) {
    const at = arranged.length
    const previous = arranged.at(-1)
    let best = 0
    let leastCost = Infinity
    for (const [index, pin] of left.entries()) {
      const tooNear = Math.max(0, ...APART.map((kind) => lacking(groups, pins.length, kind, pin, at)))
      const isSameBoard = previous?.board === pin.board
      // each part stays below the weight of the one before, because there are only some hundred pins
      const cost = tooNear * 1e6 + (isSameBoard ? 1e5 : 0) + duePlaceOf(groups, pins.length, pin)
      if (cost < leastCost) [best, leastCost] = [index, cost]
    }
    for (const pin of left.splice(best, 1)) {
      for (const group of groupsOf(groups, pin)) {
        group.used++
        group.lastAt = at
      }
      arranged.push(pin)
    }
  }
  return arranged
}

function countGroups(pins: readonly Likeness[]): Map<string, Group> {
  const groups = new Map<string, Group>()
  for (const pin of pins)
    for (const kind of KINDS) {
      if (pin[kind] === null) continue
      const key = `${kind} ${pin[kind]}`
      const group = groups.get(key) ?? { size: 0, used: 0, lastAt: -Infinity }
      group.size++
      groups.set(key, group)
    }
  return groups
}

const groupsOf = (groups: Map<string, Group>, pin: Likeness): Group[] =>
  KINDS.flatMap((kind) => (pin[kind] === null ? [] : (groups.get(`${kind} ${pin[kind]}`) ?? [])))

/** Returns how many positions are missing between the pin and the last of its kind. */
function lacking(groups: Map<string, Group>, count: number, kind: (typeof APART)[number], pin: Likeness, at: number): number {
  const group = pin[kind] === null ? undefined : groups.get(`${kind} ${pin[kind]}`)
  if (!group || group.size < 2) return 0
  return Math.max(0, Math.floor(count / group.size) - (at - group.lastAt))
}

/** Returns the position at which the first of its groups is due. */
function duePlaceOf(groups: Map<string, Group>, count: number, pin: Likeness): number {
  const due = KINDS.flatMap((kind) => {
    const group = pin[kind] === null ? undefined : groups.get(`${kind} ${pin[kind]}`)
    return group && (kind === 'board' || group.size > 1) ? ((group.used + 0.5) * count) / group.size : []
  })
  return Math.min(count, ...due)
}

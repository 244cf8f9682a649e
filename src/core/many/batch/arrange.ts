/** Which pin of a batch takes which slot: boards in turn, and those of one link or one picture far from each other. Pure. */

/** What two pins may have in common. null: nothing. */
export type Likeness = { board: string | null; link: string | null; picture: string | null }

const KINDS = ['board', 'link', 'picture'] as const
/** Two of one board in a row are no harm where there is no other board; two of one link or picture are. */
const APART = ['link', 'picture'] as const

type Group = { size: number; used: number; lastAt: number }

/**
 * The order in which they take the open slots. At each step the pin that is least too near to one of its own link or picture; of these one of
 * another board than the pin before; of these the one whose turn it is: a group of n among N has one every N/n slots; then the order given.
 * So pins that have nothing in common but their board stay as they were given.
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
      // each part is below the weight of the one before: there are at most some hundred pins
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

/** How many places are lacking between it and the last of its kind. */
function lacking(groups: Map<string, Group>, count: number, kind: (typeof APART)[number], pin: Likeness, at: number): number {
  const group = pin[kind] === null ? undefined : groups.get(`${kind} ${pin[kind]}`)
  if (!group || group.size < 2) return 0
  return Math.max(0, Math.floor(count / group.size) - (at - group.lastAt))
}

/** Where the next of its groups is due, the earliest of them. */
function duePlaceOf(groups: Map<string, Group>, count: number, pin: Likeness): number {
  const due = KINDS.flatMap((kind) => {
    const group = pin[kind] === null ? undefined : groups.get(`${kind} ${pin[kind]}`)
    return group && (kind === 'board' || group.size > 1) ? ((group.used + 0.5) * count) / group.size : []
  })
  return Math.min(count, ...due)
}

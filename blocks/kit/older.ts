/** The older form of blocks that a workspace may not take yet, made of the block itself, so that no view is written twice. */
import type { AnyBlock, CardBlock, ContainerBlock, InputBlock } from '@slack/types'
import { actions, context, divider, escape, inline, md, section } from './kit.js'

/** Each newer block and its older form; of an input, the name is that of its element. */
const FORMS: Record<string, (block: never) => AnyBlock[]> = {
  card: olderCard,
  carousel: ({ elements }: { elements: CardBlock[] }) =>
    elements.flatMap((card, index) => [...(index > 0 ? [divider()] : []), ...olderCard(card)]),
  container: ({ title, subtitle, child_blocks: inside }: ContainerBlock) => [
    section([`*${inline(title?.text ?? '')}*`, ...(subtitle ? [inline(subtitle.text)] : [])].join(' · ')),
    ...inside,
  ],
  // a picture stands in for charts, and says what the table says
  data_visualization: () => [],
  data_table: () => [],
  context_actions: () => [],
  file_input: ({ label }: InputBlock) => [
    context(
      `*${escape(label.text)}*: Pinslot may not read files in this workspace (\`files:read\`). Links to images and pages work. An admin can add Pinslot again and allow it.`,
    ),
  ],
}

/** Newer blocks that depend on what the workspace allowed, and not on its age. */
export const BY_RIGHT = ['file_input']
export const NEWER = Object.keys(FORMS)
const BY_AGE = new Set(NEWER.filter((kind) => !BY_RIGHT.includes(kind)))

/** The name of a block in the list of newer ones. */
export const kindOf = (block: AnyBlock): string =>
  block.type === 'input' && 'element' in block ? block.element.type : block.type

const INSTEAD = 'instead_of_'
/** Marks a block that is left out where a workspace takes the newer ones. */
export const insteadOf = (kind: string, block: AnyBlock): AnyBlock => ({ ...block, block_id: `${INSTEAD}${kind}` })
const newerThan = ({ block_id: id }: AnyBlock) => (id?.startsWith(INSTEAD) ? id.slice(INSTEAD.length) : undefined)

const unmarked = ({ block_id: _, ...block }: AnyBlock): AnyBlock => block

/** Replaces the blocks of these kinds, and leaves out what stands in for others. */
export const withOlder = (blocks: readonly AnyBlock[], kinds: ReadonlySet<string>): AnyBlock[] =>
  blocks.flatMap((block) => {
    const newer = newerThan(block)
    if (newer !== undefined) return kinds.has(newer) ? [unmarked(block)] : []
    return kinds.has(kindOf(block)) ? (FORMS[kindOf(block)]?.(block as never) ?? [block]) : [block] // each form takes its own type
  })

/** Blocks of a message for a modal, which takes none of the newer ones. */
export const inModal = (blocks: readonly AnyBlock[]): AnyBlock[] => withOlder(blocks, BY_AGE)

function olderCard({ hero_image: hero, icon, title, subtitle, body, actions: buttons = [] }: CardBlock): AnyBlock[] {
  const accessory = hero ?? icon
  const lines = [title, subtitle, body].flatMap((words) => (words ? [words.text] : []))
  return [
    { type: 'section', text: md(lines.join('\n')), ...(accessory && { accessory }) },
    ...(buttons.length > 0 ? [actions(buttons)] : []),
  ]
}
